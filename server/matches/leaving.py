"""
What happens to a player's places in matches when the player is forgotten.

Everything is done by commands that others have, too, so logs contain nothing new. A command that has no effect any more
is not repeated, so all of this can be done again after a kill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Select, select

from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.lists.listings import parse_listing, search_of
from server.matches.lists.summary import UNENDED
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.seats import seating
from server.people.forgetting.parts import Part, PlayerId, leave_by_steps
from server.runtime.database.tables import MatchRow, Seating

_seatings, _matches = Seating.__table__, MatchRow.__table__


def part_of_matches(matches: MatchRepository) -> Part:
    """Return what matches do when a player is forgotten."""
    return Part(_matches, UNENDED, _known, _held, partial(leave_by_steps, matches, _step), _derived)


def _known(player_id: PlayerId) -> Sequence[Select[str]]:
    return (
        select(_seatings.c.match_id).where(_seatings.c.player_id == player_id),
        select(_matches.c.match_id).where(_matches.c.host_id == player_id),
    )


def _held(player_id: PlayerId) -> Sequence[Select[str]]:
    seated = select(_seatings.c.match_id).where(_seatings.c.player_id == player_id)
    unended = _matches.c.status.in_(UNENDED)
    return (
        select(_matches.c.match_id).where(_matches.c.match_id.in_(seated), unended),
        select(_matches.c.match_id).where(_matches.c.host_id == player_id, unended),
    )


def _derived(listing: str) -> Mapping[str, str]:
    return {"search": search_of(parse_listing(listing))}


def _step(live: Match, player_id: str, now: datetime) -> Decision | None:
    """Leave the seat, or give it to a bot; a match that waits for the player as its host does not wait any longer."""
    state = live.state
    seat, reserved = state.seat_of(player_id), state.reservation_of(player_id)
    if state.ended:
        return None
    if reserved is not None:
        return seating.leave_seat(state, reserved)
    ordered = state.created.ordered_by is not None
    if seat is not None and state.phase is not None:
        return seating.hand_over(state, seat, None)
    if ordered:
        return None  # it starts by itself at once, and only its tournament or series can decide about it
    if seat is not None:
        return seating.leave_seat(state, seat)
    if state.created.host.player_id != player_id or state.created.queue:
        return None
    if state.status == "open":
        return commands.void(state, "", live.seed)
    return commands.resume(state, now) if state.status == "paused" else None
