"""A round as a spreadsheet, with a row for each seat of its tables, and the names of entrants in sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engines.kit import Language
from server.organising.tournaments.additions import Addition
from server.organising.tournaments.course import Course
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.rounds import EntrantId, Table
from server.organising.tournaments.standings.arena import Series, tally
from server.organising.tournaments.standings.tie_breaks import HALVES
from server.organising.tournaments.story import name_at, name_of, speaker_of
from server.runtime.sheets import Cell, write_sheet


def names_of(course: Course, after: int, language: Language) -> dict[EntrantId, str]:
    """Return the names of entrants after a round: those who had the places then."""
    done = [each for each in course.rounds if each.status == "done"]
    players = {each.id: each.players for each in course.entrants.values()}
    if after < len(done):
        round_ = done[after - 1]
        newcomers = (each for table in round_.tables.values() for each in table.newcomers.items())
        players |= {each.id: each.players for each in round_.entrants.values()}
        players |= {entrant: [came[-1]] for entrant, came in newcomers}
    speaker = speaker_of(course, language)
    return {entrant: name_of(entrant, of_it, speaker) for entrant, of_it in players.items()}


def round_sheet(course: Course, round_: RoundCourse, language: Language) -> tuple[list[str], list[Sequence[Cell]]]:
    """
    Return the columns and rows of a round's tables: a row for each entrant, with points in decimals if any.

    Each row has the name of the player then, even if another one has the place now.
    """
    columns = ["table", "seat", "entrant", "name", "status", "how", "points", "match_id"]
    return columns, list(_rows(course, round_, language))


def sheet_of_links(added: Sequence[Addition], address: str, language: Language) -> bytes:
    """Return names, e-mail addresses and links of those who have one; a link is this address and the token."""
    linked = ((each.name, each.email, f"{address}{each.token}") for each in added if each.token is not None)
    return write_sheet(["name", "email", "link"], linked, language)


def _rows(course: Course, round_: RoundCourse, language: Language) -> Iterator[Sequence[Cell]]:
    speaker = speaker_of(course, language)
    series: dict[EntrantId, Series] = {}
    for number, table in round_.tables.items():
        entrants, result = table.paired.entrants, table.result
        how = "" if result is None else result.how
        points: Sequence[Cell] = [""] * len(entrants)
        if result is not None:
            arena = tally(series, Table(number, entrants, result)) if course.terms.arena is not None else ()
            points = [Fraction(each, HALVES) for each in arena or course.scores.of(result)]
        for seat, (entrant, own) in enumerate(zip(entrants, points, strict=True), 1):
            name = name_at(course, round_.number, table, entrant, speaker)
            yield number, seat, entrant, name, table.status, how, own, table.match_id or ""
