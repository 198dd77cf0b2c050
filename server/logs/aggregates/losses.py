"""
Telling hosts and directors what a restore has lost: it writes down which logs were longer, the next server notes it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final, Protocol

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.store.entry import Head
from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import LostTailRow

_LOOK_SECONDS: Final = 60.0

_tails = LostTailRow.__table__

log = logging.getLogger(__name__)


class Noting(Protocol):
    """What notes a loss in a log of its kind."""

    async def note_loss(self, log_id: str, lost: Head) -> None: ...


class Losses:
    """Notes in logs what they have lost; several processes may do so at once, and each loss is noted once."""

    def __init__(self, database: AsyncEngine, repositories: Sequence[Noting], activity: Activity) -> None:
        self._database = database
        self._activity = activity
        self._repositories = repositories

    async def run(self) -> None:
        """Note what is written down, until cancelled."""
        await every(_LOOK_SECONDS, self.note, "losses cannot be noted yet", activity=self._activity)

    async def note(self) -> None:
        """
        Note all losses that are written down.

        Raises:
            UnavailableError: The database does not respond, or a log cannot be read; others are noted.
        """
        failed: Exception | None = None
        for log_id, seq, hash_ in (await fetch(self._database, select(_tails))).all():
            log.warning("%s has lost entries, up to entry %s: the database was restored", log_id, seq)
            try:
                for repository in self._repositories:
                    await repository.note_loss(log_id, Head(seq, hash_))
            except Exception as error:  # So that one log does not keep others from being noted.
                failed = error
                continue
            await execute(self._database, delete(_tails).where(_tails.c.log_id == log_id, _tails.c.hash == hash_))
        if failed is not None:
            raise failed
