"""Tournaments written as text, and values of standings as text in points."""

from __future__ import annotations

from fractions import Fraction

from server.organising.tournaments.rounds import How, Result, Round, System, Table
from server.organising.tournaments.scores import STANDARD, Scores
from server.organising.tournaments.standings.cards import Competitor
from server.organising.tournaments.standings.table import Row, Standings, compute
from server.organising.tournaments.standings.tie_breaks import TIE_BREAKS
from server.runtime.time_slices import at_once

_RESULTS: dict[str, tuple[How, tuple[int, int]]] = {
    ">": ("played", (2, 0)),
    "<": ("played", (0, 2)),
    "=": ("played", (1, 1)),
    "+": ("forfeit", (2, 0)),
    "-": ("double_forfeit", (0, 0)),
    "!": ("adjudicated", (2, 0)),
}
_BYES: dict[str, tuple[How, int]] = {"bye": ("bye", 2), "half_bye": ("half_bye", 1), "zero_bye": ("zero_bye", 0)}


def written(*rounds: str) -> list[Round]:
    """
    Read rounds such as `a>b c=d e+f g-h i:bye j?k`.

    `>` and `<` are wins, `=` a draw, `+` a forfeit won, `-` a double forfeit, `!` a win by adjudication, `?` no result.
    """
    return [
        Round(number, tuple(_table(at, text) for at, text in enumerate(tables.split(), start=1)))
        for number, tables in enumerate(rounds, start=1)
    ]


def _table(number: int, text: str) -> Table:
    if ":" in text:
        entrant, kind = text.split(":")
        how, points = _BYES[kind]
        return Table(number, (entrant,), Result(how, (points,)))
    first, sign, second = list(text)
    return Table(number, (first, second), None if sign == "?" else Result(*_RESULTS[sign]))


def of(
    names: str,
    *rounds: str,
    codes: str = "",
    system: System = "swiss",
    withdrawn: str = "",
    scores: Scores = STANDARD,
) -> Standings:
    """Return the standings of entrants with one letter each, in the order of their numbers; lots are the reverse."""
    competitors = [Competitor(name, len(names) - at) for at, name in enumerate(names)]
    played = written(*rounds)
    return at_once(compute(competitors, played, system=system, codes=codes.split(), withdrawn=withdrawn, scores=scores))


def row_of(table: Standings, entrant: str) -> Row:
    return next(row for row in table.rows if row.entrant == entrant)


def value(table: Standings, entrant: str, code: str) -> Fraction:
    """Return a value in points."""
    return Fraction(row_of(table, entrant).values[table.codes.index(code)], TIE_BREAKS[code].per_point)


def shown(table: Standings) -> list[str]:
    """Return a line for each entrant by number: id, points, values."""
    return [
        " ".join(
            [
                row.entrant,
                decimal(row.points, 2),
                *(
                    decimal(each, TIE_BREAKS[code].per_point)
                    for code, each in zip(table.codes, row.values, strict=True)
                ),
            ]
        )
        for row in sorted(table.rows, key=lambda row: row.number)
    ]


def ranks(table: Standings) -> str:
    """Return the entrants in order, each after its rank."""
    return " ".join(f"{row.rank or '-'}{row.entrant}" for row in table.rows)


def worked(table: Standings, entrant: str, code: str) -> list[str]:
    """Return the summands of a value: round, how it went, whose score; then what it gave, or what was cut."""
    ids = [each.id for each in table.read.competitors]
    scale = TIE_BREAKS[code].per_point
    lines = []
    for each in table.summands(row_of(table, entrant), code):
        parts = [f"{each.round} {each.how}"]
        parts += [] if each.opponent is None else [ids[each.opponent]]
        parts += [] if each.dummy is None else [f"dummy({each.dummy})"]
        if each.points is not None and each.score is not None and not code.startswith("BH"):
            parts.append(f"{decimal(each.points, 2)} x {decimal(each.score, 2)} =")
        parts.append(decimal(each.value, scale))
        parts += [] if each.cut is None else [f"cut {each.cut}"]
        lines.append(" ".join(parts))
    return lines


def decimal(value: int, per_point: int) -> str:
    """Return a value in points, such as 4.5 for nine halves."""
    return f"{value / per_point:g}"
