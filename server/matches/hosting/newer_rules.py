"""
A running match continues by newer rules, if its host proposes it and all of its players agree (docs/engines.md).

The new rules hold from the next phase on: what was submitted for the open one was meant by the old rules. A proposal
lasts no longer than that phase, so that nobody can agree to it later, when the rules would be to their advantage.
"""

from __future__ import annotations

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import RulesAgreed, RulesChanged, RulesProposed, ServerFact
from server.matches.state import MatchState


def propose(state: MatchState, version: int | None, by: Person) -> Decision | None:
    """
    Propose a newer version of the rules, or withdraw the proposal (None); None if that changes nothing.

    Without players to ask, it is agreed at once.
    """
    _require_in_play(state)
    in_force = state.in_force
    if version == in_force.proposed or (version is not None and version == in_force.coming):
        return None
    if version is not None and version not in state.engine.carries_over:
        offered = ", ".join(map(str, state.engine.carries_over)) or "none"
        raise RefusedError(
            codes.RULES_NOT_OFFERED,
            f"A match by version {in_force.version} of the rules cannot go on by version {version}. "
            f"Versions by which it can: {offered}.",
            pointer="/rules_version",
        )
    facts: list[ServerFact] = [RulesProposed(version, by)]
    if version is not None and not any(state.players):
        facts.append(_changed(state, version))
    return commands.decide(state, "host_action", facts)


def agree(state: MatchState, seat: SeatId, version: int) -> Decision | None:
    """Agree to a proposal for a seat, which changes the rules if it is the last; None if the seat has agreed."""
    _require_in_play(state)
    if version != state.in_force.proposed:
        raise RefusedError(codes.RULES_NOT_PROPOSED, f"Version {version} of the rules is not proposed at the moment.")
    if seat in state.in_force.agreed:
        return None
    facts: list[ServerFact] = [RulesAgreed(seat, version)]
    if {known for known, _ in state.players} <= state.in_force.agreed | {seat}:
        facts.append(_changed(state, version))
    return commands.decide(state, "rules_agreed", facts)


def _changed(state: MatchState, version: int) -> RulesChanged:
    if state.phase is None:
        raise AssertionError("a match in play has an open phase")
    return RulesChanged(version, state.phase.number + 1)


def _require_in_play(state: MatchState) -> None:
    commands.require_started(state)
    if state.status == "suspended":
        raise commands.match_suspended()
    commands.require_rules(state)
