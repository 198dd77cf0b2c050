"""Changing the settings of a tournament after its creation, until they take effect; and announcements."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, TypeVar

from server.access import codes
from server.access.errors import RefusedError
from server.organising.ordering.leave import require_given
from server.organising.tournaments.course import Course, with_settings
from server.organising.tournaments.creation import (
    check_tie_breaks,
    require_accelerable,
    require_arena,
    require_clubs,
    require_few_rounds,
    require_no_rest,
    require_scores,
)
from server.organising.tournaments.decisions import places_of, require_not_over
from server.organising.tournaments.facts import Announced, PlaceGiven, Schedule, SettingsChanged, TournamentFact
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp, timestamp

ValueT = TypeVar("ValueT")

_DECISIVE: Final = (
    *("rounds", "tie_breaks", "scores", "clubs_apart", "accelerated"),
    *("rest", "leave_days", "arena"),
)
"""Settings that could decide who wins."""


def edit(state: TournamentState, wanted: SettingsChanged, now: datetime, *, by_player: bool) -> list[TournamentFact]:
    """
    Change settings, of `wanted` those that differ; before the first round, more places go to those who wait.

    Raises:
        RefusedError: A setting has taken effect, or does not fit; or it could decide who wins, and the director plays.
    """
    require_not_over(state)
    course, terms = state.course, state.course.terms
    if wanted.tie_breaks is not None:
        check_tie_breaks(wanted.tie_breaks, terms.system)
    changed = SettingsChanged(
        label=_unless_same(wanted.label, terms.label),
        description=_unless_same(wanted.description, terms.description or ""),
        rounds=_unless_same(wanted.rounds, terms.rounds),
        max_entrants=_unless_same(wanted.max_entrants, terms.max_entrants),
        tie_breaks=_unless_same(wanted.tie_breaks, terms.tie_breaks),
        schedule=_unless_same(wanted.schedule, terms.schedule),
        corrections_seconds=_unless_same(wanted.corrections_seconds, terms.corrections_seconds or 0),
        scores=_unless_same(wanted.scores, course.scores),
        clubs_apart=_unless_same(wanted.clubs_apart, terms.clubs_apart or 0),
        accelerated=_unless_same(wanted.accelerated, terms.accelerated or False),
        rest=None if wanted.rest is None or wanted.rest.same_as(terms.match.rest) else wanted.rest,
        leave_days=_unless_same(wanted.leave_days, terms.leave_days or 0),
        arena=_unless_same(wanted.arena, terms.arena),
    )
    if changed == SettingsChanged():
        return []
    if by_player and any(getattr(changed, name) is not None for name in _DECISIVE):
        raise RefusedError(
            codes.DIRECTOR_PLAYS,
            "Rounds, how they are paired, what counts and how clocks run decide who wins: "
            "ask a director who does not play.",
        )
    _require_rounds(course, changed)
    _require_places(course, changed)
    _require_ranking(course, changed)
    _require_pairing(course, changed)
    _require_clocks(course, changed, now)
    if changed.corrections_seconds is not None and course.provisional_until is not None:
        raise RefusedError(
            codes.TOO_LATE, f"Results stand at {course.provisional_until}.", pointer="/corrections_seconds"
        )
    if changed.schedule is not None:
        _require_times(course, changed.schedule, now)
    return [changed, *_places_given(course, changed)]


def announce(state: TournamentState, text: str) -> list[TournamentFact]:
    """Announce something, or with an empty text nothing any more."""
    require_not_over(state)
    return [] if text == state.course.announcement else [Announced(text)]


def require_to_come(times: Iterable[datetime], now: datetime) -> None:
    """Refuse times of rounds that have passed."""
    for at in times:
        if at <= now:
            raise RefusedError(
                codes.TIME_PASSED, f"{timestamp(at)} has passed: give a later time.", pointer="/schedule/times"
            )


def _unless_same(wanted: ValueT | None, is_now: ValueT) -> ValueT | None:
    return None if wanted == is_now else wanted


def _require_rounds(course: Course, changed: SettingsChanged) -> None:
    """Refuse fewer rounds than there are, and more than a Swiss can pair."""
    if changed.rounds is None and changed.max_entrants is None:
        return
    rounds = course.terms.rounds if changed.rounds is None else changed.rounds
    if changed.rounds is not None and course.terms.arena is not None:
        raise RefusedError(codes.TOO_LATE, "An arena has one round.", pointer="/rounds")
    if rounds and rounds < len(course.rounds):
        raise RefusedError(codes.TOO_LATE, f"{len(course.rounds)} rounds are paired.", pointer="/rounds")
    most = course.terms.max_entrants if changed.max_entrants is None else changed.max_entrants
    require_few_rounds(course.terms.system, rounds, most)


def _require_ranking(course: Course, changed: SettingsChanged) -> None:
    """Refuse other tie-breaks and scores once results count by them, and scores that do not fit."""
    for name, value in (("tie_breaks", changed.tie_breaks), ("scores", changed.scores)):
        if value is not None and course.published:
            raise RefusedError(
                codes.TOO_LATE, "Round 1 is published: its results count by what was set.", pointer=f"/{name}"
            )
    if changed.scores is not None:
        require_scores(changed.scores, course.terms.system, course.terms.table_size)


def _require_pairing(course: Course, changed: SettingsChanged) -> None:
    """Refuse another way to pair once round 1 is paired by it, and one that does not fit."""
    for name, value in (("clubs_apart", changed.clubs_apart), ("accelerated", changed.accelerated)):
        if value is not None and course.rounds:
            raise RefusedError(codes.TOO_LATE, "Round 1 is paired by what was set.", pointer=f"/{name}")
    require_clubs(course.terms.system, changed.clubs_apart or 0)
    after = with_settings(course.terms, changed)
    if after.accelerated:
        require_accelerable(after.system, after.rounds, after.scores)


def _require_clocks(course: Course, changed: SettingsChanged, now: datetime) -> None:
    """Refuse rests, leave and lengths that do not fit the system, fewer days than were taken, and an end before now."""
    if course.terms.arena is not None:
        rests = changed.rest is not None
        require_no_rest(rests=rests, leaves=changed.leave_days is not None, pointer="/rest" if rests else "/leave_days")
    require_given(changed.leave_days, course.entrants.values())
    if changed.arena is not None:
        require_arena(course.terms.system, 1, None, lasts=True)
        _require_time(course, course.fold(changed), now)


def _require_time(before: Course, after: Course, now: datetime) -> None:
    """Refuse another end of an arena whose time is over, and one that has passed."""
    known, last = before.last, after.last
    is_over = known is not None and known.ends_at is not None and parse_timestamp(known.ends_at) <= now
    if before.no_round_left or is_over:
        raise RefusedError(codes.TOO_LATE, "The time of the arena is over.", pointer="/arena/minutes")
    if last is None:
        return
    ended = last.ends_at is not None and parse_timestamp(last.ends_at) <= now
    if ended or (last.left_seconds is not None and last.left_seconds <= 0):
        raise RefusedError(
            codes.TIME_PASSED, "The arena would have ended by now: give more minutes.", pointer="/arena/minutes"
        )


def _require_places(course: Course, changed: SettingsChanged) -> None:
    taken = len(places_of(course))
    if changed.max_entrants is not None and changed.max_entrants < taken:
        raise RefusedError(codes.TOO_LATE, f"{taken} entrants have a place.", pointer="/max_entrants")


def _require_times(course: Course, schedule: Schedule, now: datetime) -> None:
    """Refuse other times for rounds that have started, and new ones that have passed."""
    known = course.terms.schedule.times
    started = sum(each.status in ("started", "done") for each in course.rounds)
    if schedule.times[:started] != known[:started]:
        raise RefusedError(
            codes.TOO_LATE,
            f"Round {started} has started: leave the times up to it as they are.",
            pointer="/schedule/times",
        )
    moved = (at for number, at in enumerate(schedule.times) if number >= len(known) or at != known[number])
    require_to_come(map(parse_timestamp, moved), now)


def _places_given(course: Course, changed: SettingsChanged) -> list[PlaceGiven]:
    """Give places that are new to those who wait, as those who withdraw leave theirs: before the first round."""
    if changed.max_entrants is None or course.rounds:
        return []
    free = changed.max_entrants - len(places_of(course))
    waiting = [each.id for each in course.entrants.values() if each.waiting and not each.withdrawn]
    return [PlaceGiven(entrant) for entrant in waiting[:free]]
