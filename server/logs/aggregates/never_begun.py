"""The rule for logs that never begin: matches that stay open, tournaments and series that nobody starts."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Generic, get_args

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.kind import AggregateT, ListedKind
from server.logs.aggregates.repository import Repository
from server.logs.directing.facts import Visibility
from server.logs.store.entry import Decision
from server.runtime.database.queries import fetch
from server.runtime.database.tables import EntryRow
from server.runtime.retention import Rule
from server.runtime.times import timestamp

_AT_ONCE: Final = 20

_entries = EntryRow.__table__

log = logging.getLogger(__name__)


def last_entry_at(log_id: ColumnElement[str]) -> ColumnElement[str]:
    """Return the time of the last entry of a log, in a query that finds the log."""
    of_log = select(_entries.c.at).where(_entries.c.log_id == log_id)
    return of_log.order_by(_entries.c.seq.desc()).limit(1).scalar_subquery()


class NeverBegunLogs(Rule, Generic[AggregateT]):
    """
    Calls off the logs of a kind that have not begun, and have had no entry for long; each by an entry of its own.

    Logs in which the server has something to do are left alone.
    """

    def __init__(
        self,
        kind: ListedKind[AggregateT],
        keep: timedelta | None,
        database: AsyncEngine,
        repository: Repository[AggregateT],
        call_off: Callable[[AggregateT], Decision | None],
        *also: ColumnElement[bool],
    ) -> None:
        """`call_off` returns the entry that ends a log; None if it has begun, or has ended. `also`: further terms."""
        self.name, self.keep = kind.tables.logs, keep
        self._id: Any = kind.log_ids
        self._database = database
        self._repository = repository
        self._call_off = call_off
        logs = self._id.table.c
        # With the visibility, an index has the few rows of this status.
        few = logs.visibility.in_(get_args(Visibility)), logs.status.in_(kind.tables.not_begun)
        self._waiting = and_(*few, logs.due_at.is_(None), *also)

    async def count(self, before: datetime) -> int:
        counted = select(func.count()).select_from(self._id.table).where(self._due(before))
        return int((await fetch(self._database, counted)).scalar_one())

    async def examples(self, before: datetime, most: int) -> Sequence[str]:
        return await self._some(before, "", most)

    async def end(self, before: datetime) -> AsyncIterator[int]:
        last = ""
        while found := await self._some(before, last, _AT_ONCE):
            yield sum([await self._ended(log_id, before) for log_id in found])
            last = found[-1]

    async def _some(self, before: datetime, after: str, most: int) -> Sequence[str]:
        some = select(self._id).where(self._due(before), self._id > after).order_by(self._id).limit(most)
        return list((await fetch(self._database, some)).scalars())

    def _due(self, before: datetime) -> ColumnElement[bool]:
        then = timestamp(before)
        return and_(self._waiting, self._id.table.c.created_at < then, last_entry_at(self._id) < then)

    async def _ended(self, log_id: str, before: datetime) -> bool:
        def decide(live: AggregateT, now: datetime) -> Decision | None:
            return self._call_off(live) if live.time(live.head.seq) < timestamp(before) else None

        try:
            live = await self._repository.get(log_id)
            return await self._repository.advance(live, decide) is not None
        except UnavailableError as error:
            if error.code is codes.DATABASE_UNAVAILABLE:
                raise
            log.warning("%s is not called off: %s", log_id, error.code.name)
        except RefusedError as error:
            log.warning("%s is not called off: %s", log_id, error.code.name)
        return False
