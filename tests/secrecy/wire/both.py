"""Both servers, alike in all but what the viewer may not know, and the first difference between their wires."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from engines.kit import SPECTATOR
from server.runtime.outside.calls import Outside
from tests.information.tables import shows_all_moves
from tests.secrecy.twins.courses import Courses, indistinguishable
from tests.secrecy.twins.search import Course
from tests.secrecy.wire.mail import Mail
from tests.secrecy.wire.sides import Case, Side
from tests.secrecy.wire.wire import Dice, Wire
from tests.server.world import NoPushService, PublicNames, World, outside_world

Json = Any

Through: TypeAlias = Callable[[World], AbstractAsyncContextManager[object]]

TRIES: Final = 10

VAPID: Final = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
"""The key by which push services know both servers: a player is told the public one."""


async def both(
    case: Case, template: Path, folder: Path, dice: Dice, *, phases: int, through: Through = nullcontext
) -> tuple[Wire, Wire]:
    """
    Return what came over the viewer's wires to each server.

    `through`: what lies between the players and a server, for as long as they play.
    """
    wires: list[Wire] = []
    case, courses_of_both = _courses(case, phases)
    for name, courses in zip(("one", "other"), courses_of_both, strict=True):
        database = shutil.copyfile(template, folder / f"{name}.db")
        dice.rethrow("set-up")
        # The number of calls must be equal and within the limit, because replies contain what remains of it.
        settings = {"rate_per_token": 1e6, "rate_per_address": 1e6, "trusted_proxies": "127.0.0.1"}
        outside = Outside(NoPushService(), mail := Mail(), PublicNames())
        async with outside_world(f"sqlite:///{database}", outside, heartbeat_seconds=3600, **settings) as world:
            await world.app.state.server.push.subscriptions.keep_secret(VAPID)
            async with through(world):
                wires.append(await Side(world, mail, dice, case, other=name == "other").play(courses))
    return wires[0], wires[1]


@cache
def _courses(case: Case, phases: int) -> tuple[Case, tuple[Courses, Courses]]:
    """Return those two courses, among some, that differ in most phases; in a match too short for it, nobody lags."""
    lags = bool(case.lag) and case.viewer == SPECTATOR
    for most in range(phases, 0, -1) if lags else (phases,):
        made = (
            indistinguishable(case.game, case.variant, case.viewer, Random(seed), phases=most, lag=case.lag)
            for seed in range(TRIES)
        )
        best = _best(made, case.lag - 1 if lags else 0, most)
        untold, told = _hidden(best)
        if untold or not lags:
            assert told or shows_all_moves(case.game), "nothing is hidden on any course"
            return case, best
    return _courses(case._replace(lag=0), phases)


def _best(some: Iterable[tuple[Courses, Courses]], untold: int, told: int) -> tuple[Courses, Courses]:
    """Return the first of those that hide most; after one that hides as much as any can, no other is made."""
    made = []
    for courses in some:
        made.append(courses)
        if _hidden(courses) >= (untold, told):
            break
    return max(made, key=_hidden)


def _hidden(courses: tuple[Courses, Courses]) -> tuple[int, int]:
    """Count the phases with differing moves of others: those hidden from the viewer, and the rest."""
    one, other = courses
    untold = sum(_moves(of) != _moves(like) for of, like in zip(one.untold, other.untold, strict=False))
    return untold, sum(_moves(of) != _moves(like) for of, like in zip(one.told, other.told, strict=True))


def _moves(course: Course) -> list[Json]:
    return [final.move for final in course.finals.values()]


def difference(one: Wire, other: Wire) -> str | None:
    """Return the first thing that differs between the two wires."""
    for (name, data), (other_name, other_data) in zip(one.record, other.record, strict=False):
        if (name, data) != (other_name, other_data):
            return f"{name}\n{data!r}\n{other_name}\n{other_data!r}"
    return None if len(one.record) == len(other.record) else "there is more on one than on the other"
