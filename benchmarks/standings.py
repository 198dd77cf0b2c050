"""Standings of many entrants compared with those of few: by byte of the JSON, they should cost the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import orjson

from benchmarks.report import Row
from server.operations.serving.one_process import spare_the_garbage_collector
from server.time_slices import at_once
from server.tournaments.rounds import EntrantId, Result, Round, Table
from server.tournaments.standings.cards import Competitor
from server.tournaments.standings.codes import DEFAULTS
from server.tournaments.standings.documents import json_rows
from server.tournaments.standings.table import compute

ROUNDS = 9
FEW = 10
REPEATS = 15
_RESULTS = [Result("played", (2, 0)), Result("played", (0, 2)), Result("played", (1, 1)), Result("forfeit", (2, 0))]


def measure(entrants: int) -> list[Row]:
    """Compute and encode the standings of a Swiss tournament with this many entrants, and with few, in turns."""
    spare_the_garbage_collector()  # As the server does.
    large, small = _standings(entrants), _standings(FEW)
    times_small = entrants // FEW
    size_large, size_small = large(), times_small * small()
    spent: list[tuple[float, float]] = []
    for _ in range(REPEATS):
        begun = process_time()
        large()
        between = process_time()
        for _ in range(times_small):
            small()
        spent.append((between - begun, process_time() - between))
    seconds_large, seconds_small = (median(side) for side in zip(*spent, strict=True))
    return [
        Row(
            figure=f"standings of {entrants:,} entrants after {ROUNDS} rounds, by byte",
            value=f"{1e3 * seconds_large:.0f} ms, {1e9 * seconds_large / size_large:.0f} ns a byte",
            ceiling=f"{FEW} entrants: {1e9 * seconds_small / size_small:.0f} ns a byte",
            ratio=median(one / size_large / (other / size_small) for one, other in spent),
            aim="≤ 1.3",
        )
    ]


def _standings(entrants: int) -> Callable[[], int]:
    """Return a function that computes and encodes standings and returns the number of bytes."""
    competitors, rounds = _drawn(entrants)

    def spend() -> int:
        return len(
            orjson.dumps(json_rows(at_once(compute(competitors, rounds, system="swiss", codes=DEFAULTS["swiss"]))))
        )

    return spend


def _drawn(entrants: int) -> tuple[list[Competitor], list[Round]]:
    """Draw results; neighbours by score meet, as in a Swiss tournament."""
    random = Random(1)
    score: dict[EntrantId, int] = {f"e{number}": 0 for number in range(1, entrants + 1)}
    rounds = []
    for number in range(1, ROUNDS + 1):
        order = sorted(score, key=lambda entrant: (-score[entrant], random.random()))
        tables = []
        for at, two in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            result = random.choice(_RESULTS)
            tables.append(Table(at, two, result))
            for entrant, points in zip(two, result.points, strict=True):
                score[entrant] += points
        rounds.append(Round(number, tuple(tables)))
    return [Competitor(entrant, lot) for lot, entrant in enumerate(score)], rounds
