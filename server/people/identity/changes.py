"""
Changes of who a player is and of what its tokens may do, noticed by every process within a second.

Whoever makes such a change notes it in the same transaction. Every process reads new notes at short intervals, in the
order of the database (`server.runtime.database.notes`): that needs no other connection, works for all databases, and a
process that could not read for a while reads on.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Final

from sqlalchemy import Insert
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import UnavailableError
from server.runtime.background import is_ending
from server.runtime.database.notes import Notes, Notice, tidy
from server.runtime.database.tables import IdentityChange
from server.runtime.database.times import Now
from server.runtime.failures import summary
from server.runtime.ids import new_id

PERIOD_SECONDS: Final = 0.5
"""Interval at which a process looks for changes."""

_TIDIES_EVERY: Final = 600
"""Old notes are deleted once in so many looks."""

log = logging.getLogger(__name__)

_changes = IdentityChange.__table__


def noted(now: datetime, player_id: str) -> Insert:
    """Return the statement that notes a change of this player, for the transaction that makes the change."""
    return _changes.insert().values(change_id=new_id(now), player_id=player_id, at=Now())


class Changes:
    """The changes that this process has noticed; `watchers` are told of each player that has changed."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database
        self._notes = Notes(database, _changes, "change_id", "player_id")
        self.watchers: list[Notice] = []

    async def look(self) -> None:
        """
        Tell the watchers of every change that this process has not noticed.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._notes.look(self.tell)

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
                    await tidy(self._database, _changes)
            except UnavailableError as error:
                log.warning("changes of players cannot be read: %s", summary(error))
