"""The log in a PostgreSQL with a replica: what is over is read there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Executable, exists, func, or_, select

from server.logs.store.contract import BrokenLogError
from server.logs.store.entry import Entry
from server.logs.store.postgres import PostgresStore
from server.logs.store.rows import entries_of
from server.logs.store.summaries import Tables
from server.runtime.database.replica import Known, Replica
from server.runtime.database.tables import EntryRow, Row
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
        self._kinds = kinds

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        if not is_id(log_id):  # Own streams have other ids, and are never over.
            return await super().read(log_id, after, limit)
        of_log = _entries.c.log_id == log_id

        def up_to_the_last(known: Known) -> Executable | None:
            if not known.over:
                return None
            found = select(*_COLUMNS).where(of_log, _entries.c.seq > after, _entries.c.seq <= known.last)
            return found.order_by(_entries.c.seq).limit(limit)

        last = select(func.max(_entries.c.seq)).where(of_log).scalar_subquery()
        rows = await self._replica.ask(up_to_the_last, self._is_over(log_id).label("over"), last.label("last"))
        if rows is not None:
            try:
                return await entries_of(rows)
            except BrokenLogError:
                pass  # The row of the primary decides.
        return await super().read(log_id, after, limit)

    def _is_over(self, log_id: str) -> ColumnElement[bool]:
        tables: list[tuple[Any, Tables]] = [(Row.metadata.tables[each.logs], each) for each in self._kinds]
        return or_(
            *(exists().where(rows.c[of.log_id] == log_id, rows.c.status.not_in(of.unended)) for rows, of in tables)
        )
