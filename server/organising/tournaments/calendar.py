"""The calendar of a tournament: when its rounds start, as a viewer knows it."""

from __future__ import annotations

from collections.abc import Iterator

from server.notifications.calendars.agenda import Item, Topic
from server.organising.tournaments.course import Course
from server.runtime.times import parse_timestamp


def rounds_of(course: Course, cursor: int, created_at: str) -> Iterator[Item]:
    """
    Yield the rounds that have a time; a cancelled tournament cancels those that have not started.

    Each event of the viewer, up to `cursor`, can change them.
    """
    terms, made = course.terms, parse_timestamp(created_at)
    topic = Topic(terms.tournament_id, "tournament", None, terms.label)
    for number, starts_at in enumerate(terms.schedule.times, 1):
        started = number <= len(course.rounds) and course.rounds[number - 1].status in ("started", "done")
        cancelled = course.ended and not started
        uid = f"{terms.tournament_id}.{number}"
        at = parse_timestamp(starts_at)
        yield Item(uid, "seated", topic, "round", at, made, made, cursor, round=number, cancelled=cancelled)
