"""
How often each level of a game's bots beats the levels below, and the processor time of a move (docs/bots.md).

The engines are driven directly, with seeds that are always the same. One side plays by the level and all other seats
by a lower one; sides take turns. A side is a seat, or all seats of a team. It beats the others if it bears `winner` at
the end. `python -m benchmarks.bots [GAME …] [--matches N]` measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Annotated, Final

import typer

from benchmarks.report import Row, show
from engines import bots
from engines.catalogue import GAMES
from engines.kit import RANDOM, AnyEngine, Chance, Level, Outcome, SeatId

MEASURED: Final[tuple[tuple[Level, Level], ...]] = (("medium", RANDOM), ("strong", RANDOM), ("strong", "medium"))
"""Levels, and that of all others."""


@dataclass
class Result:
    """What came of some matches: how many, won, the pairs of rivals in them, those ahead of, seconds of each move."""

    matches: int = 0
    won: int = 0
    by_chance: float = 0.0
    rivals: int = 0
    behind: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def wins(self) -> float:
        return self.won / self.matches


def measure(games: Sequence[str], matches: int) -> list[Row]:
    """Measure these games, every variant and level."""
    rows = []
    for game in games:
        for variant in GAMES[game].variants:
            for level, others in MEASURED:
                found = compete(GAMES[game], variant, level, matches, others)
                found.seconds.sort()
                worst, most = found.seconds[-1], found.seconds[int(len(found.seconds) * 0.999)]
                rows.append(
                    Row(
                        figure=f"{game} {variant}, {level} against {others}",
                        value=f"wins {found.wins:.1%}, ahead of {found.behind / found.rivals:.1%} of rivals; "
                        f"ms a move: mean {1000 * sum(found.seconds) / len(found.seconds):.1f}, "
                        f"99.9 % {1000 * most:.0f}, most {1000 * worst:.0f}",
                        ceiling=f"{found.by_chance / found.matches:.0%} by chance",
                    )
                )
                show(rows[-1:])
    return rows


def compete(engine: AnyEngine, variant: str, level: Level, matches: int, others: Level = RANDOM) -> Result:
    """Play matches of a level against bots of another; the sides take turns."""
    result = Result()
    options = engine.options(variant, {})
    sides = _sides(engine, options)
    for number in range(matches):
        side = sides[number % len(sides)]
        levels = {seat.id: level if seat.id in side else others for seat in engine.seats(options)}
        outcome = _play(engine, options, levels, Random(f"{variant} {number}"), result.seconds)
        rivals = [seat for seat in _rivals(engine, options, side[0]) if seat not in side]
        result.matches += 1
        result.won += "winner" in outcome.consequences.get(side[0], [])
        result.by_chance += _winners(outcome, (*side, *rivals)) / (len(side) + len(rivals))
        result.rivals += len(rivals)
        result.behind += sum(outcome.rank[seat] > outcome.rank[side[0]] for seat in rivals)
    return result


def _sides(engine: AnyEngine, options: object) -> list[tuple[SeatId, ...]]:
    """Return the seats of each team; without teams each seat is a side of its own."""
    by_team: dict[str, list[SeatId]] = {}
    for seat in engine.seats(options):
        by_team.setdefault(seat.team or seat.id, []).append(seat.id)
    return [tuple(seats) for seats in by_team.values()]


def _rivals(engine: AnyEngine, options: object, own: SeatId) -> list[SeatId]:
    """Return the seats with which a seat competes: those of its realm, or all if there are none or teams."""
    seats = {seat.id: seat for seat in engine.seats(options)}
    alone = seats[own].realm is None or seats[own].team is not None
    return [seat.id for seat in seats.values() if alone or seat.realm == seats[own].realm]


def _winners(outcome: Outcome, seats: Sequence[SeatId]) -> int:
    return sum("winner" in outcome.consequences.get(seat, []) for seat in seats)


def _play(
    engine: AnyEngine, options: object, levels: Mapping[SeatId, Level], random: Random, seconds: list[float]
) -> Outcome:
    public = engine.public_options(options)
    views = {seat.id: engine.look(seat.id, public) for seat in engine.seats(options)}
    seed = random.randbytes(32)
    resolution = engine.opening(options, Chance(seed, 0))
    while True:
        for addressed in resolution.facts:
            for seat in views if addressed.audience.everyone else addressed.audience.seats:
                views[seat] = engine.fold(views[seat], addressed.fact)
        phase = engine.phase(resolution.truth)
        if isinstance(phase, Outcome):
            return phase
        moves = {}
        for seat in phase.seats:
            begun = process_time()
            moves[seat] = bots.choose(engine, views[seat], levels[seat], random)
            if levels[seat] != RANDOM:
                seconds.append(process_time() - begun)
        resolution = engine.closing(resolution.truth, moves, Chance(seed, phase.number))


def main(
    games: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(GAMES)}; all, if none is named.")] = None,
    matches: Annotated[int, typer.Option(help="How many of each variant and level.")] = 400,
) -> None:
    """Measure and print a row for each variant and level."""
    show(measure(games or list(GAMES), matches))


if __name__ == "__main__":
    typer.run(main)
