"""Leave of entrants of a tournament."""

from __future__ import annotations

from datetime import datetime

from server.access import codes
from server.access.errors import RefusedError
from server.logs.store.entry import Decision
from server.matches.match import Match
from server.organising.ordering import leave
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import require_not_over
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.outcomes import entrants_by_seat
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.tournament import TournamentState


def take_leave(state: TournamentState, entrant: Entrant, days: int, now: datetime) -> list[LeaveTaken]:
    """
    Take leave of so many days, or change the leave that is under way; empty if nothing changes.

    Raises:
        RefusedError: `no_leave`, `leave_used_up`, or the tournament is over.
    """
    require_not_over(state)
    if entrant.withdrawn:
        raise RefusedError(codes.NOT_ENTERED, "You are no longer in this tournament.")
    taken = leave.take_days(entrant, state.course.terms.leave_days, days, state.course.order_of_leave(entrant.id), now)
    return [] if taken is None else [taken]


def set_leaves(course: Course, table: TableCourse, match: Match, now: datetime) -> Decision | None:
    """Return the entry that puts a seat of a table's match on the leave of its entrant; None if all are."""
    seated = entrants_by_seat(table, match.state, course.terms.teams)
    return leave.set_leaves(match, {seat: course.entrants[entrant] for seat, entrant in seated.items()}, now)
