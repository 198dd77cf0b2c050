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
from enum import IntEnum
from itertools import cycle
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
        slices = _slices_here()
        if slices is not None:
            await slices.next(Share.CALLS)
        self._until = perf_counter() + SLICE_SECONDS


class Share(IntEnum):
    """For whom work is done; while there is work for all of them, each has its share of the slices."""

    CALLS = 0
    DUE = 1
    NEWS = 2


_TOGETHER: Final = 8
"""How many get their news in one slice; each takes a tenth of a millisecond."""

_MOST_PUT_OFF: Final = 10
"""
For how many iterations what is due waits while there is something else to do. A call takes several iterations, and each
would take as long as a slice.
"""

_SHARES: Final = (Share.CALLS, Share.DUE, Share.CALLS, Share.DUE, Share.NEWS)


async def take_turn(share: Share) -> None:
    """
    Wait for a slice of one's own, for short work of which there may be much at once, such as closing a phase.

    If nobody has had a slice in this iteration of the event loop, this returns at once.
    """
    slices = _slices_here()
    if slices is not None and not slices.begin():
        await slices.next(share)


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


class Entrance:
    """
    Lets some in per iteration of the event loop, in the order in which they come; the others wait.

    So a crowd that comes at once does not make an iteration long, of which a call that is in progress takes several.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if self._left == self._at_once:
            loop.call_soon(self._open, loop)
        if self._left > 0:
            self._left -= 1
            return
        waiting: asyncio.Future[None] = loop.create_future()
        self._waiting.append(waiting)
        await waiting

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left = self._at_once
        while self._waiting and self._left:
            waiting = self._waiting.popleft()
            if not waiting.done():  # the waiting task may have been cancelled
                waiting.set_result(None)
                self._left -= 1
        if self._left < self._at_once:
            loop.call_soon(self._open, loop)


class _Slices:
    """The queues for slices of one event loop; each iteration of the loop grants one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._queues: Final = {share: deque[asyncio.Future[None]]() for share in Share}
        self._order = cycle(_SHARES)
        self._loop = loop
        # Whether a slice was granted in this iteration, or somebody waits for one.
        self._granting = False
        self._put_off = 0

    def begin(self) -> bool:
        """Grant a slice at once, if none was granted in this iteration."""
        if self._granting:
            return False
        self._granting = True
        self._loop.call_soon(self._grant)
        return True

    async def next(self, share: Share) -> None:
        """Wait for a slice in a later iteration."""
        self.begin()
        waiting: asyncio.Future[None] = self._loop.create_future()
        self._queues[share].append(waiting)
        await waiting

    def _grant(self) -> None:
        if self._put_off < _MOST_PUT_OFF and not self._queues[Share.CALLS] and self._is_busy():
            self._put_off += 1
            self._loop.call_soon(self._grant)
            return
        self._put_off = 0
        while any(self._queues.values()):
            share = next(self._order)
            if self._grant_to(self._queues[share], _TOGETHER if share is Share.NEWS else 1):
                self._loop.call_soon(self._grant)
                return
        self._granting = False

    def _is_busy(self) -> bool:
        """Whether the loop has anything else to do now; asyncio does not say so, but has a list of it."""
        return bool(getattr(self._loop, "_ready", ()))

    def _grant_to(self, queue: deque[asyncio.Future[None]], most: int) -> int:
        """Let so many of a queue go on; return how many there were."""
        granted = 0
        while queue and granted < most:
            waiting = queue.popleft()
            if not waiting.done():  # the waiting task may have been cancelled
                waiting.set_result(None)
                granted += 1
        return granted


_slices: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Slices]] = WeakKeyDictionary()


def _slices_here() -> _Slices | None:
    """Return the slices of the running event loop, if there is one."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return None
    slices = _slices.get(loop)
    if slices is None:
        slices = _slices[loop] = _Slices(loop)
    return slices
