"""
Time slices for long work, so that it does not block other calls (docs/running.md, "Costs").

Code that folds, replays or exports a log creates a `Pace` and rests after each step. However much of this work is in
progress, at most one slice runs per iteration of the event loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Generator
from time import perf_counter
from typing import Final, TypeVar, cast
from weakref import WeakKeyDictionary

ResultT = TypeVar("ResultT")

SLICE_SECONDS: Final = 0.002
"""Length of a slice. A call takes several iterations of the loop, so this is short."""

_AT_ONCE_SECONDS: Final = 0.0003
"""How long work runs before it waits for its first slice: about as long as a plain call."""


_SWITCH_SECONDS: Final = SLICE_SECONDS / 4


def let_threads_in() -> None:
    """
    Let other threads of this process run during a slice.

    A thread requests the interpreter lock only after the switch interval, and this wait restarts whenever the loop
    releases the lock for a moment, as it does between slices. With Python's default of 5 ms the thread that commits to
    SQLite waited as long as there was long work.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


class Pace:
    """The slices of one piece of long work."""

    __slots__ = ("_until",)

    def __init__(self) -> None:
        self._until = perf_counter() + _AT_ONCE_SECONDS

    async def rest(self) -> None:
        """Yield to other tasks if the slice is used up. Outside an event loop this does nothing."""
        if perf_counter() < self._until:
            return
        await _next_slice()
        self._until = perf_counter() + SLICE_SECONDS


def at_once(work: Generator[None, None, ResultT]) -> ResultT:
    """Do work that comes in steps, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return cast("ResultT", done.value)


async def in_slices(work: Generator[None, None, ResultT]) -> ResultT:
    """Do work that comes in steps, of which each is shorter than a slice, in time slices."""
    pace = Pace()
    while True:
        try:
            next(work)
        except StopIteration as done:
            return cast("ResultT", done.value)
        await pace.rest()


class _Slices:
    """The queue for slices of one event loop; each iteration of the loop grants one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._loop = loop

    async def next(self) -> None:
        if not self._waiting:
            self._loop.call_soon(self._give)
        waiting: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(waiting)
        await waiting

    def _give(self) -> None:
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():  # the waiting task may have been cancelled
                waiting.set_result(None)
                break
        if self._waiting:
            self._loop.call_soon(self._give)


_slices: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Slices]] = WeakKeyDictionary()


async def _next_slice() -> None:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    slices = _slices.get(loop)
    if slices is None:
        slices = _slices[loop] = _Slices(loop)
    await slices.next()
