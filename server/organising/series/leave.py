"""Leave of entrants of a series: the clocks of their matches stand, and those of their decisions."""

from __future__ import annotations

from datetime import datetime

from server.access import codes
from server.access.errors import RefusedError
from server.logs.store.entry import Decision
from server.matches.match import Match
from server.organising.ordering import leave
from server.organising.series.commands import require_not_over
from server.organising.series.course import Course, MatchCourse, SeriesEntrant
from server.organising.series.facts import DecisionExtended, SeriesFact
from server.organising.series.series import SeriesState
from server.runtime.times import parse_timestamp, timestamp


def take_leave(state: SeriesState, entrant: SeriesEntrant, days: int, now: datetime) -> list[SeriesFact]:
    """
    Take leave of so many days, or change the leave that is under way; empty if nothing changes.

    Raises:
        RefusedError: `no_leave`, `leave_used_up`, the player has left, or the series is over.
    """
    require_not_over(state)
    if entrant.player is None or entrant.left_in is not None:
        raise RefusedError(codes.NOT_ENTERED, "You are no longer in this series.")
    course = state.course
    taken = leave.take_days(entrant, course.terms.leave_days, days, course.order_of_leave(entrant.id), now)
    return [] if taken is None else [taken, *_decision_moved(course, course.fold(taken), now)]


def set_leaves(course: Course, match: MatchCourse, live: Match, now: datetime) -> Decision | None:
    """Return the entry that puts a seat of a match on the leave of its entrant; None if all are."""
    return leave.set_leaves(live, {seat: course.entrants[entrant] for seat, entrant in match.seats.items()}, now)


def _decision_moved(before: Course, after: Course, now: datetime) -> list[DecisionExtended]:
    """Return the other deadline of the open decision of an entrant who takes leave: what is left of it stays."""
    decision = before.open_decision
    if decision is None or decision.until is None or parse_timestamp(decision.until) <= now:
        return []
    left = before.rests_of(decision.entrant).time_between(now, parse_timestamp(decision.until))
    until = timestamp(after.rests_of(decision.entrant).end_of(now, left))
    return [] if until == decision.until else [DecisionExtended(decision.number, until)]
