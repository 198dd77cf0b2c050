"""
Timers for the ends of phases.

Each open phase has a timer that fires on time but only wakes the process: the deadline in the log decides whether the
phase is over. Work without a timer in this process is found by the sweep of the schedule.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import datetime

from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from server.failures import describe

log = logging.getLogger(__name__)


class Alarm:
    """
    The timers of one process, one per match.

    Args:
        wake: Called with a match's id when its deadline has come.
    """

    def __init__(self, wake: Callable[[str], Awaitable[object]]) -> None:
        self._wake = wake
        self._woken: set[asyncio.Task[None]] = set()
        self._scheduler = AsyncIOScheduler(
            timezone="UTC",
            # A late timer must still fire, and several missed runs are merged into one.
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )

    def start(self) -> None:
        """Start the timers; needs a running event loop."""
        self._scheduler.start()

    async def stop(self) -> None:
        """Stop the timers, and cancel running callbacks."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        for woken in self._woken:
            woken.cancel()
        if self._woken:
            await asyncio.wait(self._woken)

    def set(self, match_id: str, at: datetime | None) -> None:
        """Set or replace the timer of this match; None removes it."""
        if at is not None:
            # In an empty context: the timer's work is not part of the call that set it.
            Context().run(
                self._scheduler.add_job,
                self._ring,
                "date",
                run_date=at,
                args=(match_id,),
                id=match_id,
                replace_existing=True,
            )
            return
        try:
            self._scheduler.remove_job(match_id)
        except JobLookupError:
            log.debug("no timer to remove")

    async def _ring(self, match_id: str) -> None:
        """
        Wake a match in the background.

        The scheduler would drop the next timer of a match until this function returns.
        """
        woken = asyncio.create_task(self._awake(match_id))
        self._woken.add(woken)
        woken.add_done_callback(self._woken.discard)

    async def _awake(self, match_id: str) -> None:
        try:
            await self._wake(match_id)
        except Exception as error:
            log.error("waking %s failed: %s", match_id, describe(error))
