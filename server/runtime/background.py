"""Background tasks that run as long as the process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from server.access.errors import UnavailableError
from server.runtime.activity import Activity
from server.runtime.failures import report

_FIRST_PAUSE_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

_CANCEL_AGAIN_SECONDS: Final = 3.0
"""Longer than it takes to close a connection to a silent database."""

log = logging.getLogger(__name__)


async def keep_running(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run a task to its end, if it has one; restart it after failures, with increasing pauses, until cancelled."""
    pause = _FIRST_PAUSE_SECONDS
    while not is_ending():
        began = time.monotonic()
        try:
            await run()
            return
        except Exception as error:
            if time.monotonic() - began > _LONGEST_PAUSE_SECONDS:
                pause = _FIRST_PAUSE_SECONDS
            report(log, f"{name} failed and restarts in {pause:g} s", error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def every(
    seconds: float,
    run: Callable[[], Awaitable[object]],
    failure: str,
    woken: asyncio.Event | None = None,
    activity: Activity | None = None,
) -> None:
    """
    Run something at once, and again after each pause of so many seconds, until cancelled.

    If `run` returns True, there is more to do, and there is no pause. `woken` ends a pause when it is set. What fails
    is logged as `failure` and tried again after the pause; after errors of ours, pauses double, up to a minute.

    With `activity`, a pause continues until something is written; or for the time that `run` returns, after which
    something becomes due by itself.
    """
    pause = seconds
    woken = woken or asyncio.Event()
    while not is_ending():
        found: object = None
        failed = False
        woken.clear()
        looked_at = time.monotonic()
        try:
            found = await run()
            pause = seconds
        except Exception as error:
            report(log, failure, error)
            longest = seconds if isinstance(error, UnavailableError) else max(seconds, _LONGEST_PAUSE_SECONDS)
            pause, failed = min(2 * pause, longest), True
        if found is True:
            await asyncio.sleep(0)
            continue
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), pause)
        if activity is not None and not failed and not woken.is_set():
            due = found.total_seconds() - pause if isinstance(found, timedelta) else None
            await activity.wait(looked_at, due, woken)


def is_ending() -> bool:
    """Whether the current task was cancelled, even if a driver swallowed that; for loops that go on after failures."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """
    Cancel tasks, and wait until they have ended.

    A task that does not end is cancelled again: SQLAlchemy swallows a cancellation while it closes a connection that
    was not answered.
    """
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=_CANCEL_AGAIN_SECONDS)
