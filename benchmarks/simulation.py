"""Random matches in process, every seat by its own view; with a profile of the slowest game."""

from __future__ import annotations

import cProfile
import pstats
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from benchmarks.report import Row
from engines.catalogue import GAMES
from engines.play import play

_LINES = 12


@dataclass(frozen=True, slots=True)
class _Rate:
    game: str
    variant: str
    matches: float
    decisions: float


def measure(seconds: float) -> tuple[list[Row], str]:
    """Play every variant of every game for `seconds`; also return a profile of the slowest."""
    rates = [_measure(game, variant, seconds) for game, engine in GAMES.items() for variant in engine.variants]
    rows = [
        Row(
            figure=f"simulated matches/s, {rate.game} {rate.variant}",
            value=f"{rate.matches:.0f}/s, {rate.decisions:.0f} decisions/s",
        )
        for rate in rates
    ]
    return rows, _profile(min(rates, key=lambda rate: rate.decisions), seconds)


def _measure(game: str, variant: str, seconds: float) -> _Rate:
    engine = GAMES[game]
    options = engine.options(variant, {})
    decisions = matches = 0
    begun = process_time()
    for number in count():
        random = Random(number)
        course = play(engine, options, random.randbytes(32), random)
        decisions += sum(move is not None for step in course.steps for move in step.moves.values())
        matches += 1
        if (spent := process_time() - begun) >= seconds:
            break
    return _Rate(game, variant, matches / spent, decisions / spent)


def _profile(slowest: _Rate, seconds: float) -> str:
    """Return the functions in which most time is spent, each without those that it calls."""
    profile = cProfile.Profile()
    profile.runcall(_measure, slowest.game, slowest.variant, seconds)
    # By place and name: `get_stats_profile` keeps only one function of each name.
    functions: dict[tuple[str, int, str], Any] = vars(pstats.Stats(profile))["stats"]
    ranked = sorted(functions.items(), key=lambda function: -function[1][2])
    total = sum(own for _, _, own, _, _ in functions.values())
    lines = [
        f"  {own / total:5.1%}  {calls:>9} calls  {Path(file).parent.name}/{Path(file).name}: {name}"
        for (file, _, name), (_, calls, own, _, _) in ranked[:_LINES]
    ]
    return "\n".join([f"A decision takes longest in {slowest.game} {slowest.variant}; its time goes to", *lines])
