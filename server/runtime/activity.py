"""
Activity: whether anything was written to the databases, by this process or another one.

What looks for due work looks again when something was written, or at the time when something becomes due by itself. So
an idle server asks its database almost nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_HEAL_SECONDS: Final = 3600.0
"""How long nothing is looked for at most: should a write ever go unnoticed, it is found by then."""

_WATCH_SECONDS: Final = 1.0

_JUMP_SECONDS: Final = 0.5
"""By how much the clock of the machine may differ from the passing of time: it was set, or the machine slept."""


class Activity:
    """
    What was written, if this process hears of it.

    Attributes:
        seconds: How often to look while something is written all the time.
    """

    def __init__(self, seconds: float, hears: Callable[[], bool]) -> None:
        """`hears`: whether what other processes write is noted now; if not, nobody waits."""
        self.seconds = seconds
        self._hears = hears
        self._noted_at = -1.0
        self._waiting: set[asyncio.Event] = set()

    def note(self) -> None:
        """Note that something was written, or that it may have been."""
        self._noted_at = time.monotonic()
        waiting, self._waiting = self._waiting, set()
        for woken in waiting:
            woken.set()

    async def wait(self, since: float, seconds: float | None, woken: asyncio.Event) -> None:
        """
        Wait until something is written, or was after `since` (monotonic), or `woken` is set; at most so many seconds.

        None: nothing becomes due by itself.
        """
        if self._noted_at >= since or not self._hears():
            return
        self._waiting.add(woken)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), _HEAL_SECONDS if seconds is None else min(seconds, _HEAL_SECONDS))
        finally:
            self._waiting.discard(woken)

    async def watch(self) -> None:
        """Note what nobody tells: that other processes are not heard, or that the clock has jumped; until cancelled."""
        difference = time.time() - time.monotonic()
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            before, difference = difference, time.time() - time.monotonic()
            if abs(difference - before) > _JUMP_SECONDS or not self._hears():
                self.note()
