"""Which logs are to be archived: those that have ended, owe nothing, and have not grown for long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import record
from server.logs.store.summaries import Tables
from server.runtime.database.queries import connect
from server.runtime.database.tables import ArchivedLogRow, EntryRow, MarkRow, OwedOutcomeRow, Row
from server.runtime.times import parse_timestamp, timestamp

_LOOKED_AT_ONCE: Final = 200

_archived, _entries, _marks, _owed = (
    ArchivedLogRow.__table__,
    EntryRow.__table__,
    MarkRow.__table__,
    OwedOutcomeRow.__table__,
)


@record
class Page:
    """
    Some logs of a kind.

    `due` have not grown for long enough. Of the others that are over, the one that will be due first has not grown
    since `later`; None: all are due. The next page is behind the id `end`; None: this is the last one.
    """

    due: Sequence[str]
    later: datetime | None
    end: str | None


class DueLogs:
    """
    The logs of some kinds in one database.

    A log that is part of an event is archived after the event, which may still need it until then. That is so where the
    row of a log has a column with the name of another kind's id.
    """

    def __init__(self, engine: AsyncEngine, kinds: Sequence[Tables]) -> None:
        """`kinds`: events before what is part of them."""
        self._engine = engine
        self.kinds = kinds

    async def find(self, tables: Tables, before: datetime, after: str = "") -> Page:
        """
        Return which logs of a kind have not grown since `before`, of some behind the id `after`.

        A query over all logs would take long.

        Raises:
            UnavailableError: The database does not respond.
        """
        rows = Row.metadata.tables[tables.logs]
        log_id = rows.c[tables.log_id]
        page = select(log_id).where(log_id > after).order_by(log_id).limit(_LOOKED_AT_ONCE)
        async with connect(self._engine) as connection:
            looked_at = list((await connection.execute(page)).scalars())
            if not looked_at:
                return Page((), None, None)
            here = and_(log_id > after, log_id <= looked_at[-1])
            over = select(log_id, _last(_entries.c.at, rows, log_id)).where(here, *self._conditions(tables, rows))
            grown_at = {found: at for found, at in await connection.execute(over.order_by(log_id)) if at is not None}
        later = min((at for at in grown_at.values() if at > timestamp(before)), default=None)
        return Page(
            [found for found, at in grown_at.items() if at <= timestamp(before)],
            None if later is None else parse_timestamp(later),
            looked_at[-1] if len(looked_at) == _LOOKED_AT_ONCE else None,
        )

    def _conditions(self, tables: Tables, rows: Table) -> list[ColumnElement[bool]]:
        """Return under which conditions a log can be archived, once it has not grown for long enough."""
        log_id = rows.c[tables.log_id]
        seq = _last(_entries.c.seq, rows, log_id)
        whole = exists().where(_archived.c.log_id == log_id, _archived.c.entries == seq)
        return [
            rows.c.status.not_in(tables.unended),
            rows.c.due_at.is_(None),
            ~exists().where(or_(_owed.c.log_id == log_id, _owed.c.owed_to == log_id)),
            ~exists().where(_marks.c.log_id == log_id),
            ~whole,
            *self._events_archived(tables, rows),
        ]

    def _events_archived(self, tables: Tables, rows: Table) -> list[ColumnElement[bool]]:
        """Return the conditions that the events are archived of which a log is part."""
        columns: list[Any] = [
            rows.c[each.log_id] for each in self.kinds if each is not tables and each.log_id in rows.c
        ]
        return [or_(column.is_(None), exists().where(_archived.c.log_id == column)) for column in columns]


def _last(column: ColumnElement[Any], rows: Table, log_id: ColumnElement[str]) -> ColumnElement[Any]:
    """Return a column of the last entry of the log."""
    of_log = select(column).where(_entries.c.log_id == log_id).order_by(_entries.c.seq.desc()).limit(1)
    # Said explicitly, because SQLAlchemy finds it out by itself only one level further out.
    return of_log.correlate(rows).scalar_subquery()
