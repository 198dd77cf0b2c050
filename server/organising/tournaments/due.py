"""When a tournament must be looked at again."""

from __future__ import annotations

from datetime import datetime

from server.organising.tournaments import arena
from server.organising.tournaments.course import Course
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp


def due_at(state: TournamentState) -> datetime | None:
    """
    Return when the server must next do something in the tournament; None: only people can act.

    What is due at once counts as due since the last entry.
    """
    course, at_once = state.course, parse_timestamp(state.changed_at)
    last = course.last
    if course.outstanding is not None:
        return at_once
    if course.status == "paused" and course.paused_until is not None:
        return parse_timestamp(course.paused_until)
    if course.provisional_until is not None:
        return parse_timestamp(course.provisional_until)
    if last is None or course.ended or course.status == "paused" or last.waits_for_word:
        return None
    if last.status == "paired" and last.publish_at is not None:
        return parse_timestamp(last.publish_at)
    if last.status == "started":
        return min(filter(None, (_waiting_until(course, last), arena.due_at(state))), default=None)
    if last.status == "done" and course.terms.arena is not None:
        return at_once
    schedule, is_done = course.terms.schedule, last.status == "done"
    if not (last.status == "published" or (is_done and not course.all_rounds_done)):
        return None
    if last.number + is_done <= len(schedule.times):
        return at_once if is_done else parse_timestamp(schedule.times[last.number - 1])
    return at_once if schedule.start == "when_done" else None


def _waiting_until(course: Course, round_: RoundCourse) -> datetime | None:
    """Return until when the first of the tables waits whose entrants are not all ready; None if none waits."""
    waiting = (table.ready_until for table in round_.unfinished if table.ready_until and course.missing_at(table))
    first = min(waiting, default=None)
    return None if first is None else parse_timestamp(first)
