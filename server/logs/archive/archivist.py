"""Archiving by and by what is due, in the background of a server."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Final

from server.access.errors import UnavailableError
from server.logs.archive.archive import Archive, Moved
from server.logs.archive.due import DueLogs
from server.logs.archive.places import PlaceUnavailableError
from server.logs.store.contract import BrokenLogError, LogUnavailableError
from server.runtime.activity import Activity
from server.runtime.back_off import BackOff
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.metrics import metrics

_LOOK_SECONDS: Final = 60.0

_REST: Final = 4
"""How many times as long as it works it rests after each log, so that it takes a fifth of the time at most."""

FAILURES: Final = (BrokenLogError, LogUnavailableError, PlaceUnavailableError, UnavailableError)
"""What can prevent that a log is moved; it then stays where it is."""

log = logging.getLogger(__name__)


class Archivist:
    """Archives what has been due for some days; in several processes at once, if there are several."""

    def __init__(
        self, archive: Archive, due: DueLogs, days: float, clock: Clock, activity: Activity | None = None
    ) -> None:
        """
        `days`: how long a log must not have grown; 0: nothing is archived, but files are tidied up. `activity` says
        when to look again, unless something is due before.
        """
        self._archive = archive
        self._due = due
        self._days = days
        self._clock = clock
        self._activity = activity
        # When the next log becomes due by itself, of those that `find` has seen.
        self._due_at: datetime | None = None
        self._failed = BackOff()

    async def run(self) -> None:
        """Archive what is due again and again, until cancelled."""
        await every(_LOOK_SECONDS, self.sweep, "logs cannot be archived", activity=self._activity)

    async def sweep(self) -> timedelta | None:
        """
        Archive all that is due now; return how long until more is due by itself, None if nothing will be.

        Raises:
            UnavailableError: The database does not respond.
        """
        tidied_at, more = await self._archive.tidy(), False
        if self._days:
            async for kind, log_id in self.find(self._days):
                more = True  # It may stay, and is tried again.
                if not self._failed.rests(log_id):
                    began = time.monotonic()
                    await self._move(log_id, kind)
                    await asyncio.sleep(_REST * (time.monotonic() - began))
        if more:
            return timedelta()
        due_at = min(filter(None, (tidied_at, self._due_at)), default=None)
        return None if due_at is None else due_at - self._clock.now()

    async def find(self, days: float) -> AsyncIterator[tuple[str, str]]:
        """Yield the kind and the id of each log that has not grown for so many days; events before their matches."""
        keep, self._due_at = timedelta(days=days), None
        before = self._clock.now() - keep
        for tables in self._due.kinds:
            after: str | None = ""
            while after is not None:
                page = await self._due.find(tables, before, after)
                if page.later is not None:
                    self._due_at = min(page.later + keep, self._due_at or page.later + keep)
                for log_id in page.due:
                    yield tables.logs, log_id
                after = page.end

    async def _move(self, log_id: str, kind: str) -> None:
        try:
            moved = await self._archive.move(log_id, kind)
        except FAILURES as error:
            metrics.archive_failures += 1
            self._failed.record_failure(log_id)
            log.error("%s is not archived: %s", log_id, error)
            return
        if moved is Moved.TOO_LARGE:
            self._failed.record_failure(log_id)
            log.warning("%s is too large to be archived", log_id)
