"""Leave of entrants: the tournament says who is on leave until when, and its matches follow."""

from __future__ import annotations

from datetime import datetime

from server.access import codes
from server.access.errors import RefusedError
from server.logs.store.entry import Decision
from server.matches.leaves import plan_leave, set_ordered_leave
from server.matches.match import Match
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import require_not_over
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import LeaveTaken
from server.organising.tournaments.outcomes import entrants_by_seat
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import timestamp


def take_leave(state: TournamentState, entrant: Entrant, days: int, now: datetime) -> list[LeaveTaken]:
    """
    Take leave of so many days, or change the leave that is under way; empty if nothing changes.

    Raises:
        RefusedError: `no_leave`, `leave_used_up`, or the tournament is over.
    """
    require_not_over(state)
    if entrant.withdrawn:
        raise RefusedError(codes.NOT_ENTERED, "You are no longer in this tournament.")
    if not state.course.terms.leave_days:
        raise RefusedError(codes.NO_LEAVE, "This tournament gives no leave.")
    leave = plan_leave(entrant.away, state.course.terms.leave_days, days, now)
    if leave is None:
        return []
    order = state.course.order_of_leave(entrant.id)
    return [LeaveTaken(entrant.id, timestamp(leave.since), timestamp(leave.until), order)]


def set_leaves(course: Course, table: TableCourse, match: Match, now: datetime) -> Decision | None:
    """Return the entry that puts a seat of a table's match on the leave of its entrant; None if all are."""
    for seat, entrant in entrants_by_seat(table, match.state, course.terms.teams).items():
        leave = course.entrants[entrant].away.leave
        decision = None if leave is None else set_ordered_leave(match.state, seat, leave, now)
        if decision is not None:
            return decision
    return None
