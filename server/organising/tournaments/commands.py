"""
The commands of rounds: each function checks a command against the state and returns the facts of one entry.

Nothing here reads a clock, a database or random numbers. Who may give a command is decided before
(`server/organising/tournaments/roles.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from pydantic import JsonValue

from engines.kit import Chance
from server.access import codes
from server.access.errors import RefusedError
from server.logs.directing.facts import Drawn
from server.logs.store.entry import Decision
from server.organising.tournaments import facts as tournament_facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import (
    OPEN_FIELD,
    entry,
    places_of,
    plays,
    require_not_paused,
    require_round,
)
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.outcomes import TakenResult, forfeit_result
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import EntrantId, Result
from server.organising.tournaments.systems import Pairing
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import timestamp

NUMBERS_SETTLED_IN: Final = 4
"""
The round whose pairing fixes the numbers. Earlier ones renumber, because late entrants change the ranking. In systems
without late entrants it is round 1.
"""

_BYE_POINTS: Final[Mapping[Literal["half_bye", "zero_bye"], int]] = {"half_bye": 1, "zero_bye": 0}


def create(created: tournament_facts.TournamentCreated, secret: tournament_facts.SecretMatchOptions | None) -> Decision:
    return entry("created", created, *([secret] if secret else []))


def to_pair(course: Course, numbered: Iterable[EntrantId]) -> list[EntrantId]:
    """Return the entrants to pair in the next round, in the order of numbers."""
    excused = course.excused.get(next_round(course), {})
    return [entrant for entrant in numbered if plays(course, entrant) and entrant not in excused]


def next_round(course: Course) -> int:
    """Return the number of the next round to pair: the last one again until its pairing is published."""
    unpublished = course.open_round is not None and course.open_round.status == "paired"
    return len(course.rounds) + (not unpublished)


def require_pairable(state: TournamentState) -> None:
    """
    Check that the next round can be paired, or that the last pairing, which is not published, can be replaced.

    Raises:
        RefusedError: A round is open, no round is left, or there are too few entrants.
    """
    course = state.course
    if course.ended or course.status in ("draft", "paused", "provisional"):
        raise RefusedError(codes.NOT_OPEN, "The tournament is not open for pairing now.")
    if course.open_round is not None and course.open_round.status != "paired":
        raise RefusedError(codes.ROUND_OPEN, f"Round {course.open_round.number} is not done.")
    if course.open_round is None and course.all_rounds_done:
        raise RefusedError(codes.NO_ROUND_LEFT, "All rounds are done. Finish the tournament.")


@dataclass(frozen=True, slots=True)
class Order:
    """The entrants in the order of their numbers, and of their lots; `chance` made the lots."""

    numbered: tuple[EntrantId, ...]
    lots: tuple[EntrantId, ...]
    chance: Chance


def draw_order(state: TournamentState, chance: Chance) -> Order:
    """
    Return the order of the entrants for the next round: by rating, then by lot. It is new until numbers are fixed.

    `chance` is that of the round. The lot of an entrant does not depend on the other entrants; in version 1 of the log
    it does.
    """
    course = state.course
    number = next_round(course)
    draw = chance.pick_all if course.terms.log_version == 1 else chance.lots
    settled_in = NUMBERS_SETTLED_IN if course.terms.system in OPEN_FIELD else 1
    if number > settled_in:
        late = [each.id for each in places_of(course) if each.id not in set(course.numbered)]
        lots = draw("lots", late)
        return Order((*course.numbered, *lots), (*course.lots, *lots), chance)
    places = [each.id for each in places_of(course)]
    lots = draw("lots", places)
    by_lot = {entrant: place for place, entrant in enumerate(lots)}
    numbered = sorted(places, key=lambda entrant: (-course.entrants[entrant].rating, by_lot[entrant]))
    return Order(tuple(numbered), lots, chance)


def record_pairing(
    state: TournamentState, order: Order, pairing: Pairing, now: datetime
) -> list[tournament_facts.TournamentFact]:
    """Record a pairing for the next round, or instead of the last one, which is not published; publish it if due."""
    require_pairable(state)
    course = state.course
    number = next_round(course)
    byes = [
        tournament_facts.PairedTable(len(pairing.tables) + place, (entrant,), Result(how, (_BYE_POINTS[how],)))
        for place, (entrant, how) in enumerate(sorted(course.excused.get(number, {}).items()), 1)
        if plays(course, entrant)
    ]
    tables = (*pairing.tables, *byes)
    review = course.terms.schedule.review_seconds
    at = timestamp(now + timedelta(seconds=review)) if review else None
    requested: list[dict[str, JsonValue]] = [{"type": "requested"} for _ in byes]
    facts: list[tournament_facts.TournamentFact] = [
        *(Drawn(draw.label, draw.candidates, draw.picks) for draw in order.chance.draws),
        tournament_facts.RoundPaired(number, order.numbered, order.lots, tables, (*pairing.reasons, *requested), at),
    ]
    if not review:
        facts += [
            tournament_facts.RoundPublished(number, order.numbered, order.lots, tables),
            *_replacements(course, number),
        ]
        facts += _withdraw_absent(course)
    return facts


def publish(state: TournamentState) -> list[tournament_facts.TournamentFact]:
    """Publish the pairing."""
    require_not_paused(state)
    round_ = require_round(state, "paired")
    tables = tuple(table.paired for table in round_.tables.values())
    return [
        tournament_facts.RoundPublished(round_.number, state.course.numbered, state.course.lots, tables),
        *_replacements(state.course, round_.number),
        *_withdraw_absent(state.course),
    ]


def _replacements(course: Course, number: int) -> list[tournament_facts.PairingsReplaced]:
    """Say that pairings of a round were discarded before it is published; old logs do not."""
    people = course.replaced.get(number, ())
    if not people or course.terms.log_version == 1:
        return []
    return [tournament_facts.PairingsReplaced(number, len(people), tuple(dict.fromkeys(people)))]


def _withdraw_absent(course: Course) -> list[tournament_facts.EntrantWithdrawn]:
    """Withdraw entrants who had to check in, and have not."""
    if course.status != "check_in":
        return []
    return [
        tournament_facts.EntrantWithdrawn(each.id, "no_check_in") for each in places_of(course) if not each.checked_in
    ]


def start_round(state: TournamentState, ids: Iterable[str], now: datetime) -> list[tournament_facts.TournamentFact]:
    """
    Start the published round; `ids` are for the matches of its tables.

    Tables of two with an entrant who has withdrawn since the pairing are decided without a match.
    """
    require_not_paused(state)
    round_ = require_round(state, "published")
    forfeits = {table.paired.table: found for table in round_.unfinished if (found := _forfeit(state.course, table))}
    unused, waits = iter(ids), state.course.terms.absence.ready_seconds
    until = timestamp(state.course.rests.end_of(now, timedelta(seconds=waits))) if waits else None
    playing = [table.paired.table for table in round_.unfinished if table.paired.table not in forfeits]
    arena = state.course.terms.arena
    ends_at = None if arena is None else timestamp(now + timedelta(minutes=arena.minutes))
    facts: list[tournament_facts.TournamentFact] = [
        tournament_facts.RoundStarted(
            round_.number, {table: next(unused) for table in playing}, until, state.published_head, ends_at
        ),
        *(
            tournament_facts.TableDone(round_.number, table, result.how, result.points)
            for table, result in forfeits.items()
        ),
    ]
    return facts if playing or state.course.adds_tables else [*facts, tournament_facts.RoundDone(round_.number)]


def say_ready(
    state: TournamentState, entrant: Entrant, table: int, now: datetime
) -> list[tournament_facts.TournamentFact]:
    """Note that an entrant is ready at a table; empty if the entrant has said so before."""
    round_ = state.course.open_round
    found = None if round_ is None or round_.status != "started" else round_.tables.get(table)
    if round_ is None or found is None or entrant.id not in found.paired.entrants:
        raise RefusedError(codes.UNKNOWN_TABLE, "You are not at this table now.")
    if found.ready_until is None or timestamp(now) >= found.ready_until or found.result is not None:
        raise RefusedError(codes.TOO_LATE, "This table does not wait for entrants now.")
    if entrant.id in found.ready:
        return []
    return [tournament_facts.ReadySaid(round_.number, table, entrant.id, found.paired.entrants)]


def end_waiting(state: TournamentState, now: datetime) -> list[tournament_facts.TournamentFact]:
    """Forfeit tables of two for entrants who are not ready in time, and start larger tables without them."""
    round_ = require_round(state, "started")
    course, at = state.course, timestamp(now)
    facts: list[tournament_facts.TournamentFact] = []
    done = 0
    for table in round_.unfinished:
        missing = course.missing_at(table)
        if not missing or table.ready_until is None or at < table.ready_until:
            continue
        facts.append(tournament_facts.NotReady(round_.number, table.paired.table, tuple(missing)))
        if len(table.paired.entrants) == 2:
            result = forfeit_result(table, missing)
            facts.append(tournament_facts.TableDone(round_.number, table.paired.table, result.how, result.points))
            done += 1
            facts += _withdraw_missing(course, missing)
    if done and done == len(round_.unfinished) and not course.adds_tables:
        facts.append(tournament_facts.RoundDone(round_.number))
    return facts


def _withdraw_missing(course: Course, missing: Iterable[EntrantId]) -> list[tournament_facts.EntrantWithdrawn]:
    """Withdraw those who have just forfeited too many rounds in a row because they were absent."""
    return [
        tournament_facts.EntrantWithdrawn(entrant, "missed_rounds")
        for entrant in missing
        if _missed_too_often(course, entrant)
    ]


def _missed_too_often(course: Course, entrant: EntrantId) -> bool:
    """Whether the entrant, who has just forfeited, has forfeited too many rounds in a row; in an arena, one table."""
    if course.terms.arena is not None:
        return not course.entrants[entrant].withdrawn
    most, row = course.terms.absence.missed_rounds, 1
    for round_ in reversed(course.rounds[:-1]):
        table = next((each for each in round_.tables.values() if entrant in each.paired.entrants), None)
        result = None if table is None else table.result
        if table is None or result is None or result.how not in ("forfeit", "double_forfeit"):
            break
        if result.points[table.paired.entrants.index(entrant)]:
            break
        row += 1
    return 0 < most <= row


def note_carried_out(state: TournamentState, number: int, orders: int) -> Decision | None:
    """Note that the first `orders` orders about the matches of a round are carried out; None if the log says so."""
    done = state.course.rounds[number - 1].carried_out >= orders
    return None if done else entry("round_changed", tournament_facts.TablesSet(number, orders))


def note_no_round_left(state: TournamentState) -> list[tournament_facts.TournamentFact]:
    """Note that the system has no further round; empty if the log says so."""
    return [] if state.course.no_round_left else [tournament_facts.NoRoundLeft()]


def take_results(
    state: TournamentState, results: Mapping[int, TakenResult], again: Mapping[int, str]
) -> Decision | None:
    """
    Take the results of tables of the open round, and play others `again` in new matches; None if nothing is new.
    """
    round_ = state.course.open_round
    if round_ is None or round_.status != "started":
        return None
    unfinished = {table.paired.table for table in round_.unfinished}
    done = [
        tournament_facts.TableDone(round_.number, table, taken.result.how, taken.result.points, taken.by)
        for table, taken in results.items()
        if table in unfinished
    ]
    facts: list[tournament_facts.TournamentFact] = []
    for fact in done:
        facts.append(fact)
        facts += _withdraw_missing(
            state.course, _forfeiting(state.course, round_.tables[fact.table], results[fact.table].result)
        )
    replayed = {table: match_id for table, match_id in again.items() if table in unfinished}
    order = round_.orders + len(replayed) + sum(not fact.of_match for fact in done)
    facts += [
        tournament_facts.TableReplayed(round_.number, table, match_id, order) for table, match_id in replayed.items()
    ]
    if not facts:
        return None
    if unfinished == {fact.table for fact in done} and not state.course.adds_tables:
        facts.append(tournament_facts.RoundDone(round_.number))
    return entry("results_taken", *facts)


def _forfeiting(course: Course, table: TableCourse, result: Result) -> list[EntrantId]:
    """Return the entrants who forfeited this table by silence in play, except those who have withdrawn."""
    in_play = course.terms.absence.in_play
    if in_play is None or in_play.then != "forfeit" or result.how not in ("forfeit", "double_forfeit"):
        return []
    lost = (entrant for entrant, points in zip(table.paired.entrants, result.points, strict=True) if not points)
    return [entrant for entrant in lost if not course.entrants[entrant].withdrawn]


def _forfeit(course: Course, table: TableCourse) -> Result | None:
    """Return the result of a table of two if one of them has withdrawn; None for others."""
    entrants = table.paired.entrants
    gone = [entrant for entrant in entrants if course.entrants[entrant].withdrawn]
    return forfeit_result(table, gone) if len(entrants) == 2 and gone else None
