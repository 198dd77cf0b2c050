"""
Timers for the ends of phases.

Each open phase has a timer that fires on time but only wakes the process: the deadline in the log decides whether the
phase is over. Work without a timer in this process is found by the sweep of the schedule.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from datetime import UTC, datetime
from heapq import heapify, heappop, heappush
from typing import Final

from server.failures import describe

_RUNG_AT_ONCE: Final = 500
"""Maximum number of timers that ring together: thousands may have one deadline."""

_LONGEST_WAIT_SECONDS: Final = 60.0
"""How long to wait at most before the time of day is read again: the machine's clock can be set meanwhile."""

_FEW: Final = 1_000
"""Number of obsolete times that are kept in any case."""

log = logging.getLogger(__name__)


class Alarm:
    """
    The timers of one process, one per match.

    Args:
        wake: Called with the ids of matches when their deadlines have come.
    """

    def __init__(self, wake: Callable[[Sequence[str]], Awaitable[object]]) -> None:
        self._wake = wake
        self._woken: set[asyncio.Task[None]] = set()
        self._at: dict[str, datetime] = {}
        # A heap of all times that were ever set; those that `_at` does not contain are obsolete.
        self._times: list[tuple[datetime, str]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timers; needs a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._set_timer()

    async def stop(self) -> None:
        """Stop the timers, and cancel running callbacks."""
        self._loop = None
        if self._timer is not None:
            self._timer.cancel()
        for woken in self._woken:
            woken.cancel()
        if self._woken:
            await asyncio.wait(self._woken)

    def set(self, match_id: str, at: datetime | None) -> None:
        """Set or replace the timer of this match; None removes it."""
        if at is None:
            self._at.pop(match_id, None)
            return
        self._at[match_id] = at
        heappush(self._times, (at, match_id))
        if len(self._times) > 2 * len(self._at) + _FEW:
            self._times = [(time, timed) for timed, time in self._at.items()]
            heapify(self._times)
        if self._times[0] == (at, match_id):
            self._set_timer()

    def _set_timer(self) -> None:
        """Wait for the first of the times."""
        if self._timer is not None:
            self._timer.cancel()
        if self._loop is None or not self._times:
            return
        seconds = (self._times[0][0] - datetime.now(UTC)).total_seconds()
        # In an empty context: the work of timers is not part of the call that set one.
        self._timer = self._loop.call_later(min(max(0, seconds), _LONGEST_WAIT_SECONDS), self._ring, context=Context())

    def _ring(self) -> None:
        """Wake matches in the background; those that are woken already are woken again."""
        now, rung = datetime.now(UTC), list[str]()
        while self._times and self._times[0][0] <= now and len(rung) < _RUNG_AT_ONCE:
            at, match_id = heappop(self._times)
            if self._at.get(match_id) == at:
                del self._at[match_id]
                rung.append(match_id)
        if rung:
            woken = asyncio.create_task(self._awake(rung))
            self._woken.add(woken)
            woken.add_done_callback(self._woken.discard)
        self._set_timer()

    async def _awake(self, match_ids: Sequence[str]) -> None:
        try:
            await self._wake(match_ids)
        except Exception as error:
            log.error("waking %d matches failed: %s", len(match_ids), describe(error))
