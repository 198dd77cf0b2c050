"""A round for a spreadsheet: a row for each seat of its tables."""

from __future__ import annotations

import csv
import io

from server.tournaments.course import Course, RoundCourse
from server.tournaments.rounds import EntrantId
from server.tournaments.standings.codes import HALVES
from server.tournaments.standings.documents import decimal, harmless


def names_of(course: Course) -> dict[EntrantId, str]:
    """Return the names of the entrants; that of a bot is empty."""
    return {each.id: " & ".join(player.name for player in each.players) for each in course.entrants.values()}


def csv_of(course: Course, round_: RoundCourse) -> str:
    """Return the tables of a round (RFC 4180): a row for each entrant, with points in decimals if any."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["table", "seat", "entrant", "name", "status", "how", "points", "match_id"])
    names = names_of(course)
    for number, table in round_.tables.items():
        entrants, result = table.paired.entrants, table.result
        how = "" if result is None else result.how
        points = [""] * len(entrants) if result is None else [decimal(each, HALVES) for each in result.points]
        for seat, (entrant, own) in enumerate(zip(entrants, points, strict=True), 1):
            name = harmless(names[entrant])
            writer.writerow([number, seat, entrant, name, table.status, how, own, table.match_id or ""])
    return text.getvalue()
