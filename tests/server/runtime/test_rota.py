"""What is done regularly for many by one timer; time is simulated."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from server.runtime.clock.rota import Rota
from tests.simulated_time import Simulated, simulated

MANY = 1_000


@pytest.mark.parametrize("seconds", [0.01, 1.0, 25.0])
def test_each_member_is_called_once_in_each_period(seconds: float) -> None:
    async def run(seconds: float, _: Simulated) -> list[float]:
        loop, called = asyncio.get_running_loop(), list[float]()
        rota = Rota[str](seconds, lambda _: called.append(loop.time()))
        joined_at = loop.time()
        rota.join("ada")
        while len(called) < 5:  # noqa: ASYNC110  # Time passes only while the loop sleeps.
            await asyncio.sleep(seconds / 1000)
        return [at - joined_at for at in called]

    called = simulated(run, seconds)

    assert called == pytest.approx([seconds * number for number in range(1, 6)], abs=0.02 + seconds / 20)


def test_many_members_are_called_some_at_a_time() -> None:
    """
    Other calls have their turn in between.
    """

    async def run(members: int, _: Simulated) -> list[list[int]]:
        called = list[list[int]]()
        rota = Rota[int](25, lambda some: called.append(list(some)))
        for member in range(members):
            rota.join(member)
        while sum(map(len, called)) < members:  # noqa: ASYNC110
            await asyncio.sleep(1)
        return called

    called = simulated(run, MANY)

    assert sorted(member for some in called for member in some) == list(range(MANY))
    assert max(map(len, called)) <= MANY / 10


def test_who_has_left_is_not_called_even_if_its_turn_has_begun() -> None:
    async def run(members: int, _: Simulated) -> set[int]:
        called, places = set[int](), dict[int, int]()

        def leave_others(some: Sequence[int]) -> None:
            called.update(some)
            for member in set(places) - called:
                rota.leave(member, places.pop(member))

        rota = Rota[int](1, leave_others)
        places.update({member: rota.join(member) for member in range(members)})
        await asyncio.sleep(3)
        return called

    called = simulated(run, MANY)

    assert 0 < len(called) <= MANY / 10


def test_without_members_nothing_is_scheduled() -> None:
    async def run(_: None, __: Simulated) -> list[bool]:
        rota = Rota[str](25, lambda _: None)
        scheduled = [rota.is_running]
        place = rota.join("ada")
        scheduled.append(rota.is_running)
        rota.leave("ada", place)
        rota.leave("ada", place)
        return [*scheduled, rota.is_running]

    assert simulated(run, None) == [False, True, False]
