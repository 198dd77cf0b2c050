"""
Changes of who a player is and of what its tokens may do, noticed by every process within a second.

Whoever makes such a change notes it in the same transaction. Every process reads the new notes of the last minute at
short intervals: that needs no other connection, works for all databases, and a process that could not read for a while
reads on. Notes of transactions that were committed late are read too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from sqlalchemy import Insert, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.background import is_ending
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import IdentityChange
from server.errors import UnavailableError
from server.failures import summary
from server.ids import new_id
from server.log.entry import timestamp

PERIOD_SECONDS: Final = 0.5
"""Interval at which a process looks for changes."""

_LOOK_BACK: Final = timedelta(minutes=1)
"""Longer than any transaction, and than clocks of processes differ."""

_KEPT: Final = timedelta(hours=1)
_TIDIES_EVERY: Final = 600
"""Old notes are deleted once in so many looks."""

log = logging.getLogger(__name__)

Noticed: TypeAlias = Callable[[str], Awaitable[None]]
"""Told the id of a player that has changed."""

_changes = IdentityChange.__table__


def noted(now: datetime, player_id: str) -> Insert:
    """Return the statement that notes a change of this player, for the transaction that makes the change."""
    return _changes.insert().values(change_id=new_id(now), player_id=player_id, at=timestamp(now))


class Changes:
    """The changes that this process has noticed; `watchers` are told of each player that has changed."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._noticed: set[str] = set()
        self._since = timestamp(clock.now())
        self.watchers: list[Noticed] = []

    async def look(self) -> None:
        """
        Tell the watchers of every change that this process has not noticed.

        Raises:
            UnavailableError: The database does not respond.
        """
        begins = timestamp(self._clock.now() - _LOOK_BACK)
        # After a long silence of the database, go on from the last look.
        since = min(begins, self._since)
        wanted = select(_changes.c.change_id, _changes.c.player_id).where(_changes.c.at >= since)
        with database_errors():
            async with self._database.connect() as connection:
                rows = (await connection.execute(wanted)).all()
        for player_id in dict.fromkeys(row.player_id for row in rows if row.change_id not in self._noticed):
            await self.tell(player_id)
        self._noticed = {row.change_id for row in rows}
        self._since = begins

    async def tell(self, player_id: str) -> None:
        """Tell the watchers that a player has changed: at once in the process that changed it."""
        for notice in self.watchers:
            await notice(player_id)

    async def run(self) -> None:
        """Look at short intervals, until cancelled."""
        looks = 0
        while not is_ending():
            await asyncio.sleep(PERIOD_SECONDS)
            looks += 1
            try:
                await self.look()
                if looks % _TIDIES_EVERY == 0:
                    await self._tidy()
            except UnavailableError as error:
                log.warning("changes of players cannot be read: %s", summary(error))

    async def _tidy(self) -> None:
        old = delete(IdentityChange).where(_changes.c.at < timestamp(self._clock.now() - _KEPT))
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(old)
