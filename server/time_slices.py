"""
Long work in slices of a few milliseconds, so that nobody else's call waits for it (docs/running.md, "Costs").

Whoever folds, replays or exports a log makes a `Pace` and rests after each step. However much of such work is under
way, between two other callbacks of the event loop at most one slice of it runs.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from time import perf_counter
from typing import Final
from weakref import WeakKeyDictionary

SLICE_SECONDS: Final = 0.002
"""How long work goes on before others have their turn. A call takes several turns of the loop, so this is short."""

_AT_ONCE_SECONDS: Final = 0.0003
"""How long it goes on before it waits for its first slice: about as long as a plain call takes."""


_SWITCH_SECONDS: Final = SLICE_SECONDS / 4


def let_threads_in() -> None:
    """
    Let the threads of this process have their turn within a slice.

    A thread that wants the interpreter asks for it only after having waited for the switch interval, and begins to wait
    anew whenever the loop has let go of it for a moment, as it does between slices. With Python's 5 ms the thread that
    commits to SQLite waited for as long as there was long work.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


class Pace:
    """The pace of one piece of long work."""

    __slots__ = ("_until",)

    def __init__(self) -> None:
        self._until = perf_counter() + _AT_ONCE_SECONDS

    async def rest(self) -> None:
        """Let others have their turn, if it is time. Outside an event loop there are no others."""
        if perf_counter() < self._until:
            return
        await _next_slice()
        self._until = perf_counter() + SLICE_SECONDS


class _Slices:
    """Those who wait for a slice of one event loop; one of them gets it each time the loop comes round."""

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
            if not waiting.done():  # Its caller may have gone away.
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
