"""
What other processes, and this one, withheld from logs leaves the memory of this process within a second.

Every process looks at the same table, and reads again what it has in memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final, Protocol

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.background import is_ending
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import RedactionRow
from server.errors import UnavailableError
from server.failures import describe, summary
from server.log.entry import timestamp

_LOOK_SECONDS: Final = 0.5

_OVERLAP: Final = timedelta(seconds=30)
"""How far back each look goes behind the one before: clocks differ, and rows become visible out of order."""

_redactions = RedactionRow.__table__

log = logging.getLogger(__name__)


class Renewable(Protocol):
    """What keeps logs in memory."""

    async def renew(self, log_id: str) -> None:
        """Read a log again if it is in memory."""


class Renewals:
    """Lets all that keeps logs in memory read them again. `changed` is called with logs that lists show differently."""

    def __init__(
        self,
        database: AsyncEngine,
        clock: Clock,
        memories: Sequence[Renewable],
        changed: Callable[[Mapping[str, int]], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._memories = memories
        self._changed = changed
        self._noted = asyncio.Event()
        # By id, when it was noted: rows of several processes do not become visible in their order.
        self._known: dict[str, str] = {}
        self._looked_at = clock.now()

    def note(self) -> None:
        """Look at once."""
        self._noted.set()

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while not is_ending():
            self._noted.clear()
            try:
                await self.look()
            except UnavailableError as error:
                log.warning("redacted logs cannot be read again yet: %s", summary(error))
            except Exception as error:
                log.error("redacted logs cannot be read again: %s", describe(error))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._noted.wait(), _LOOK_SECONDS)

    async def look(self) -> None:
        """Read the logs again that were redacted since the last look."""
        now, since = self._clock.now(), timestamp(self._looked_at - _OVERLAP)
        query = select(_redactions).where(_redactions.c.at >= since)
        with database_errors():
            async with self._database.connect() as connection:
                rows = (await connection.execute(query)).all()
        self._known = {key: at for key, at in self._known.items() if at >= since}
        new = [row for row in rows if row.redaction_id not in self._known]
        for log_id in dict.fromkeys(row.log_id for row in new):
            for memory in self._memories:
                await memory.renew(log_id)
            self._changed({log_id: 0})
            self._known |= {row.redaction_id: row.at for row in new if row.log_id == log_id}
        self._looked_at = now
