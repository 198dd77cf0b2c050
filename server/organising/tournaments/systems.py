"""The rounds and standings of a tournament, as pure functions need them, from its course."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from server.organising.tournaments.course import Course
from server.organising.tournaments.facts import PairedTable
from server.organising.tournaments.groups import stages_of
from server.organising.tournaments.pairing.acceleration import first_group
from server.organising.tournaments.pairing.double_elimination import DOUBLE_ELIMINATION
from server.organising.tournaments.pairing.paired import first_field
from server.organising.tournaments.pairing.single_elimination import SINGLE_ELIMINATION
from server.organising.tournaments.rounds import EntrantId, Result, Round, Table
from server.organising.tournaments.standings.cards import Competitor
from server.organising.tournaments.standings.group_tables import compute_in_groups
from server.organising.tournaments.standings.table import Standings, compute
from server.runtime.time_slices import at_once

FIRST_SEAT: Final = "first seat"
"""The label of the lot that decides the first seats."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of the next round, and the reason for each."""

    tables: tuple[PairedTable, ...]
    reasons: tuple[dict[str, JsonValue], ...]


def standings_of(course: Course, after: int) -> Standings:
    """Return the standings after this many rounds."""
    return at_once(compute_standings(course, after))


def final_places(course: Course) -> list[tuple[int, EntrantId]]:
    """Return place and entrant by the standings of all rounds that are done."""
    table = standings_of(course, count_rounds(course))
    return [(row.rank, row.entrant) for row in table.rows if row.rank is not None]


def count_rounds(course: Course) -> int:
    """Count the rounds that stand in the standings: those that are done, and that of an arena as soon as it starts."""
    is_arena = course.terms.arena is not None
    return sum(each.status == "done" or (is_arena and each.status == "started") for each in course.rounds)


def compute_standings(course: Course, after: int) -> Generator[None, None, Standings]:
    """Return, in steps, the standings after this many rounds."""
    entrants = entrants_of(course)
    lots = {entrant: place for place, entrant in enumerate(course.lots)}
    competitors = [Competitor(entrant, lots.get(entrant, len(lots))) for entrant in entrants]
    past = records(course)
    rounds = past[:after]
    brackets = {"single_elimination": SINGLE_ELIMINATION, "double_elimination": DOUBLE_ELIMINATION}
    bracket = brackets.get(course.terms.system)
    withdrawn = [entrant for entrant in entrants if course.entrants[entrant].withdrawn]
    unplaced: set[EntrantId] = set()
    if course.terms.rate_expelled is not None:  # In earlier tournaments, everyone keeps the place.
        played = {entrant for each in past for table in each.tables if table.was_played for entrant in table.entrants}
        unplaced = {entrant for entrant in withdrawn if course.entrants[entrant].expelled or entrant not in played}
    if course.terms.groups is not None:
        stages = stages_of(course.terms.groups, course.numbered, past, course.terms.cycles)
        in_bracket = stages.in_bracket[: max(0, after - len(stages.in_groups))]
        return (
            yield from compute_in_groups(
                competitors,
                stages.in_groups[:after],
                stages.groups,
                after=after,
                codes=course.terms.tie_breaks,
                withdrawn=withdrawn,
                unplaced=unplaced,
                cycles=course.terms.cycles,
                places=SINGLE_ELIMINATION.places(first_field(in_bracket), in_bracket, withdrawn),
                scores=course.scores,
            )
        )
    return (
        yield from compute(
            competitors,
            rounds,
            system=course.terms.system,
            codes=course.terms.tie_breaks,
            withdrawn=withdrawn,
            unplaced=unplaced,
            cycles=course.terms.cycles,
            places=None if bracket is None else bracket.places(entrants, rounds, withdrawn),
            scores=course.scores,
        )
    )


def records(course: Course) -> list[Round]:
    """Return the rounds so far as systems and standings see them, with what late entrants score for earlier ones."""
    late = course.terms.late
    found: list[Round] = []
    for each in course.rounds:
        record = each.record()
        if late == "half_bye" and course.terms.arena is None:
            missed = [entrant.id for entrant in course.entrants.values() if entrant.entered_in > each.number]
            extra = (
                Table(len(record.tables) + place, (entrant,), Result("half_bye", (1,)))
                for place, entrant in enumerate(missed, 1)
                if not course.entrants[entrant].waiting
            )
            record = Round(record.number, (*record.tables, *extra))
        found.append(record)
    return found


def first_group_of(course: Course) -> frozenset[EntrantId]:
    """
    Return who gets virtual points in an accelerated Swiss, once round 1 is paired.

    Those who were not in round 1 are with the first group if they have a higher rating than its last one.
    """
    first = course.rounds[0]
    there = {entrant for table in first.tables.values() for entrant in table.paired.entrants}
    group = first_group(first.numbered, there)
    last = min(course.entrants[entrant].rating for entrant in group)
    late = (each for each in course.entrants.values() if each.id not in there)
    return group.union(each.id for each in late if each.rating > last)


def entrants_of(course: Course) -> list[EntrantId]:
    """Return everyone who has a place in the standings, in the order of numbers, then of entry."""
    known = dict.fromkeys(course.numbered)
    return [*known, *(each.id for each in course.entrants.values() if each.id not in known and not each.waiting)]
