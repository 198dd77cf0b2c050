"""What many callers ask for is done together, and each gets its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from server.access import codes
from server.access.errors import UnavailableError
from server.runtime.database.gathered import Gathered
from tests.simulated_time import Simulated, simulated


class _Statement:
    """Doubles numbers once it is let; `done` has what was done together."""

    def __init__(self) -> None:
        self.done: list[list[int]] = []
        self.may_run = asyncio.Event()
        self.fails_with: Exception | None = None

    async def run(self, numbers: Sequence[int]) -> list[int]:
        self.done.append(list(numbers))
        await self.may_run.wait()
        if self.fails_with is not None:
            raise self.fails_with
        return [2 * number for number in numbers]


@pytest.fixture
def statement() -> _Statement:
    return _Statement()


async def _turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_asks_while_a_statement_runs_is_served_by_the_next_one(statement: _Statement) -> None:
    gathered = Gathered(statement.run)
    asking = [asyncio.create_task(gathered.ask(0))]
    await _turns()
    asking += [asyncio.create_task(gathered.ask(number)) for number in range(1, 6)]
    await _turns()

    statement.may_run.set()
    answers = await asyncio.gather(*asking)

    assert answers == [0, 2, 4, 6, 8, 10]
    assert statement.done == [[0], [1, 2, 3, 4, 5]]


async def test_a_statement_is_for_a_limited_number_of_callers(statement: _Statement) -> None:
    gathered = Gathered(statement.run)
    statement.may_run.set()

    answers = await asyncio.gather(*(gathered.ask(number) for number in range(1_000)))

    assert answers == [2 * number for number in range(1_000)]
    assert max(map(len, statement.done)) == 200


def test_statements_that_write_begin_after_a_pause() -> None:
    """
    A submission waits for other writers of a file of SQLite.
    """

    async def run(callers: int, _: Simulated) -> tuple[int, float]:
        statement, loop = _Statement(), asyncio.get_running_loop()
        statement.may_run.set()
        gathered, began = Gathered(statement.run, pause_seconds=10), loop.time()
        for number in range(callers):
            await gathered.ask(number)
        return len(statement.done), loop.time() - began

    assert simulated(run, 1)[1] < 1
    statements, seconds = simulated(run, 4)
    assert statements == 4
    assert 30 <= seconds < 31


async def test_each_caller_hears_that_the_database_does_not_respond_and_the_next_ones_are_served(
    statement: _Statement,
) -> None:
    gathered = Gathered(statement.run)
    statement.may_run.set()
    statement.fails_with = UnavailableError(codes.DATABASE_UNAVAILABLE, "silent")

    failed = await asyncio.gather(gathered.ask(1), gathered.ask(2), return_exceptions=True)
    statement.fails_with = None
    served = await gathered.ask(3)

    assert [type(error) for error in failed] == [UnavailableError, UnavailableError]
    assert failed[0] is not failed[1]
    assert served == 6


async def test_a_caller_that_gives_up_takes_nothing_from_the_others(statement: _Statement) -> None:
    gathered = Gathered(statement.run)
    asking = [asyncio.create_task(gathered.ask(number)) for number in (1, 2)]
    await _turns()
    asking[0].cancel()
    await _turns()

    statement.may_run.set()

    assert await asking[1] == 4
    assert await gathered.ask(3) == 6
