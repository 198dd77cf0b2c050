"""
How tests wait for what must happen: as long as it takes on the slowest machine, with one limit that all of them share.

At the limit, a test fails and says where it waited, what it knew there, and what running servers have printed.
"""

from __future__ import annotations

import asyncio
import linecache
import reprlib
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from inspect import isawaitable
from itertools import starmap
from pathlib import Path
from types import FrameType
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS: Final = 300
"""The limit. Machines differ by a factor of six, and others may use them: nothing that works comes near it."""

_POLL_SECONDS: Final = 0.01
_LONGEST_POLL_SECONDS: Final = 0.5
_TESTS: Final = str(Path(__file__).parent)
_LAST_CHARACTERS: Final = 4000

_brief: Final = reprlib.Repr()
_brief.maxstring = _brief.maxother = 300


class Printing(Protocol):
    """A process whose output is recorded."""

    @property
    def said(self) -> str:
        """All that it has printed so far."""


printing: Final[set[Printing]] = set()
"""The servers that run now."""


@asynccontextmanager
async def patience(times: int = 1) -> AsyncIterator[None]:
    """
    Limit what is done inside.

    Args:
        times: How many times as long a run with a larger `--depth` goes on.

    Raises:
        AssertionError: The limit is over.
    """
    try:
        async with asyncio.timeout(PATIENCE_SECONDS * times) as limit:
            yield
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise AssertionError(_describe(error)) from error


async def patiently(work: Awaitable[T]) -> T:
    """Return the result of this, within the limit."""
    async with patience():
        return await work


async def until(holds: Callable[[], object], times: int = 1) -> None:
    """Poll until a condition holds, or what it returns does, within the limit."""
    pause = _POLL_SECONDS
    async with patience(times):
        while True:
            found = holds()
            if await found if isawaitable(found) else found:
                return
            await asyncio.sleep(pause)
            pause = min(1.05 * pause, _LONGEST_POLL_SECONDS)


def _describe(error: TimeoutError) -> str:
    told = [f"Waited {PATIENCE_SECONDS} s here:", *starmap(_place, _waiting(error))]
    for each in printing:
        told += ["A server had printed:", each.said[-_LAST_CHARACTERS:]]
    return "\n".join(told)


def _waiting(error: TimeoutError) -> Iterator[tuple[FrameType, int]]:
    """Return the frames of tests that wait, with their lines: from the test inwards."""
    callers = [*traceback.walk_stack(sys._getframe())][::-1]
    waited = [*traceback.walk_tb(error.__cause__.__traceback__)] if error.__cause__ else []
    for frame, line in dict([*callers, *waited]).items():
        if frame.f_code.co_filename.startswith(_TESTS) and frame.f_code.co_filename != __file__:
            yield frame, line


def _place(frame: FrameType, line: int) -> str:
    """Return a line of code, and the names that are known there."""
    path = frame.f_code.co_filename
    known = ", ".join(f"{name}={_brief.repr(value)}" for name, value in frame.f_locals.items())
    return f"{Path(path).name}:{line}: {linecache.getline(path, line).strip()}\n    where {known}"
