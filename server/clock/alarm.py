"""
Being woken when a phase's time is up.

A timer for each open phase fires to the moment, and only wakes: whether a phase is over is decided by its deadline in
the log. What no timer of this process knows, the referee's sweep finds.
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
    Timers of one process, one a match.

    Args:
        wake: Called with a match's id when its deadline has come.
    """

    def __init__(self, wake: Callable[[str], Awaitable[object]]) -> None:
        self._wake = wake
        self._woken: set[asyncio.Task[None]] = set()
        self._scheduler = AsyncIOScheduler(
            timezone="UTC",
            # A late timer is still wanted, and of several missed runs one is enough.
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )

    def start(self) -> None:
        """Begin to fire; needs a running event loop."""
        self._scheduler.start()

    async def stop(self) -> None:
        """Fire nothing more, and break off what has begun."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        for woken in self._woken:
            woken.cancel()
        if self._woken:
            await asyncio.wait(self._woken)

    def set(self, match_id: str, at: datetime | None) -> None:
        """Wake this match then instead of whenever it was to be woken; None: not at all."""
        if at is not None:
            # In a context of its own: what happens then is no longer part of the call that set the timer.
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

        The scheduler would drop the next timer of a match for as long as the last one has not returned.
        """
        woken = asyncio.create_task(self._awake(match_id))
        self._woken.add(woken)
        woken.add_done_callback(self._woken.discard)

    async def _awake(self, match_id: str) -> None:
        try:
            await self._wake(match_id)
        except Exception as error:
            log.error("waking %s failed: %s", match_id, describe(error))
