"""Standings as plain data: rows for a sheet, and the arithmetic of a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pydantic import JsonValue

from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.standings.cards import draws_for_opponents
from server.organising.tournaments.standings.direct_encounter import Encounter
from server.organising.tournaments.standings.table import Row, Standings
from server.organising.tournaments.standings.tie_breaks import HALVES, TIE_BREAKS, Summand
from server.runtime.sheets import Cell


def sheet_of(
    standings: Standings, names: Mapping[EntrantId, str], left: Mapping[EntrantId, str], clubs: Mapping[EntrantId, str]
) -> tuple[list[str], list[Sequence[Cell]]]:
    """
    Return the standings for a spreadsheet, with points in decimals such as 4.5: its columns and rows.

    `left` says why entrants have left the tournament. There are columns of groups and `clubs` if there are any.
    """
    columns = ["rank", "number", "entrant", "name", "left", "points", *standings.codes]
    rows: list[Sequence[Cell]] = [
        [
            *(row.rank or "", row.number, row.entrant, names[row.entrant], left.get(row.entrant, "")),
            Fraction(row.points, HALVES),
            *map(_in_points, standings.codes, row.values),
        ]
        for row in standings.rows
    ]
    if any(row.group for row in standings.rows):
        columns += ["group", "place_in_group"]
        places = [(row.group or "", row.place_in_group or "") for row in standings.rows]
        rows = [[*cells, *place] for cells, place in zip(rows, places, strict=True)]
    if clubs:
        columns.append("club")
        rows = [[*cells, clubs.get(row.entrant, "")] for cells, row in zip(rows, standings.rows, strict=True)]
    return columns, rows


def _in_points(code: str, value: int) -> Fraction:
    return Fraction(value, TIE_BREAKS[code].per_point)


def arithmetic(standings: Standings, row: Row, code: str) -> dict[str, JsonValue]:
    """Return a value with its scale and its summands; of `DE`, the tables of those who were level."""
    value = row.values[standings.codes.index(code)]
    document: dict[str, JsonValue] = {"code": code, "value": value, "per_point": TIE_BREAKS[code].per_point}
    if code == "DE":
        document["encounters"] = [_encounter(standings, each) for each in standings.encounters(row)]
    else:
        document["summands"] = [_summand(standings, each) for each in standings.summands(row, code)]
    return document


def for_opponents(standings: Standings, row: Row) -> list[JsonValue]:
    """Return the rounds of an entrant with the points made, and those counted for opponents."""
    card = standings.read.cards[row.number - 1]
    draws = draws_for_opponents(card)
    return [
        {
            "round": turn.round,
            "how": turn.how,
            "points": turn.points,
            "counted": standings.read.scores.draw if turn in draws else turn.points,
        }
        for turn in card.turns
    ]


def _summand(standings: Standings, summand: Summand) -> dict[str, JsonValue]:
    document: dict[str, JsonValue] = {"round": summand.round, "how": summand.how, "value": summand.value}
    if summand.opponent is not None:
        document["opponent"] = standings.read.competitors[summand.opponent].id
    if summand.points is not None:
        document["points"] = summand.points
    if summand.score is not None:
        document["score"] = summand.score
    if summand.dummy is not None:
        document["dummy"] = summand.dummy
    if summand.cut is not None:
        document["cut"] = summand.cut
    return document


def _encounter(standings: Standings, encounter: Encounter) -> dict[str, JsonValue]:
    return {
        "entrants": [
            {
                "entrant": standings.read.competitors[at].id,
                "points": points,
                "at_best": at_best,
                "place": place,
            }
            for at, points, at_best, place in zip(
                encounter.entrants, encounter.points, encounter.at_best, encounter.places, strict=True
            )
        ],
        "per_point": HALVES * encounter.scale,
    }
