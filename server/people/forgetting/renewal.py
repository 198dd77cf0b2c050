"""
What other processes, and this one, withheld from logs leaves the memory of this process within a second.

Every process looks at the same table, and reads again what it has in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.database.notes import Notes, old_notes
from server.runtime.database.tables import RedactionRow
from server.runtime.retention import OldRows

_LOOK_SECONDS: Final = 0.5

_redactions = RedactionRow.__table__


def old_redactions(database: AsyncEngine) -> OldRows:
    """Return the rule for notes of redacted logs that every process has read again."""
    return old_notes(database, _redactions, "log_id")


class Renewable(Protocol):
    """What keeps logs in memory."""

    async def renew(self, log_id: str) -> None:
        """Read a log again if it is in memory."""


class Renewals:
    """Lets all that keeps logs in memory read them again. `changed` is called with logs that lists show differently."""

    def __init__(
        self,
        database: AsyncEngine,
        memories: Sequence[Renewable],
        changed: Callable[[Mapping[str, int]], None],
        activity: Activity,
    ) -> None:
        self._notes = Notes(database, _redactions, "redaction_id", "log_id")
        self._memories = memories
        self._changed = changed
        self._activity = activity
        self._noted = asyncio.Event()

    def note(self) -> None:
        """Look at once."""
        self._noted.set()

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        await every(_LOOK_SECONDS, self.look, "redacted logs cannot be read again yet", self._noted, self._activity)

    async def look(self) -> None:
        """Read the logs again that were redacted since the last look."""
        await self._notes.look(self._renew)

    async def _renew(self, log_id: str) -> None:
        for memory in self._memories:
            await memory.renew(log_id)
        self._changed({log_id: 0})
