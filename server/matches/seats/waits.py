"""
Waiting at a table of the queue: how long a wait counts, and what becomes of seats whose players have gone.

As in `server.matches.commands`, each function checks against the state and returns the facts of one entry. A wait is
renewed by new entropy for the player's own seat, so a renewal is an entry like that of any player before the start.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.match import Match
from server.matches.seats import names, seating
from server.matches.state import MatchState
from server.runtime.times import parse_timestamp

WAIT: Final = timedelta(seconds=60)
"""How long a wait counts after it began or was renewed."""

FRESH: Final = timedelta(seconds=15)
"""A wait that is younger is not renewed again: each renewal is an entry."""

PATIENCE: Final = timedelta(seconds=30)
"""How long people are looked for, before who waits may give the free seats to bots."""


def lapses_at(state: MatchState) -> datetime | None:
    """Return when the next wait lapses; in the past if nobody waits any more; None where nobody waits for others."""
    if not state.created.queue or state.status != "open" or state.full:
        return None
    renewed = [wait.renewed_at for wait in state.waits.values()]
    return min(renewed) + WAIT if renewed else parse_timestamp(state.created_at)


def lapse(state: MatchState, seed: bytes, now: datetime) -> Decision | None:
    """Free the seat of somebody whose wait has lapsed, or call off the table if nobody is left; None if all wait."""
    at = lapses_at(state)
    if at is None or now < at:
        return None
    gone = [seat for seat, wait in state.waits.items() if wait.renewed_at + WAIT <= now]
    return commands.call_off(state, seed) if len(gone) == len(state.waits) else seating.leave_seat(state, gone[0])


def sit_or_wait_on(live: Match, player: Person, entropy: str, now: datetime, apart: Collection[str]) -> Decision | None:
    """
    Take a free seat of a table, or renew the wait of a player who sits there; None if nothing changes.

    Raises:
        RefusedError: The player has taken seats of this table, or renewed the wait, too often.
    """
    state = live.state
    seat = state.seat_of(player.player_id)
    if seat is None:
        seat = seat_for(state, player, now, apart)
        if seat is None:
            return None
    elif not _is_to_be_renewed(state, seat, now):
        return None
    live.tally.require_seating(player.player_id, reserved=False)
    return seating.take_seat(state, seat, player, entropy)


def seat_for(state: MatchState, player: Person, now: datetime, apart: Collection[str]) -> SeatId | None:
    """
    Return the seat that a player can take where others wait; None if somebody there has gone, or is one of those whom
    the player is to be kept `apart` from, by id.
    """
    at = lapses_at(state)
    if at is None or at <= now or names.find_similar(player, state.players) is not None:
        return None
    if any(other.player_id in apart for _, other in state.players):
        return None
    return next((seat for seat in state.seat_ids if seat not in state.occupants), None)


def leave(state: MatchState, player_id: str, seed: bytes) -> Decision | None:
    """Leave a table for an older one, which is called off if nobody else waits there; None if it is about to begin."""
    seat = state.seat_of(player_id)
    if seat is None or state.status != "open" or state.full:
        return None
    return seating.leave_seat(state, seat) if len(state.waits) > 1 else commands.call_off(state, seed)


def is_waiting(state: MatchState, player_id: str) -> bool:
    """Whether a player waits at the table."""
    return state.seat_of(player_id) in state.waits


def require_patience(state: MatchState, player_id: str, now: datetime) -> None:
    """
    Check that a player has waited for people for long enough, and may give a free seat of the table to a bot.

    Raises:
        RefusedError: The player does not wait any more, or has not waited for long enough.
    """
    seat = state.seat_of(player_id)
    wait = None if seat is None else state.waits.get(seat)
    if state.status == "open" and (wait is None or now < wait.since + PATIENCE):
        why = f"People are looked for first. Bots can take the free seats after {PATIENCE.seconds} seconds of waiting."
        raise RefusedError(codes.HOST_ONLY, why)


def _is_to_be_renewed(state: MatchState, seat: SeatId, now: datetime) -> bool:
    """A seat without entropy is that of who has just made the table."""
    if state.status != "open" or seat not in state.waits:
        return False
    return seat not in state.entropy or now - state.waits[seat].renewed_at >= FRESH
