"""However much long work is in progress, only one slice of it runs between two turns of everyone else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from time import perf_counter

import pytest

from server.runtime.time_slices import SLICE_SECONDS, Entrance, Pace, Share, let_threads_in, take_turn

STEP_SECONDS = SLICE_SECONDS / 4


@pytest.fixture
def switch_interval() -> Iterator[None]:
    """Restore the switch interval after a test."""
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


async def test_much_long_work_at_once_delays_others_by_one_slice() -> None:
    steps = 0

    async def work() -> None:
        nonlocal steps
        pace = Pace()
        for _ in range(20):
            until = perf_counter() + STEP_SECONDS
            while perf_counter() < until:
                pass
            steps += 1
            await pace.rest()

    working = [asyncio.create_task(work()) for _ in range(30)]
    await asyncio.sleep(0)  # Each does its first step at once, as a plain call would.
    most, before = 0, steps
    while not all(task.done() for task in working):
        await asyncio.sleep(0)
        most, before = max(most, steps - before), steps

    assert steps == 600
    assert most <= 5


def test_another_thread_asks_for_its_turn_within_a_slice(switch_interval: None) -> None:
    """
    Such as the thread that commits to SQLite, which releases the interpreter lock and takes it again with each step.
    """
    let_threads_in()

    assert sys.getswitchinterval() < SLICE_SECONDS


async def test_a_cancelled_task_takes_no_slice_from_others() -> None:
    async def work() -> None:
        pace = Pace()
        for _ in range(10):
            until = perf_counter() + SLICE_SECONDS
            while perf_counter() < until:
                pass
            await pace.rest()

    working = [asyncio.create_task(work()) for _ in range(6)]
    await asyncio.sleep(0)
    for task in working[::2]:
        task.cancel()

    done = await asyncio.gather(*working, return_exceptions=True)

    assert [error is None for error in done] == [False, True] * 3


async def test_short_work_for_everyone_takes_turns_with_its_share() -> None:
    """A thousand phases to close delay neither a call that folds a log, nor the news, until all are closed."""
    done: list[Share] = []
    iterations: list[list[Share]] = []

    async def work(share: Share) -> None:
        await take_turn(share)
        done.append(share)

    working = [asyncio.create_task(work(share)) for share in Share for _ in range(40)]
    while not all(task.done() for task in working):
        await asyncio.sleep(0)
        if done:
            iterations.append(done.copy())
            done.clear()

    assert sum(map(len, iterations)) == len(working)
    assert all(len(some) == 1 for some in iterations if some[0] is not Share.NEWS)
    assert max(map(len, iterations)) == 8
    assert [sum(some[0] is share for some in iterations[1:21]) for share in Share] == [8, 8, 4]


def test_outside_an_event_loop_nobody_waits() -> None:
    pace = Pace()
    for _ in range(3):
        until = perf_counter() + SLICE_SECONDS
        while perf_counter() < until:
            pass
        try:
            pace.rest().send(None)
        except StopIteration:
            continue
        raise AssertionError("it waits for others")


async def _wait_for_turns(number: int, share: Share) -> list[asyncio.Task[None]]:
    """Let this many wait for slices; return them once the first has begun."""
    waiting = [asyncio.create_task(take_turn(share)) for _ in range(number)]
    await asyncio.sleep(0)
    return waiting


def _done(waiting: list[asyncio.Task[None]]) -> int:
    return sum(task.done() for task in waiting)


async def test_what_is_due_waits_for_a_call_that_takes_some_iterations_of_the_loop() -> None:
    """
    Else each iteration takes as long as closing a phase, and a call takes ten of them.
    """
    waiting = await _wait_for_turns(20, Share.DUE)
    before = _done(waiting)

    for _ in range(8):
        await asyncio.sleep(0)
    meanwhile = _done(waiting) - before

    await asyncio.gather(*waiting)
    assert meanwhile <= 1


@pytest.mark.parametrize("share", [Share.DUE, Share.NEWS])
async def test_what_is_due_goes_on_however_many_calls_there_are(share: Share) -> None:
    waiting = await _wait_for_turns(20, share)

    iterations = 0
    while _done(waiting) < 20:
        await asyncio.sleep(0)
        iterations += 1

    assert iterations <= 20 * 12


async def test_long_work_of_calls_waits_for_no_other_call() -> None:
    waiting = await _wait_for_turns(20, Share.CALLS)

    for _ in range(24):
        await asyncio.sleep(0)

    assert _done(waiting) == 20


async def test_a_crowd_enters_some_in_each_iteration_in_the_order_in_which_it_came() -> None:
    entrance, entered, iterations = Entrance(2), list[int](), list[int]()

    async def enter(number: int) -> None:
        await entrance.enter()
        entered.append(number)

    crowd = [asyncio.create_task(enter(number)) for number in range(20)]
    while len(entered) < 20:
        before = len(entered)
        await asyncio.sleep(0)
        iterations.append(len(entered) - before)

    await asyncio.gather(*crowd)
    assert entered == list(range(20))
    assert max(iterations) == 2


async def test_who_comes_alone_enters_at_once() -> None:
    entrance = Entrance(2)
    for _ in range(3):
        entering = asyncio.create_task(entrance.enter())
        await asyncio.sleep(0)

        assert entering.done()
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_who_leaves_before_entering_takes_nobodys_turn() -> None:
    entrance = Entrance(1)
    crowd = [asyncio.create_task(entrance.enter()) for _ in range(10)]
    await asyncio.sleep(0)
    for leaving in crowd[1:9]:
        leaving.cancel()

    await crowd[9]

    assert all(each.cancelled() for each in crowd[1:9])
