"""
An arena: one round that lasts for a time, to which the server adds tables of those who are free.

When and who is decided by the log alone, so verifiers can repeat it. To withdraw is to sit out; who comes back is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from server.organising.tournaments import facts
from server.organising.tournaments.commands import end_waiting
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import plays
from server.organising.tournaments.pairing.arena import MayMeet, can_pair, meeting_rule, pair
from server.organising.tournaments.pairing.seats import Seat, Sitter
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.rounds import EntrantId, Table
from server.organising.tournaments.standings.arena import Series, series_of
from server.organising.tournaments.systems import FIRST_SEAT, entrants_of
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp, timestamp

WAVE: Final = timedelta(seconds=10)
"""How long after tables were added the next ones are: meanwhile more entrants become free."""

REMATCH: Final = timedelta(seconds=60)
"""After how long without an entry two who have just met meet again, though others are in the arena."""

MOST_TABLES: Final = 1_000
"""How many tables an arena can have."""

_SEATS: Final[tuple[Seat, Seat]] = ("a", "b")


@dataclass(frozen=True, slots=True)
class _Wave:
    """The next tables: when they are due, who is free, and who of them may meet."""

    at: datetime
    free: Sequence[EntrantId]
    may_meet: MayMeet


def due_at(state: TournamentState) -> datetime | None:
    """Return when tables are added, or the time is over; None if neither can be: it is over, or does not run."""
    round_ = state.course.last
    if round_ is None or round_.ends_at is None or not state.course.adds_tables:
        return None
    ends_at, wave = parse_timestamp(round_.ends_at), _next_wave(state, round_)
    return ends_at if wave is None else min(wave.at, ends_at)


def advance(state: TournamentState, ids: Iterable[str], now: datetime) -> list[facts.TournamentFact]:
    """Return what is due in an arena: its time is over, tables have waited long enough, or others are added."""
    return end_time(state, now) or end_waiting(state, now) or add_tables(state, ids, now)


def end_time(state: TournamentState, now: datetime) -> list[facts.TournamentFact]:
    """Add no further tables, if the time is over; those that are open are played to their end."""
    round_ = state.course.last
    if (
        round_ is None
        or round_.ends_at is None
        or not state.course.adds_tables
        or now < parse_timestamp(round_.ends_at)
    ):
        return []
    over: list[facts.TournamentFact] = [facts.NoRoundLeft()]
    return over if round_.unfinished else [*over, facts.RoundDone(round_.number)]


def add_tables(state: TournamentState, ids: Iterable[str], now: datetime) -> list[facts.TournamentFact]:
    """Add tables of those who are free, if they are due; `ids` are for their matches."""
    course, round_ = state.course, state.course.last
    wave = None if round_ is None or not course.adds_tables else _next_wave(state, round_)
    if round_ is None or wave is None or now < wave.at:
        return []
    sitters = sitters_of(wave.free, round_.record().tables)
    lot: Literal[0, 1] = 0 if course.drawn[FIRST_SEAT][0] == "a" else 1
    first = len(round_.tables) + 1
    found = pair(sitters, wave.may_meet, lot, first)[: MOST_TABLES - len(round_.tables)]
    tables = tuple(facts.PairedTable(each.table.number, each.table.entrants) for each in found)
    matches = dict(zip((each.table for each in tables), ids, strict=False))
    waits = course.terms.absence.ready_seconds
    until = timestamp(now + timedelta(seconds=waits)) if waits else None
    return [facts.TablesAdded(round_.number, tables, matches, until, round_.orders + 1)]


def can_meet(course: Course, entrant: EntrantId) -> bool:
    """Whether an entrant is there: nobody could play for a place that is unclaimed."""
    return plays(course, entrant) and not course.entrants[entrant].unclaimed


def sitters_of(free: Sequence[EntrantId], tables: Sequence[Table]) -> list[Sitter]:
    """Return those who are free, by points, then in this order; with the seats that they had at played tables."""
    series = series_of(tables)
    seats: dict[EntrantId, list[Seat]] = {entrant: [] for entrant in free}
    for table in tables:
        if table.was_played:
            for entrant, had in zip(table.entrants, _SEATS, strict=True):
                if entrant in seats:
                    seats[entrant].append(had)
    points = {entrant: sum(series.get(entrant, Series()).worth) for entrant in free}
    ordered = sorted(free, key=lambda entrant: -points[entrant])
    return [Sitter(each, number, points[each], tuple(seats[each])) for number, each in enumerate(ordered, 1)]


def _next_wave(state: TournamentState, round_: RoundCourse) -> _Wave | None:
    """Return the next tables that can be added as things are; None without any."""
    course = state.course
    if len(round_.tables) >= MOST_TABLES:
        return None
    there = [entrant for entrant in entrants_of(course) if can_meet(course, entrant)]
    busy = {entrant for table in round_.unfinished for entrant in table.paired.entrants}
    free = [entrant for entrant in there if entrant not in busy]
    if len(free) < 2:
        return None
    last = last_opponents(round_)
    at = parse_timestamp(state.tables_at) + WAVE
    fresh = meeting_rule(last, course.forbidden, again=False)
    if can_pair(free, fresh):
        return _Wave(at, free, fresh)
    again = meeting_rule(last, course.forbidden, again=True)
    if not can_pair(free, again):
        return None
    waits = len(there) > 2
    return _Wave(max(at, parse_timestamp(state.changed_at) + REMATCH) if waits else at, free, again)


def last_opponents(round_: RoundCourse) -> dict[EntrantId, EntrantId]:
    """Return whom each entrant had as the last opponent."""
    last: dict[EntrantId, EntrantId] = {}
    for table in round_.tables.values():
        one, other = table.paired.entrants
        last |= {one: other, other: one}
    return last
