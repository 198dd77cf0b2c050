"""
Tables of notes that every process must notice, and which of them a process has not noticed yet.

The database orders them: clocks of processes differ. In PostgreSQL a note has the number of its transaction, because a
number from a sequence would be seen before a lower one of a transaction that commits later, and skipped for good: all
transactions below the oldest one that is still running have ended, so below it nothing new appears. SQLite has one
writer at a time, so its notes appear in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Select, Table, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.runtime.database.queries import connect
from server.runtime.retention import OldRows

_KEEP_NOTES: Final = timedelta(hours=1)
"""For how long notes are kept, by the clock of the database; longer than a process runs without its database."""

Notice: TypeAlias = Callable[[str], Awaitable[None]]
"""Receives what new notes are about."""


class Notes:
    """
    The notes of a table, as one process notices them.

    `key` is the column with the id of a note, `about` that with what it is about; `number` orders notes, `at` is when
    they were written.
    """

    def __init__(self, database: AsyncEngine, table: Table, key: str, about: str) -> None:
        self._database = database
        self._table = table
        self._key = table.c[key].label("key")
        self._about = table.c[about].label("about")
        # What has a lower number was noticed, of what has not, the ids of those that were.
        self._noticed_below = 0
        self._noticed: set[str] = set()
        self._server: object = None

    async def look(self, notice: Notice) -> None:
        """
        Call `notice` once with everything that new notes are about; if it fails, again at the next look.

        At first, and after the database was restarted or another one took its place, all notes that are kept are new.

        Raises:
            UnavailableError: The database does not respond.
        """
        async with connect(self._database) as connection:
            found = await self._read(connection)
            if found[0].server != self._server:
                # After a failover, numbers can continue from an earlier one.
                self._server, self._noticed_below = found[0].server, 0
                found = await self._read(connection)
        notes = [note for note in found if note.key is not None]
        new = [note for note in notes if note.key not in self._noticed]
        for about in dict.fromkeys(note.about for note in new):
            await notice(about)
            self._noticed |= {note.key for note in new if note.about == about}
        self._noticed_below = found[0].below
        self._noticed = {note.key for note in notes if note.number >= self._noticed_below}

    async def _read(self, connection: AsyncConnection) -> list[Any]:
        """Return the notes that may be new, at least one row; each with the number below which no other appears."""
        table, is_postgres = self._table, connection.dialect.name == "postgresql"
        marks = _postgres() if is_postgres else _sqlite(table)
        mark = marks.subquery()
        query = select(mark.c.below, mark.c.server, table.c.number, self._key, self._about)
        query = query.select_from(mark.outerjoin(table, table.c.number >= self._noticed_below))
        return list((await connection.execute(query)).all())


def old_notes(database: AsyncEngine, table: Table, about: str) -> OldRows:
    """Return the rule that deletes old notes of a table; `about` is the column with what they are about."""
    shown = table.c[about]
    return OldRows(_KEEP_NOTES, database, table, lambda old: table.c.at < old, shown=shown, by_database=True)


def _postgres() -> Select[Any]:
    oldest: ColumnElement[Any] = func.txid_snapshot_xmin(func.txid_current_snapshot())
    return select(oldest.label("below"), func.pg_postmaster_start_time().label("server"))


def _sqlite(table: Table) -> Select[Any]:
    return select((func.coalesce(func.max(table.c.number), 0) + 1).label("below"), literal("").label("server"))
