"""Matches without a server, for moves whose legality depends on random draws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from engines.kit import AnyEngine, Chance, GameOptions, GameView, Outcome, Phase, SeatId, open_phase

MOST_MATCHES = 300


def moments(engine: AnyEngine, options: GameOptions) -> Iterator[tuple[Phase, SeatId, GameView]]:
    """Yield each seat that must act, in each phase of several random matches, with its view; the same every time."""
    for match in range(MOST_MATCHES):
        yield from _moments_of(engine, options, match.to_bytes(32, "big"), Random(match))


def _moments_of(
    engine: AnyEngine, options: GameOptions, seed: bytes, random: Random
) -> Iterator[tuple[Phase, SeatId, GameView]]:
    public = engine.public_options(options)
    views = {seat.id: engine.look(seat.id, public) for seat in engine.seats(options)}
    truth = engine.start(options)
    facts = engine.setup(options, Chance(seed, 0))
    for _ in count():
        for addressed in facts:
            truth = engine.evolve(truth, addressed.fact)
            for seat, view in views.items():
                if addressed.audience.includes(seat):
                    views[seat] = engine.fold(view, addressed.fact)
        phase = open_phase(facts)
        if isinstance(phase, Outcome):
            return
        for seat in phase.seats:
            yield phase, seat, views[seat]
        moves = {seat: engine.sample(views[seat], random) for seat in phase.seats}
        facts = engine.resolve(truth, moves, Chance(seed, phase.number))
