"""
Timers for the ends of phases.

Each open phase has a timer that fires on time but only wakes the process: the deadline in the log decides whether the
phase is over. Work without a timer in this process is found by the sweep of the schedule.

Only the earliest timer is a job of the scheduler: a job for each costs ten times as much, and thousands that have one
deadline would run at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from datetime import UTC, datetime
from heapq import heapify, heappop, heappush
from typing import Final

from apscheduler.job import Job
from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from server.runtime.background import end
from server.runtime.failures import report

_RUNG_AT_ONCE: Final = 500
"""Maximum number of timers that ring together: thousands may have one deadline."""

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
        # The job of the earliest time, and that time.
        self._job: Job | None = None
        self._job_at: datetime | None = None
        self._scheduler = AsyncIOScheduler(
            timezone="UTC",
            # A late timer must still fire.
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )

    def start(self) -> None:
        """Start the timers; needs a running event loop."""
        self._scheduler.start()

    async def stop(self) -> None:
        """Stop the timers, and cancel running callbacks."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        await end(set(self._woken))

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
        self._await_earliest()

    def _await_earliest(self) -> None:
        """Make a job of the earliest time, unless there is one that is earlier."""
        if not self._times or (self._job_at is not None and self._job_at <= self._times[0][0]):
            return
        if self._job is not None:
            with suppress(JobLookupError):  # It has just begun to run.
                self._job.remove()
        self._job_at = self._times[0][0]
        # In an empty context: the timer's work is not part of the call that set it. Under an id of its own: the
        # scheduler would drop a job while another one with its id still runs.
        self._job = Context().run(
            self._scheduler.add_job, self._ring, "date", run_date=self._job_at, args=(self._job_at,)
        )

    async def _ring(self, at: datetime) -> None:
        """Wake in the background the matches whose time has come; those that are woken already are woken again."""
        if self._job_at == at:
            self._job = self._job_at = None
        now, rung = max(at, datetime.now(UTC)), list[str]()
        while self._times and self._times[0][0] <= now and len(rung) < _RUNG_AT_ONCE:
            time, match_id = heappop(self._times)
            if self._at.get(match_id) == time:
                del self._at[match_id]
                rung.append(match_id)
        if rung:
            woken = asyncio.create_task(self._awake(rung))
            self._woken.add(woken)
            woken.add_done_callback(self._woken.discard)
        self._await_earliest()

    async def _awake(self, match_ids: Sequence[str]) -> None:
        try:
            await self._wake(match_ids)
        except Exception as error:
            report(log, f"waking {len(match_ids)} matches failed", error)
