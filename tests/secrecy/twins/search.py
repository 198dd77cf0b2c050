"""Find another course of a phase that, by the rulebooks' tables of information, looks the same to the viewer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pydantic import BaseModel, JsonValue

from engines.kit import AddressedFact, IllegalMoveError, Phase, SeatId
from server.access.errors import RefusedError
from tests.secrecy.twins.twin import Fate, Twin

Json = Any

FOG_CLOUD = "3"

_BOLD, _CAREFUL = 3, 9
"""How often the search changes everything hidden at once, and how often a little of it."""

_LABELS = 6
"""How many draws the search changes one by one."""


@dataclass(frozen=True, slots=True)
class Final:
    """A seat's submission when the phase closes; without a move there is none."""

    move: JsonValue | None
    keep_thinking: bool = False

    @property
    def complete(self) -> bool:
        """Whether an early close need not wait for this seat."""
        return self.move is not None and not self.keep_thinking


@dataclass(frozen=True, slots=True)
class Course:
    """How a phase ends: one final submission for each of its seats, and its chance."""

    finals: Mapping[SeatId, Final]
    fate: Fate


def resolved(world: Twin, course: Course) -> list[AddressedFact]:
    """Return the facts with which this course would close the open phase; the world stays unchanged."""
    chance = course.fate.chance(open_phase_of(world).number)
    return world.terms.engine.resolve(world.state.truth, moves_of(world, course), chance)


def moves_of(world: Twin, course: Course) -> dict[SeatId, BaseModel | None]:
    """The moves in the form that the engine takes."""
    read = world.terms.engine.moves.validate_python
    return {seat: None if final.move is None else read(final.move) for seat, final in course.finals.items()}


def open_phase_of(world: Twin) -> Phase:
    if world.state.phase is None:
        raise AssertionError("asked of a match that does not run")
    return world.state.phase


def some_course(world: Twin, seed: bytes, random: Random) -> Course:
    """Let each seat act at random, some not at all, and none in a phase that opens after its deadline."""
    phase = open_phase_of(world)
    finals = {}
    for seat in phase.seats:
        absent = not world.has_time or random.random() < (0.25 if seat in phase.may else 0.08)
        keep_thinking = random.random() < (0.1 if phase.early_close else 0.3)
        finals[seat] = Final(None) if absent else Final(_preferred(world, seat, random), keep_thinking)
    return Course(finals, Fate(seed, seed))


def _preferred(world: Twin, seat: SeatId, random: Random) -> JsonValue:
    """Return a legal move; often one that hides something, in games where few moves do."""
    tries = [sampled(world, seat, random) for _ in range(3)]
    return next((move for move in tries if isinstance(move, dict) and move.get("spell") == FOG_CLOUD), tries[0])


def sampled(world: Twin, seat: SeatId, random: Random) -> JsonValue:
    """Return a random legal move by the seat's own view."""
    view = world.live.projection(seat).game
    move: JsonValue = world.terms.engine.sample(view, random).model_dump(mode="json")
    return move


def is_legal(world: Twin, seat: SeatId, move: JsonValue) -> bool:
    """Return whether a move is legal by the seat's own view and already canonical."""
    engine = world.terms.engine
    try:
        legal: BaseModel = engine.check(world.live.projection(seat).game, move)
    except IllegalMoveError:
        return False
    canonical: JsonValue = legal.model_dump(mode="json")
    return canonical == move


def legal_or_other(world: Twin, seat: SeatId, move: JsonValue) -> JsonValue:
    """Return the move, or another if it is illegal in this world."""
    return move if is_legal(world, seat, move) else sampled(world, seat, Random(f"instead of {move}"))


def bring_about(world: Twin, course: Course, order: Sequence[SeatId] | None = None) -> None:
    """Bring every seat to its final submission, in this order; a phase past its deadline takes none."""
    for seat in order or list(course.finals):
        final = course.finals[seat]
        with suppress(RefusedError):
            if final.move is not None:
                world.submit(seat, final.move, keep_thinking=final.keep_thinking)
            elif seat in world.state.submissions:
                world.withdraw(seat)


