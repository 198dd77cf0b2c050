"""A round for a spreadsheet: a row for each seat of its tables."""

from __future__ import annotations

import csv
import io

from server.tournaments.course import Course, RoundCourse, TableCourse
from server.tournaments.rounds import EntrantId
from server.tournaments.standings.codes import HALVES
from server.tournaments.standings.documents import decimal, harmless


def names_of(course: Course, after: int) -> dict[EntrantId, str]:
    """Return the names of who has the places, or had them in an earlier round than the last one; bots have none."""
    done = [each for each in course.rounds if each.status == "done"]
    names = {each.id: " & ".join(player.name for player in each.players) for each in course.entrants.values()}
    if after < len(done):
        round_ = done[after - 1]
        of_then = {each.id: " & ".join(player.name for player in each.players) for each in round_.entrants.values()}
        newcomers = (each for table in round_.tables.values() for each in table.newcomers.items())
        names |= of_then | {entrant: players[-1].name for entrant, players in newcomers}
    return names


def _seated(course: Course, number: int, table: TableCourse, entrant: EntrantId) -> str:
    """Return the names of a team, or of players who went on for each other; bots have none."""
    between = " & " if course.terms.teams else " / "
    return between.join(player.name for player in course.seated(number, table, entrant) if player is not None)


def csv_of(course: Course, round_: RoundCourse) -> str:
    """
    Return the tables of a round (RFC 4180): a row for each entrant, with points in decimals if any.

    Each has the name of who played there then, whoever has the place now.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["table", "seat", "entrant", "name", "status", "how", "points", "match_id"])
    for number, table in round_.tables.items():
        entrants, result = table.paired.entrants, table.result
        how = "" if result is None else result.how
        points = [""] * len(entrants) if result is None else [decimal(each, HALVES) for each in result.points]
        for seat, (entrant, own) in enumerate(zip(entrants, points, strict=True), 1):
            name = harmless(_seated(course, round_.number, table, entrant))
            writer.writerow([number, seat, entrant, name, table.status, how, own, table.match_id or ""])
    return text.getvalue()
