"""
Changes of who a player is and of what its tokens may do, noticed by every process within a second.

Every such change is noted in the same transaction. Every process reads new notes soon after something was written, in
the order of the database (`server.runtime.database.notes`): that works for all databases, and a process that could not
read for a while reads on.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.database.notes import Notes, Notice, old_notes
from server.runtime.database.notified import Notified
from server.runtime.database.tables import IdentityChange
from server.runtime.database.times import Now
from server.runtime.ids import new_id
from server.runtime.retention import OldRows

PERIOD_SECONDS: Final = 0.5
"""Interval at which a process looks for changes."""

_changes = IdentityChange.__table__


def insert_change(now: datetime, player_id: str) -> Executable:
    """Return the statement that notes a change of this player, for the transaction of the change."""
    return _changes.insert().values(change_id=new_id(now), player_id=player_id, at=Now()).returning(Notified())


def old_changes(database: AsyncEngine) -> OldRows:
    """Return the rule for changes that every process has noticed."""
    return old_notes(database, _changes, "player_id")


class Changes:
    """The changes that this process has noticed; `watchers` are notified of each player that has changed."""

    def __init__(self, database: AsyncEngine, activity: Activity | None = None) -> None:
        """`activity` says when to look again."""
        self._database = database
        self._activity = activity
        self._notes = Notes(database, _changes, "change_id", "player_id")
        self.watchers: list[Notice] = []

    async def look(self) -> None:
        """
        Notify the watchers of every change that this process has not noticed.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._notes.look(self.notify)

    async def notify(self, player_id: str) -> None:
        """Notify the watchers that a player has changed: at once in the process that changed it."""
        for notice in self.watchers:
            await notice(player_id)

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        await every(PERIOD_SECONDS, self.look, "changes of players cannot be read", activity=self._activity)
