"""
Seats that are silent at a deadline, in matches with terms for that (`AbsenceInPlay`) besides the rules of their game.

A seat can miss some phases, which close as always. After that, each phase in which it is silent lasts a little longer,
once. If it is still silent, somebody else gets the seat and the whole phase, or the match ends. So a phase lasts at
most twice its own time plus the grace; longer only if a server was killed before it had found a newcomer.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import AbsenceNoted, DeadlineSet, MatchVoided, SeatTaken
from server.matches.play.endings import closing_facts
from server.matches.seats import seating
from server.matches.state import MatchState
from server.runtime.times import timestamp

FORFEITED: Final = "Silent for too long."


def end_phase(state: MatchState, seed: bytes, now: datetime) -> Decision:
    """Close the open phase, whose deadline has passed; or note who is silent, if the terms of absence apply first."""
    return _note(state, seed, now) or commands.close(state, seed, "deadline", now)


def fill(state: MatchState, seat: SeatId, newcomer: Person | None, now: datetime) -> Decision | None:
    """
    Give a vacant seat to a player who waited for a place, or to a bot; None if it is no longer vacant.

    A bot also takes the seat if the player may not have it, because the host has given them another one.
    """
    if seat not in state.vacant or state.ended:
        return None
    try:
        if newcomer is not None and state.status == "running":
            return seat_newcomer(state, seat, newcomer, now)
        return seating.hand_over(state, seat, newcomer)
    except RefusedError as error:
        if error.code not in (codes.ALREADY_SEATED, codes.PLAYED_ELSEWHERE, codes.HOST_CANNOT_JOIN):
            raise
        return seating.hand_over(state, seat, None)


def seat_newcomer(state: MatchState, seat: SeatId, newcomer: Person, now: datetime) -> Decision:
    """Give a vacant seat to a player, who has the whole open phase from now on, however late the seat is given."""
    if state.phase is None:
        raise AssertionError("a running match has an open phase")
    seating.require_replaceable(state, seat, newcomer)
    seating.require_outsider(state, newcomer)
    closes_at = timestamp(state.rests.end_of(now, timedelta(seconds=state.phase.seconds)))
    return commands.decide(
        state, "host_action", [SeatTaken(seat, newcomer), DeadlineSet(state.phase.number, closes_at)]
    )


def _note(state: MatchState, seed: bytes, now: datetime) -> Decision | None:
    """Return the entry that notes who is silent; None if the phase closes."""
    terms, phase = state.created.absence, state.phase
    if terms is None or phase is None:
        return None
    silent = tuple(seat for seat in state.silent if state.missed.get(seat, 0) >= terms.excused_phases)
    before = state.absent
    if not silent or (before is not None and before.then != "grace"):
        return None
    noted = AbsenceNoted(phase.number, silent, "grace" if before is None else terms.then)
    if noted.then == "forfeit":
        return commands.decide(state, "absence_noted", [noted, MatchVoided(FORFEITED), *closing_facts(state, seed)])
    longer = timedelta(seconds=terms.grace_seconds if noted.then == "grace" else phase.seconds)
    bots = [SeatTaken(seat, None) for seat in silent] if noted.then == "bot" else []
    closes_at = timestamp(state.rests.end_of(now, longer))
    return commands.decide(state, "absence_noted", [noted, *bots, DeadlineSet(phase.number, closes_at)])
