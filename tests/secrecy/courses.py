"""
Two courses of one match that a viewer cannot tell apart, though the others move differently.

What the viewer may know is what the tables of information say (`tests.server.information`), not what the code tells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from pydantic import JsonValue

from engines.chance import Chance
from engines.contract import AnyEngine, Fact, GameOptions, IllegalMoveError, SeatId, Viewer, seat_id
from tests.engines.table import SEED, Table
from tests.server.information import is_told

Json = Any

Moves: TypeAlias = dict[SeatId, JsonValue]
"""The moves of one phase; a seat that is absent is missing."""

TRIES = 40


def indistinguishable(
    engine: AnyEngine, options: GameOptions, viewer: Viewer, random: Random, phases: int
) -> tuple[list[Moves], list[Moves]]:
    """
    The moves of two courses, phase by phase, with the same draws: those of a server whose seed is `SEED`.

    The viewer's own moves are the same in both. They end after this many phases, or where the match ends, or where
    no other moves of the others would tell the viewer the same.
    """
    one, other = _Course(engine, options), _Course(engine, options)
    courses: tuple[list[Moves], list[Moves]] = ([], [])
    while not one.table.over and len(courses[0]) < phases:
        moves = one.sampled(random)
        told = one.told(viewer, one.resolve(moves))
        changed = _changed(other, viewer, moves, told, random)
        if changed is None:
            break
        for course, table, chosen in ((courses[0], one, moves), (courses[1], other, changed)):
            course.append(dict(chosen))
            table.close(chosen)
    return courses


def _changed(other: _Course, viewer: Viewer, moves: Moves, told: list[Json], random: Random) -> Moves | None:
    """Moves of the same seats, the viewer's own among them, that tell the viewer the same; others than these first."""
    for attempt in range(TRIES + 1):
        # The more seats change, the more is hidden, and the less often does it show nowhere.
        others = [seat for seat in moves if seat != viewer]
        chosen = random.sample(others, random.randint(min(1, len(others)), len(others))) if attempt < TRIES else []
        sampled = other.table.sampled(random)
        changed = {seat: sampled[seat] if seat in chosen else move for seat, move in moves.items()}
        try:
            facts = other.resolve(changed)
        except IllegalMoveError:
            continue  # The very same moves need not be legal on the other course.
        if other.told(viewer, facts) == told and (changed != moves or attempt == TRIES):
            return changed
    return None


class _Course:
    """A table, and all its facts so far as a log would hold them."""

    def __init__(self, engine: AnyEngine, options: GameOptions) -> None:
        self.table = Table(engine, options)
        public = engine.public_options(options).model_dump(mode="json")
        self._facts: list[Json] = [{"type": "match_created", "options": public, "open_log": False}]
        self._facts += self._stored(self.table.facts)

    def sampled(self, random: Random) -> Moves:
        """Random legal moves; a seat is absent now and then."""
        return {seat_id(seat): move for seat, move in self.table.sampled(random, absent=0.1).items()}

    def resolve(self, moves: Mapping[SeatId, JsonValue]) -> list[Fact]:
        """What closing the phase with these moves would lead to."""
        table, phase = self.table, self.table.phase
        checked = {
            seat: table.engine.check(table.views[seat], moves[seat]) if seat in moves else None for seat in phase.seats
        }
        return table.engine.resolve(table.truth, checked, Chance(SEED, phase.number))

    def close(self, moves: Moves) -> None:
        self.table.close({str(seat): move for seat, move in moves.items()})
        self._facts += self._stored(self.table.facts)

    def told(self, viewer: Viewer, facts: Sequence[Fact]) -> list[Json]:
        """Those of the facts that the viewer may know."""
        stored = self._stored(facts)
        before = [*self._facts, *stored]
        return [fact for at, fact in enumerate(stored, len(self._facts)) if self._may_know(viewer, fact, before[:at])]

    def _may_know(self, viewer: Viewer, fact: Json, before: Sequence[Json]) -> bool:
        return is_told(viewer, fact, before, self.table.seats)

    def _stored(self, facts: Sequence[Fact]) -> list[Json]:
        contents = self.table.engine.contents
        return [contents.dump_python(fact.content, mode="json") for fact in facts]