@dataclass(frozen=True, slots=True)
class Search:
    """
    Search for another end of a phase in `world` that looks the same to its viewer.

    `like` is the course to imitate, `known` what the viewer may know of its result. Only the finals of `seats` and the
    draws of `labels` are changed.
    """

    world: Twin
    like: Course
    known: list[Json]
    seats: Collection[SeatId]
    labels: Collection[str]
    seed: bytes

    def run(self, random: Random) -> Course | None:
        """Return the course with the most hidden differences; None if even the same moves would be visible."""
        same = self._as_here()
        found = same if self._looks_alike(same) else None
        if not self.seats and not self.labels:
            return found
        for _ in range(_BOLD):
            candidate = self._changed(same, list(self.seats), list(self.labels), random)
            if self._looks_alike(candidate):
                found = candidate
                break
        for label in random.sample(list(self.labels), min(len(self.labels), _LABELS)):
            base = found or same
            candidate = replace(base, fate=replace(base.fate, redrawn=base.fate.redrawn | {label}))
            if candidate != base and self._looks_alike(candidate):
                found = candidate
        for _ in range(_CAREFUL):
            base = found or same
            candidate = self._swapped(base, random) if random.random() < 0.3 else self._slightly_changed(base, random)
            if candidate != base and self._looks_alike(candidate):
                found = candidate
        return found

    def anything(self, random: Random) -> Course:
        """Return any other course, where its result is not compared."""
        return self._changed(self._as_here(), list(self.seats), list(self.labels), random)

    def _looks_alike(self, course: Course) -> bool:
        return self.world.may_know(resolved(self.world, course)) == self.known

    def _as_here(self) -> Course:
        """Return the other world's course, with other moves for those that are illegal in this world."""
        finals = {
            seat: final if final.move is None else replace(final, move=legal_or_other(self.world, seat, final.move))
            for seat, final in self.like.finals.items()
        }
        return Course(finals, replace(self.like.fate, other=self.seed))

    def _slightly_changed(self, base: Course, random: Random) -> Course:
        seats = random.sample(list(self.seats), min(len(self.seats), random.choice([0, 1, 1, 1, 2])))
        labels = random.sample(list(self.labels), min(len(self.labels), random.choice([0, 0, 1])))
        return self._changed(base, seats, labels, random)

    def _changed(self, base: Course, seats: Collection[SeatId], labels: Collection[str], random: Random) -> Course:
        finals = {
            seat: self._other_final(seat, base.finals[seat], random) if seat in seats else final
            for seat, final in base.finals.items()
        }
        return Course(finals, replace(base.fate, redrawn=base.fate.redrawn ^ frozenset(labels)))

    def _swapped(self, base: Course, random: Random) -> Course:
        """Exchange the moves of two seats, so that sums over all seats stay unchanged."""
        if len(self.seats) < 2:
            return self._slightly_changed(base, random)
        one, two = random.sample(list(self.seats), 2)
        first, second = base.finals[one], base.finals[two]
        if first.move is None or second.move is None:
            return base
        if not is_legal(self.world, one, second.move) or not is_legal(self.world, two, first.move):
            return base
        swapped = {one: replace(first, move=second.move), two: replace(second, move=first.move)}
        return replace(base, finals={**base.finals, **swapped})

    def _other_final(self, seat: SeatId, base: Final, random: Random) -> Final:
        """
        Return another final submission of the seat that is complete if and only if the first is, where that may show.
        """
        phase, like = open_phase_of(self.world), self.like.finals[seat]
        shown = self.world.terms.show_submitted
        if not self.world.has_time:
            return base
        awaited = phase.early_close and seat in phase.awaited
        if shown and like.move is None:
            return base
        must_be_there = shown or (awaited and like.complete)
        if not must_be_there and random.random() < 0.15:
            return Final(None)
        move = sampled(self.world, seat, random)
        if base.move is not None and random.random() < 0.6:
            grafted = _grafted(base.move, move, random)
            move = grafted if is_legal(self.world, seat, grafted) else move
        if awaited:
            # An early close shows that all awaited seats are complete, so the set of complete seats must be the same.
            return Final(move, keep_thinking=not like.complete)
        return Final(move, keep_thinking=random.random() < 0.5)


def _grafted(move: JsonValue, other: JsonValue, random: Random) -> JsonValue:
    """Replace one part of a move by the same part of another move."""
    if isinstance(move, dict) and isinstance(other, dict):
        keys = [key for key in move if key in other and move[key] != other[key]]
        if keys:
            key = random.choice(keys)
            return {**move, key: _grafted(move[key], other[key], random)}
    if isinstance(move, list) and isinstance(other, list) and len(move) == len(other):
        places = [place for place, part in enumerate(move) if part != other[place]]
        if places:
            place = random.choice(places)
            return [*move[:place], _grafted(move[place], other[place], random), *move[place + 1 :]]
    return other
