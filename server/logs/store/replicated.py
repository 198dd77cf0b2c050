"""The log in a PostgreSQL with a replica: what is over is read there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import asyncpg
from sqlalchemy import Executable, select

from server.logs.store.contract import BrokenLogError
from server.logs.store.entry import Entry
from server.logs.store.postgres import PostgresStore
from server.logs.store.replica import NOW, Replica
from server.logs.store.rows import entries_of
from server.logs.store.summaries import Tables
from server.runtime.database.tables import EntryRow
from server.runtime.ids import is_id

_entries: Final = EntryRow.__table__

_COLUMNS: Final = (
    *(_entries.c.log_id, _entries.c.seq, _entries.c.kind, _entries.c.at, _entries.c.facts),
    *(_entries.c.nonce, _entries.c.previous, _entries.c.body, _entries.c.hash),
)
"""As `server.logs.store.rows` reads them."""


class ReplicatedStore(PostgresStore):
    """
    `PostgresStore`, which reads logs of these kinds from a replica when they are over. Nothing above the store knows.

    Whether a log is over, and which entry is its last, the primary says: the replica may have an entry before the
    primary has acknowledged it.
    """

    def __init__(self, url: str, replica: Replica, kinds: Sequence[Tables]) -> None:
        super().__init__(url)
        self._replica = replica
        last = "(SELECT max(seq) FROM entries WHERE log_id = $1) AS last"
        self._now = f"{NOW}, {last}, {' OR '.join(map(_is_over, kinds))} AS over"

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        if not is_id(log_id):  # Own streams have other ids, and are never over.
            return await super().read(log_id, after, limit)

        def up_to_the_last(known: asyncpg.Record) -> Executable | None:
            if not known["over"]:
                return None
            wanted = (_entries.c.log_id == log_id, _entries.c.seq > after, _entries.c.seq <= known["last"])
            return select(*_COLUMNS).where(*wanted).order_by(_entries.c.seq).limit(limit)

        rows = await self._replica.ask(up_to_the_last, self._now, log_id)
        if rows is not None:
            try:
                return await entries_of(rows)
            except BrokenLogError:
                pass  # The row of the primary decides.
        return await super().read(log_id, after, limit)


def _is_over(tables: Tables) -> str:
    """Return the condition that the log `$1` is one in these tables, and over."""
    unended = ", ".join(f"'{status}'" for status in tables.unended)
    return f"EXISTS (SELECT FROM {tables.logs} WHERE {tables.log_id} = $1 AND status NOT IN ({unended}))"
