"""Entries say by which bridge something was done for a player (docs/access.md, "Acting for players")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, overload

from server.access.player import Player
from server.logs.store.entry import Decision, EncodedFact
from server.runtime.ids import is_id

_PARTS: Final = frozenset({"seat_taken", "seat_left", "entered", "entrant_withdrawn", "place_taken", "place_left"})
"""The facts about who takes part, which a host or a director can cause for others, too."""

NOTED: Final = _PARTS | {
    *("match_created", "tournament_created", "series_created"),
    *("match_started", "rematch_called", "seat_reserved", "seat_released"),
    *("door_closed", "door_opened", "match_paused", "match_resumed", "deadline_set", "phase_closed"),
    *("seat_muted", "seat_unmuted", "match_adjudicated", "match_voided", "rules_proposed", "rules_agreed"),
    *("submitted", "withdrawn", "leave_set", "message_sent"),
    *("checked_in", "ready_said", "leave_taken", "decision_made", "director_acted"),
}
"""The facts about what people do that have a field `through`."""


@overload
def note_bridge(decision: Decision, player: Player) -> Decision: ...
@overload
def note_bridge(decision: Decision | None, player: Player) -> Decision | None: ...
def note_bridge(decision: Decision | None, player: Player) -> Decision | None:
    """
    Return the entry with the bridge that acts for the player, if there is one.

    The first fact of an entry is what was done, and has it; and so has another one by which the player takes part. What
    a host or a director does to the part of somebody else has not: it would read as if these used the bridge.
    """
    if decision is None or player.through is None:
        return decision
    first, *rest = decision.facts
    noted = _noted(first, player.through) if _is_done_by(player, first) else first
    return replace(decision, facts=(noted, *(_noted_part(fact, player, player.through) for fact in rest)))


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


def _noted_part(fact: EncodedFact, player: Player, bridge_id: str) -> EncodedFact:
    is_own = fact.type in _PARTS and player.id in _people_of(fact)
    return _noted(fact, bridge_id) if is_own else fact


def _is_done_by(player: Player, fact: EncodedFact) -> bool:
    """Whether a fact is no part of somebody else; who has left is not in the fact, but why."""
    if fact.type not in _PARTS:
        return True
    people = _people_of(fact)
    return fact.fact.get("because", "own_wish") == "own_wish" and (not people or player.id in people)


def _people_of(fact: EncodedFact) -> list[object]:
    """Return the ids of the players who take part by a fact."""
    named = (fact.fact.get(name) for name in ("player", "partner"))
    return [one["player_id"] for one in named if isinstance(one, dict)]
