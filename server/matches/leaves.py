"""
Leave: a player is away for whole days, and the clock stands meanwhile (docs/tournaments.md).

It stands for everybody in a match, whether the player must submit or not: so a deadline tells nothing about that.
Each player has some days of leave in a tournament, or in a match by itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from pydantic import Field

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Request
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import DeadlineSet, LeaveSet, ServerFact
from server.matches.rests import MOST_LEAVE_DAYS, NEVER_AWAY, Away, Leave
from server.matches.state import MatchState
from server.runtime.times import timestamp

_DAY: Final = timedelta(days=1)

_NOTICE: Final = timedelta(days=1)
"""How long a leave lasts at least from the moment at which it is cut short: others rely on the later deadline."""


MOST_CHANGES: Final = 100
"""How often a player can take or change leave in a match or a tournament: each time is an entry."""


class LeaveRequest(Request):
    """How long the caller is on leave."""

    days: int = Field(ge=0, le=MOST_LEAVE_DAYS)
    """
    How many whole days from the beginning of the leave: from now, or from when the leave that is under way began. Fewer
    days than before end it earlier, 0 as early as it can end: with the day of it that is under way 24 hours from now.
    """


def plan_leave(away: Away, budget: int, days: int, now: datetime) -> Leave | None:
    """
    Return the leave that lasts so many days from its beginning, or as long as it must; None if it does so already.

    Raises:
        RefusedError: `leave_used_up`: fewer days are left of the budget; `too_many_changes`: it was changed too often.
    """
    leave = away.leave
    if leave is None or now >= leave.until:
        leave = Leave(now, now)
    else:
        soonest = -((leave.since - now - _NOTICE) // _DAY)
        days = max(days, min(soonest, leave.days))
    planned = Leave(leave.since, leave.since + days * _DAY)
    if planned == leave:
        return None
    if away.changes >= MOST_CHANGES:
        raise RefusedError(codes.TOO_MANY_CHANGES, "You have changed your leave too often. It stays as it is.")
    left = budget - away.days + leave.days
    if days > left:
        raise RefusedError(codes.LEAVE_USED_UP, f"You have {left} days of leave.", pointer="/days")
    return planned


def take_leave(state: MatchState, seat: SeatId, days: int, now: datetime) -> Decision | None:
    """
    Take leave of so many days in a match by itself, or change the leave that is under way; None if nothing changes.

    Raises:
        RefusedError: `no_leave`, `leave_used_up`, or the match is not in progress.
    """
    commands.require_started(state)
    if not state.created.leave_days or state.created.ordered_by is not None:
        raise RefusedError(codes.NO_LEAVE, "This match gives no leave of its own.")
    leave = plan_leave(state.away.get(seat, NEVER_AWAY), state.created.leave_days, days, now)
    return None if leave is None else set_leave(state, seat, leave, now)


def set_leave(state: MatchState, seat: SeatId, leave: Leave, now: datetime) -> Decision:
    """Put the player of a seat on leave: what is left of the open phase begins when nobody is away."""
    facts: list[ServerFact] = [LeaveSet(seat, timestamp(leave.since), timestamp(leave.until))]
    closes_at = state.closes_at
    if state.phase is not None and closes_at is not None and now < closes_at:
        left = state.rests.time_between(now, closes_at)
        later = state.rests_with(seat, leave).end_of(now, left)
        if later != closes_at:
            facts.append(DeadlineSet(state.phase.number, timestamp(later)))
    return commands.decide(state, "leave_set", facts)


def set_ordered_leave(state: MatchState, seat: SeatId, leave: Leave, now: datetime) -> Decision | None:
    """Put a seat on the leave that its event gives; None if it is, or it does not matter any more."""
    known = state.away.get(seat, NEVER_AWAY).leave
    changes = now < leave.until or (known is not None and known.since == leave.since)
    return set_leave(state, seat, leave, now) if not state.ended and known != leave and changes else None
