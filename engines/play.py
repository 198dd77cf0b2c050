"""Whole matches without a server: each seat plays random moves, sampled from its own view."""

from __future__ import annotations

from random import Random
from typing import Final, Generic, TypeVar

from pydantic import BaseModel

from engines.kit import (
    AddressedFact,
    Chance,
    Draw,
    Engine,
    GameOptions,
    GameTruth,
    GameView,
    Outcome,
    Phase,
    SeatId,
    record,
)

OptionsT = TypeVar("OptionsT", bound=GameOptions)
TruthT = TypeVar("TruthT", bound=GameTruth)
ViewT = TypeVar("ViewT", bound=GameView)
MoveT = TypeVar("MoveT", bound=BaseModel)

MAX_PHASES: Final = 10_000
PASSING: Final = 0.25  # How often an optional move is omitted, so that both branches are played.


@record
class Step(Generic[MoveT]):
    """A closed phase, or the set-up, which has no phase and no moves."""

    phase: Phase | None
    moves: dict[SeatId, MoveT | None]
    draws: tuple[Draw, ...]
    facts: tuple[AddressedFact, ...]


@record
class Playthrough(Generic[MoveT]):
    """A match from its set-up to its outcome."""

    steps: tuple[Step[MoveT], ...]
    outcome: Outcome


class EndlessMatchError(Exception):
    """A match did not end within `MAX_PHASES` phases: a bug of its rules."""


def play(
    engine: Engine[OptionsT, TruthT, ViewT, MoveT],
    options: OptionsT,
    seed: bytes,
    random: Random,
    absent: float = 0.0,
) -> Playthrough[MoveT]:
    """
    Play one match.

    Args:
        engine: The game.
        options: Complete options.
        seed: The match's secret, 32 bytes.
        random: The source of the sampled moves. The rules do not use it.
        absent: The probability that a seat misses a phase, 0 to 1.

    Raises:
        EndlessMatchError: The match outlasts `MAX_PHASES`.
    """
    public = engine.public_options(options)
    views = {seat.id: engine.look(seat.id, public) for seat in engine.seats(options)}
    chance = Chance(seed, 0)
    resolution = engine.opening(options, chance)
    steps: list[Step[MoveT]] = [Step(None, {}, tuple(chance.draws), tuple(resolution.facts))]
    while True:
        for addressed in resolution.facts:
            audience, fact = addressed.audience, addressed.fact
            for seat in views if audience.everyone else audience.seats:
                views[seat] = engine.fold(views[seat], fact)
        phase = engine.phase(resolution.truth)
        if isinstance(phase, Outcome):
            return Playthrough(tuple(steps), phase)
        if len(steps) > MAX_PHASES:
            raise EndlessMatchError(f"{engine.name} is still running after {MAX_PHASES} phases")
        moves = {
            seat: None if _stays_silent(phase, seat, random, absent) else engine.sample(views[seat], random)
            for seat in phase.seats
        }
        chance = Chance(seed, phase.number)
        resolution = engine.closing(resolution.truth, moves, chance)
        steps.append(Step(phase, moves, tuple(chance.draws), tuple(resolution.facts)))


def _stays_silent(phase: Phase, seat: SeatId, random: Random, absent: float) -> bool:
    silent = max(absent, PASSING) if seat in phase.may else absent
    return silent > 0 and random.random() < silent
