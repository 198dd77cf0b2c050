"""Play matches of an engine alone: at random, and again with one secret changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel, JsonValue

from engines.kit import AddressedFact, AnyEngine, BadOptionsError, Chance, Draw, GameOptions, Phase, SeatId, open_phase
from tests.information.tables import table_of
from tests.sampling import more
from tests.secrecy.twins.secret_options import otherwise_secret
from tests.secrecy.twins.twin import TwoSeeds

Json = Any

Moves: TypeAlias = Mapping[SeatId, JsonValue | None]

MATCHES: Final = 6 * more()
"""Matches of each variant."""

_ABSENT: Final = (0.1, 0.0, 0.3, 0.1, 0.0, 1.0)
"""How likely a seat is to be silent, by match: where all are silent, there are ties."""


@dataclass(frozen=True, slots=True)
class Step:
    """The set-up, or the close of a phase with its moves; `others` are moves that might have been made instead."""

    moves: Moves
    others: Moves
    draws: tuple[Draw, ...]
    facts: tuple[AddressedFact, ...]

    @property
    def phase(self) -> Phase | None:
        """The phase that is open after this step; None if the match is over."""
        phase = open_phase(self.facts)
        return phase if isinstance(phase, Phase) else None


class Play:
    """A match in progress. `views` are those of its seats; `steps` its history, the close of phase 1 at index 1."""

    def __init__(self, engine: AnyEngine, options: GameOptions, chance: Callable[[int], Chance | TwoSeeds]) -> None:
        self.engine = engine
        self.steps: list[Step] = []
        self._chance = chance
        public = engine.public_options(options)
        self.views: dict[SeatId, Any] = {seat.id: engine.look(seat.id, public) for seat in engine.seats(options)}
        self._truth = engine.start(options)
        drawn = chance(0)
        self._tell({}, {}, engine.setup(options, drawn), drawn)

    @property
    def phase(self) -> Phase | None:
        return self.steps[-1].phase

    def close(self, moves: Moves, others: Moves | None = None) -> None:
        """Close the open phase; raises IllegalMoveError where a seat's view forbids its move."""
        checked: dict[SeatId, BaseModel | None] = {
            seat: None if move is None else self.engine.check(self.views[seat], move) for seat, move in moves.items()
        }
        drawn = self._chance(len(self.steps))
        self._tell(moves, others or {}, self.engine.resolve(self._truth, checked, drawn), drawn)

    def some_moves(self, random: Random) -> dict[SeatId, JsonValue | None]:
        """Return a legal move for each seat of the open phase."""
        phase = self.phase
        assert phase is not None
        return {seat: self.engine.sample(self.views[seat], random).model_dump(mode="json") for seat in phase.seats}

    def _tell(self, moves: Moves, others: Moves, facts: Sequence[AddressedFact], chance: Chance | TwoSeeds) -> None:
        for addressed in facts:
            self._truth = self.engine.evolve(self._truth, addressed.fact)
            for seat, view in self.views.items():
                if addressed.audience.includes(seat):
                    self.views[seat] = self.engine.fold(view, addressed.fact)
        self.steps.append(Step(moves, others, tuple(chance.draws), tuple(facts)))


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played to its end, with everything needed to play it again."""

    name: str
    engine: AnyEngine
    options: GameOptions
    seed: bytes
    steps: Sequence[Step]

    @property
    def seats(self) -> list[SeatId]:
        return [seat.id for seat in self.engine.seats(self.options)]


def matches_of(engine: AnyEngine, numbers: Iterable[int] = range(MATCHES)) -> list[Match]:
    """Return random matches of every variant, most of them with some options changed and with absent seats."""
    return [_played(engine, variant, number) for number in numbers for variant in engine.variants]


def _played(engine: AnyEngine, variant: str, number: int) -> Match:
    random = Random(f"{engine.name} {variant} {number}")
    options = _some_options(engine, variant, random) if number else engine.options(variant, {})
    absent, seed = _ABSENT[number % len(_ABSENT)], random.randbytes(32)
    play = Play(engine, options, lambda phase: Chance(seed, phase))
    while play.phase is not None:
        moves = {seat: None if random.random() < absent else move for seat, move in play.some_moves(random).items()}
        play.close(moves, others=play.some_moves(random))
    return Match(f"{variant}, match {number}", engine, options, seed, play.steps)


def _some_options(engine: AnyEngine, variant: str, random: Random) -> GameOptions:
    """
    Return options of a variant, with random values for enumerated options, and sometimes those that the table adds.
    """
    chosen: dict[str, Json] = dict(random.choice((*table_of(engine.name).also, {})))
    for name, field in engine.options_type.model_fields.items():
        kind = field.annotation
        values = (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
        if values and name != "variant" and random.random() < 0.5:
            chosen[name] = random.choice(values)
    try:
        options: GameOptions = engine.options(variant, chosen)
    except BadOptionsError:
        options = engine.options(variant, {})
    return otherwise_secret(engine, options, random)
