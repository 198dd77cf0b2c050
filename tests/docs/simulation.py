"""Matches without a server, for moves whose legality depends on random draws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.kit import AnyEngine, GameOptions, GameView, Phase, SeatId
from tests.engines.table import Table

MOST_MATCHES = 300


def moments(engine: AnyEngine, options: GameOptions) -> Iterator[tuple[Phase, SeatId, GameView]]:
    """Yield each seat that must act, in each phase of several random matches, with its view; the same every time."""
    for match in range(MOST_MATCHES):
        table, random = Table(engine, options, match.to_bytes(32, "big")), Random(match)
        while not table.over:
            for seat in table.phase.seats:
                yield table.phase, seat, table.views[seat]
            table.close(table.sampled(random))
