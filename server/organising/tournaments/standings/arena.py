"""
Points of an arena, in halves: 2 for a win, 1 for a draw; after two wins in a row they count double.

The row lasts until a table that is not won: a draw in it still counts double, and ends it, as a loss does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from server.organising.tournaments.rounds import WIN, EntrantId, Table
from server.organising.tournaments.scores import ARENA
from server.organising.tournaments.standings.cards import Card, Competitor, ScoredField, Turn

ROW: Final = 2
"""After how many wins in a row the next table counts double."""


@dataclass(slots=True)
class Series:
    """The tables of an entrant that have results: what each was worth in half points, and the wins in a row now."""

    worth: list[int] = field(default_factory=list)
    row: int = 0


def tally(series: dict[EntrantId, Series], table: Table) -> tuple[int, ...]:
    """Add a table to the series of its entrants; return what it is worth for each, or nothing without a result."""
    if table.result is None:
        return ()
    plain = ARENA.of(table.result)
    worth: list[int] = []
    for entrant, points, once in zip(table.entrants, table.result.points, plain, strict=True):
        own = series.setdefault(entrant, Series())
        worth.append(once * (1 + (own.row >= ROW)))
        own.worth.append(worth[-1])
        own.row = own.row + 1 if points == WIN else 0
    return tuple(worth)


def series_of(tables: Iterable[Table]) -> dict[EntrantId, Series]:
    """Return the series of everyone who has a result."""
    series: dict[EntrantId, Series] = {}
    for table in tables:
        tally(series, table)
    return series


def read_field(competitors: Sequence[Competitor], tables: Sequence[Table]) -> ScoredField:
    """Return the cards of an arena: each table with a result is a turn, numbered for each entrant."""
    index = {each.id: at for at, each in enumerate(competitors)}
    cards = [Card() for _ in competitors]
    series: dict[EntrantId, Series] = {}
    for table in tables:
        worth = tally(series, table)
        if table.result is None:
            continue
        for seat, entrant in enumerate(table.entrants):
            card = cards[index[entrant]]
            others = tuple(index[other] for other in table.entrants if other != entrant)
            won, how = table.result.points[seat] == WIN, table.result.how
            card.turns.append(Turn(len(card.turns) + 1, how, worth[seat], others, won=won, met=table.was_played))
            card.score += worth[seat]
    return ScoredField(competitors, cards, 1, frozenset(), ARENA)
