"""Archiving by and by what is due, in the background of a server."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Final

from server.access.errors import UnavailableError
from server.logs.archive.archive import Archive, Moved
from server.logs.archive.due import DueLogs
from server.logs.archive.places import PlaceUnavailableError
from server.logs.store.contract import BrokenLogError, LogUnavailableError
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

    def __init__(self, archive: Archive, due: DueLogs, days: float, clock: Clock) -> None:
        """`days`: how long a log must not have grown; 0: nothing is archived, but files are tidied up."""
        self._archive = archive
        self._due = due
        self._days = days
        self._clock = clock
        self._failed = BackOff()

    async def run(self) -> None:
        """Archive what is due again and again, until cancelled."""
        await every(_LOOK_SECONDS, self.sweep, "logs cannot be archived")

    async def sweep(self) -> None:
        """
        Archive all that is due now.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._archive.tidy()
        if not self._days:
            return
        async for kind, log_id in self.find(self._days):
            if not self._failed.rests(log_id):
                began = time.monotonic()
                await self._move(log_id, kind)
                await asyncio.sleep(_REST * (time.monotonic() - began))

    async def find(self, days: float) -> AsyncIterator[tuple[str, str]]:
        """Yield the kind and the id of each log that has not grown for so many days; events before their matches."""
        before = self._clock.now() - timedelta(days=days)
        for tables in self._due.kinds:
            after: str | None = ""
            while after is not None:
                found, after = await self._due.find(tables, before, after)
                for log_id in found:
                    yield tables.logs, log_id

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
