"""What looks for due work waits until something is written, or is due."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace

import pytest

from server.runtime import activity as activities
from server.runtime.activity import Activity
from server.runtime.background import end, every

_TURNS = 200


@pytest.fixture
def activity() -> Activity:
    return Activity(0, lambda: True)


class _Looks:
    """Counts looks; each finds `found`."""

    def __init__(self, found: object = None) -> None:
        self.count = 0
        self._found = found

    async def look(self) -> object:
        self.count += 1
        return self._found


@asynccontextmanager
async def _looking(look: Callable[[], Awaitable[object]], activity: Activity | None) -> AsyncIterator[None]:
    task = asyncio.create_task(every(0, look, "it failed", activity=activity))
    await _turns()
    yield
    await end([task])


async def _turns() -> None:
    for _ in range(_TURNS):
        await asyncio.sleep(0)


async def test_nothing_is_looked_for_until_something_is_written(activity: Activity) -> None:
    looks = _Looks()
    async with _looking(looks.look, activity):
        assert looks.count == 1

        activity.note()
        await _turns()

        assert looks.count == 2


async def test_what_is_written_during_a_look_is_looked_for_again(activity: Activity) -> None:
    count = 0

    async def look() -> None:
        nonlocal count
        count += 1
        if count == 1:
            activity.note()

    async with _looking(look, activity):
        assert count == 2


@pytest.mark.parametrize("found", [True, timedelta()], ids=["there is more", "something is due"])
async def test_what_is_left_is_looked_for_again(found: object, activity: Activity) -> None:
    looks = _Looks(found)
    async with _looking(looks.look, activity):
        assert looks.count > 2


async def test_what_is_due_later_is_not_looked_for_yet(activity: Activity) -> None:
    looks = _Looks(timedelta(days=1))
    async with _looking(looks.look, activity):
        assert looks.count == 1


async def test_a_process_that_does_not_hear_others_looks_all_the_time() -> None:
    looks = _Looks()
    async with _looking(looks.look, Activity(0, lambda: False)):
        assert looks.count > 2


async def test_what_has_failed_is_tried_again_without_a_write(activity: Activity) -> None:
    looks = _Looks()

    async def look() -> None:
        await looks.look()
        raise KeyError

    async with _looking(look, activity):
        assert looks.count > 2


async def test_a_clock_that_was_set_is_a_reason_to_look(activity: Activity, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    started = time.monotonic()
    ours = SimpleNamespace(time=lambda: now + time.monotonic() - started, monotonic=time.monotonic)
    monkeypatch.setattr(activities, "time", ours)
    monkeypatch.setattr(activities, "_WATCH_SECONDS", 0)
    looks = _Looks()
    watching = asyncio.create_task(activity.watch())
    async with _looking(looks.look, activity):
        assert looks.count == 1

        now += 3_600
        await _turns()

        assert looks.count == 2
    await end([watching])
