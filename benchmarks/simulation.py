"""Random matches in process, every seat by its own view."""

from __future__ import annotations

from itertools import count
from random import Random
from time import perf_counter

from benchmarks.report import Row
from engines.catalogue import GAMES
from engines.play import play


def measure(seconds: float) -> list[Row]:
    """Play every variant of every game for so long."""
    return [_measure(game, variant, seconds) for game, engine in GAMES.items() for variant in engine.variants]


def _measure(game: str, variant: str, seconds: float) -> Row:
    engine = GAMES[game]
    options = engine.options(variant, {})
    decisions = matches = 0
    begun = perf_counter()
    for number in count():
        random = Random(number)
        course = play(engine, options, random.randbytes(32), random)
        decisions += sum(move is not None for step in course.steps for move in step.moves.values())
        matches += 1
        if (spent := perf_counter() - begun) >= seconds:
            break
    return Row(
        figure=f"simulated matches/s, {game} {variant}",
        value=f"{matches / spent:.0f}/s, {decisions / spent:.0f} decisions/s",
    )
