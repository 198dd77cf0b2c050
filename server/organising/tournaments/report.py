"""Standings as a report for programs of chess federations: FIDE's format TRF16 (Handbook C.04, annex 2)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments.course import Course
from server.organising.tournaments.pairing.acceleration import virtual_points
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import WIN, EntrantId, System
from server.organising.tournaments.scores import DRAW, Scores
from server.organising.tournaments.standings.cards import ScoredField, Turn, read_field
from server.organising.tournaments.standings.table import Standings
from server.organising.tournaments.standings.tie_breaks import HALVES
from server.organising.tournaments.systems import first_group_of, records

_TYPES: Final[Mapping[System, str]] = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round Robin",
    "single_elimination": "Individual: Single Elimination",
    "double_elimination": "Individual: Double Elimination",
    "groups": "Individual: Groups and Single Elimination",
    "own": "Individual: Own Pairings",
    "heats": "Individual: Heats",
}

_NAME_WIDTH: Final = 33
_HIGHEST_RATING: Final = 9999

_PLAYED: Final = {WIN: "1", DRAW: "=", 0: "0"}
_BYES: Final = {"bye": "U", "half_bye": "H"}


def report_of(course: Course, standings: Standings, names: Mapping[EntrantId, str]) -> Generator[None, None, str]:
    """
    Make, in steps, the report of a tournament after these standings: a line for each entrant by number.

    A first seat counts as white. What the format cannot say, such as half a point for one alone, it says by points.

    Raises:
        RefusedError: The tables are not those of two players.
    """
    terms = course.terms
    if terms.table_size != 2 or terms.teams or terms.arena is not None:
        raise RefusedError(codes.BAD_SYSTEM, "The report is for rounds with tables of two players.")
    read = standings.read
    if terms.groups is not None:  # A report has the rounds of the bracket as well.
        rounds = records(course)[: standings.rounds]
        read = yield from read_field(read.competitors, rounds, "own", (), terms.cycles, course.scores)
    rated = sum(course.entrants[row.entrant].rating > 0 for row in standings.rows)
    players: list[str] = []
    for line in _players(course, standings, read, names):
        players.append(line)
        yield
    lines = [
        f"012 {terms.label}",
        f"062 {len(standings.rows)}",
        f"072 {rated}",
        f"092 {_TYPES[terms.system]}",
        f"102 {terms.maker.name}",
        *players,
        f"XXR {max(terms.rounds, standings.rounds)}",
        *([] if terms.scores is None else [_scores(terms.scores)]),
        *(_virtual_points(course, standings) if terms.accelerated and course.rounds else []),
    ]
    return "".join(f"{line}\n" for line in lines)


def _scores(scores: Scores) -> str:
    """Return what results are worth, in a line that programs for pairings have added to the format."""
    worth = {"W": scores.win, "D": scores.draw, "WL": scores.loss, "BL": scores.loss, "PAB": scores.bye}
    return " ".join(["XXS", *(f"{code}={halves / HALVES:.1f}" for code, halves in worth.items())])


def _virtual_points(course: Course, standings: Standings) -> Iterator[str]:
    """Yield the virtual points of the first group in the rounds so far and the next one, as others have added it."""
    group = first_group_of(course)
    points = [virtual_points(number, course.terms.rounds) / HALVES for number in range(1, standings.rounds + 2)]
    for row in sorted(standings.rows, key=lambda row: row.number):
        if row.entrant in group:
            yield f"XXA {row.number:>4} {' '.join(f'{each:>4.1f}' for each in points)}"


def _players(course: Course, standings: Standings, read: ScoredField, names: Mapping[EntrantId, str]) -> Iterator[str]:
    places = [
        {entrant: (seat, table) for table in each.tables.values() for seat, entrant in enumerate(table.paired.entrants)}
        for each in course.rounds
    ]
    # Readers want a rank for everyone, so those without a place have that of their line.
    ranks = {row.entrant: row.rank or line for line, row in enumerate(standings.rows, 1)}
    for row in sorted(standings.rows, key=lambda row: row.number):
        rating = min(course.entrants[row.entrant].rating, _HIGHEST_RATING)
        player = f"001 {row.number:>4}      {names[row.entrant][:_NAME_WIDTH]:<{_NAME_WIDTH}} {rating or '':>4}"
        card = read.cards[row.number - 1]
        turns = (_result(turn, *places[turn.round - 1].get(row.entrant, (0, None))) for turn in card.turns)
        # Federation, number and birth date are not known.
        yield f"{player}{'':28}{card.score / HALVES:>4.1f} {ranks[row.entrant]:>4}{''.join(turns)}"


def _result(turn: Turn, seat: int, table: TableCourse | None) -> str:
    """Return how a round went: the opponent's number, the colour and the result."""
    if not turn.opponents or table is None or table.result is None:
        # In a round robin, a bye is worth nothing.
        is_worthless = table is not None and table.result is not None and not any(table.result.points)
        return f"  0000 - {'Z' if is_worthless else _BYES.get(turn.how, 'Z')}"
    points = table.result.points[seat]
    if turn.how in ("forfeit", "double_forfeit") or not any(table.result.points):
        result = "+" if points else "-"
    else:
        result = _PLAYED[points]
    return f"  {turn.opponents[0] + 1:>4} {'bw'[seat == 0]} {result}"
