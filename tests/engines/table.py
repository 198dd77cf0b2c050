"""A table on which any game can be played without a server: moves go in, every viewer folds its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from pydantic import JsonValue

from engines.kit import (
    HOST,
    SPECTATOR,
    AddressedFact,
    AnyEngine,
    BadOptionsError,
    Chance,
    ChannelClosed,
    ChannelOpened,
    Draw,
    Draws,
    Fact,
    GameOptions,
    IllegalMoveError,
    Outcome,
    Phase,
    Viewer,
)

ContentT = TypeVar("ContentT", bound=Fact)

SEED = bytes(range(32))


class Rigged(Draws):
    """The draws of a seed, but with predetermined picks for these labels."""

    def __init__(self, phase: int, rigged: Mapping[str, str], seed: bytes = SEED) -> None:
        self._chance = Chance(seed, phase)
        self._rigged = rigged
        self.draws = self._chance.draws

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        if label not in self._rigged:
            return self._chance.pick(label, candidates, k)
        assert self._rigged[label] in candidates
        self.draws.append(Draw(label, tuple(candidates), (self._rigged[label],)))
        return (self._rigged[label],)


class Table:
    """
    One match. `views` holds the view of each seat, of a spectator and of the host, `told` every viewer's facts.

    `facts` are those of the last resolution, `draws` its draws.
    """

    def __init__(self, engine: AnyEngine, options: GameOptions, seed: bytes = SEED) -> None:
        self.engine = engine
        self._seed = seed
        self.options = options
        self.truth = engine.start(options)
        self.seats = [seat.id for seat in engine.seats(options)]
        public = engine.public_options(options)
        self.views: dict[Viewer, Any] = {
            viewer: engine.look(viewer, public) for viewer in (*self.seats, SPECTATOR, HOST)
        }
        self.told: dict[Viewer, list[Fact]] = {viewer: [] for viewer in self.views}
        self._settle(lambda chance: engine.setup(options, chance), 0, {})

    def close(self, moves: Mapping[str, JsonValue], rigged: Mapping[str, str] | None = None) -> list[Fact]:
        """
        Submit raw moves, each checked against its mover's view, and close the phase; seats that are not listed are
        absent.
        """
        phase = self.phase
        checked = {
            seat: self.engine.check(self.views[seat], moves[seat]) if seat in moves else None for seat in phase.seats
        }
        assert moves.keys() <= checked.keys()
        return self._settle(lambda chance: self.engine.resolve(self.truth, checked, chance), phase.number, rigged or {})

    def sampled(self, random: Random, absent: float = 0.0) -> dict[str, JsonValue]:
        """Return a random legal move of each seat of the phase; some are missing."""
        return {
            seat: self.engine.sample(self.views[seat], random).model_dump(mode="json")
            for seat in self.phase.seats
            if random.random() >= absent
        }

    def moments(self, random: Random, absent: float = 0.0) -> Iterator[None]:
        """Play random moves to the end; yield between two phases, at first and with the match over too."""
        yield
        while not self.over:
            self.close(self.sampled(random, absent))
            yield

    @property
    def phase(self) -> Phase:
        phase = self.engine.phase(self.truth)
        assert isinstance(phase, Phase)
        return phase

    @property
    def is_new(self) -> bool:
        """Return whether nothing but the set-up has happened."""
        return not self.over and self.phase.number == 1

    @property
    def over(self) -> bool:
        return isinstance(self.engine.phase(self.truth), Outcome)

    def finish(self) -> None:
        """Close phases without moves until the match ends."""
        while not self.over:
            self.close({})

    def told_to(self, viewer: str) -> list[Fact]:
        """Return what the viewer was told in the last resolution."""
        return [addressed.fact for addressed in self.facts if addressed.audience.includes(Viewer(viewer))]

    def bytes_of(self, viewer: Viewer) -> bytes:
        return bytes(self.views[viewer].model_dump_json().encode())

    def _settle(
        self, resolve: Callable[[Draws], list[AddressedFact]], phase: int, rigged: Mapping[str, str]
    ) -> list[Fact]:
        chance = Rigged(phase, rigged, self._seed)
        self.facts = resolve(chance)
        self.draws = chance.draws
        for addressed in self.facts:
            self.truth = self.engine.evolve(self.truth, addressed.fact)
            for viewer, view in self.views.items():
                if addressed.audience.includes(viewer):
                    self.views[viewer] = self.engine.fold(view, addressed.fact)
                    self.told[viewer].append(addressed.fact)
        return [addressed.fact for addressed in self.facts]


def told(facts: Sequence[Fact], kind: type[ContentT]) -> list[ContentT]:
    return [fact for fact in facts if isinstance(fact, kind)]


def one(facts: Sequence[Fact], kind: type[ContentT]) -> ContentT:
    (fact,) = told(facts, kind)
    return fact


def refused(table: Table, viewer: Viewer, move: JsonValue) -> tuple[str, str]:
    """Return the code and pointer with which a move is refused."""
    with pytest.raises(IllegalMoveError) as caught:
        table.engine.check(table.views[viewer], move)
    return caught.value.code.name, caught.value.pointer


def refused_options(
    engine: AnyEngine, options: dict[str, JsonValue], variant: str | None = None, *, most: int = 300
) -> tuple[str, str]:
    """Return code and pointer of the refusal, of at most so many characters; the default variant is the first."""
    with pytest.raises(BadOptionsError) as caught:
        engine.options(variant or next(iter(engine.variants)), options)
    assert len(caught.value.message) < most
    return caught.value.code.name, caught.value.pointer


def open_channels(facts: Sequence[Fact]) -> dict[str, tuple[str, ...]]:
    """Return the members of each channel that is open, by what a viewer was told."""
    channels: dict[str, tuple[str, ...]] = {}
    for fact in facts:
        if isinstance(fact, ChannelOpened):
            channels[fact.channel] = fact.members
        elif isinstance(fact, ChannelClosed):
            del channels[fact.channel]
    return channels


def renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 - any JSON
    """Return the same JSON with seats renamed, as field names and as values, both ends of a thread included."""
    if isinstance(value, dict):
        return {renamed(key, names): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(renamed(inner, names) for inner in value)
    return ">".join(names.get(part, part) for part in value.split(">")) if isinstance(value, str) else value


def is_legal(engine: AnyEngine, view: Any, move: JsonValue) -> bool:  # noqa: ANN401 - any game's view
    try:
        engine.check(view, move)
    except IllegalMoveError:
        return False
    return True
