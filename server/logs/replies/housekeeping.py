"""Deletion of stored replies to idempotent requests after a while."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import execute
from server.runtime.database.tables import KeptReplyRow
from server.runtime.times import timestamp

KEEP_REPLIES: Final = timedelta(hours=24)
"""How long a request with an `Idempotency-Key` may be repeated."""

_TIDY_SECONDS: Final = 600

_DELETED_AT_ONCE: Final = 500
"""Number of replies deleted by one statement; submissions wait for it (SQLite) or for the disk."""

_BREATH_SECONDS: Final = 0.05
"""Pause between two such statements, so that other writes can run."""

_replies = KeptReplyRow.__table__


class Housekeeping:
    """Deletes old rows; several processes may do so concurrently."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def tidy(self) -> None:
        """
        Delete everything that is too old.

        Raises:
            UnavailableError: The database does not respond.
        """
        more = True
        while more:
            more = await self.delete(self._clock.now() - KEEP_REPLIES, _DELETED_AT_ONCE)
            await asyncio.sleep(_BREATH_SECONDS if more else 0)

    async def delete(self, before: datetime, most: int) -> bool:
        """Delete up to `most` replies that are older than `before`; return whether there may be more."""
        old = select(_replies.c.player_id, _replies.c.key).where(_replies.c.created_at < timestamp(before)).limit(most)
        key = tuple_(_replies.c.player_id, _replies.c.key)
        gone = await execute(self._database, delete(KeptReplyRow).where(key.in_(old)))
        return bool(gone.rowcount == most)

    async def run(self) -> None:
        """Tidy at regular intervals, until cancelled."""
        await every(_TIDY_SECONDS, self.tidy, "expired data cannot be deleted")
