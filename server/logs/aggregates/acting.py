"""Entries say by which bridge something was done for a player (docs/access.md, "Acting for players")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, overload

from server.access.player import Player
from server.logs.store.entry import Decision, EncodedFact
from server.runtime.ids import is_id

NOTED: Final = frozenset(
    {
        *("seat_taken", "seat_left", "submitted", "withdrawn", "leave_set", "message_sent"),
        *("entered", "entrant_withdrawn", "checked_in", "ready_said", "leave_taken"),
        *("place_taken", "place_left", "decision_made", "director_acted"),
    }
)
"""The facts about what players do that have a field `through`."""


@overload
def note_bridge(decision: Decision, player: Player) -> Decision: ...
@overload
def note_bridge(decision: Decision | None, player: Player) -> Decision | None: ...
def note_bridge(decision: Decision | None, player: Player) -> Decision | None:
    """Return the entry with the bridge that acts for the player, if there is one, in the facts of what it does."""
    if decision is None or player.through is None:
        return decision
    return replace(decision, facts=tuple(_noted(fact, player.through) for fact in decision.facts))


def without_bridges(facts: Sequence[EncodedFact]) -> tuple[EncodedFact, ...]:
    """Return facts as they would be if the players had acted, for comparison with what the rules give."""
    return tuple(map(_without, facts))


def _without(fact: EncodedFact) -> EncodedFact:
    if fact.type not in NOTED or '"through":' not in fact.text:
        return fact
    told = fact.fact
    if not is_id(str(told.get("through"))):
        return fact
    return EncodedFact.of(fact.audience, {name: value for name, value in told.items() if name != "through"})


def _noted(fact: EncodedFact, bridge_id: str) -> EncodedFact:
    if fact.type not in NOTED:
        return fact
    return EncodedFact.of(fact.audience, {**fact.fact, "through": bridge_id})
