"""The marks beside the logs of one kind: news that players' own streams still lack (docs/log.md)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.aggregates.schedule import Due
from server.logs.store.contract import Mark
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import EntryRow, ForgottenRow, MarkRow
from server.runtime.times import timestamp

_entries, _marks, _forgotten = EntryRow.__table__, MarkRow.__table__, ForgottenRow.__table__


@dataclass(frozen=True, slots=True)
class Left(Mark):
    """A mark that was left, with the hash of its entry; empty for what time causes."""

    hash: str


class Marks:
    """The marks of one kind of log; a store writes them together with their entries."""

    def __init__(self, database: AsyncEngine, logs: ColumnElement[str]) -> None:
        """`logs`: the column with the ids of the logs of this kind, which the store writes in the same database."""
        self._database = database
        self._of_kind = exists().where(_marks.c.log_id == logs)

    async def overdue(
        self, since: datetime, most: int, behind: Due | None = None, among: Collection[str] | None = None
    ) -> list[Due]:
        """Return the logs of marks due by `since`, after `behind` and `among` some; the longest overdue first."""
        place = tuple_(_marks.c.due_at, _marks.c.log_id)
        query = select(_marks.c.due_at, _marks.c.log_id).distinct()
        query = query.where(_marks.c.due_at <= timestamp(since), self._of_kind)
        if behind is not None:
            query = query.where(place > behind[:2])
        if among is not None:
            query = query.where(_marks.c.log_id.in_(among))
        rows = await fetch(self._database, query.order_by(_marks.c.due_at, _marks.c.log_id).limit(most))
        return [Due(*row) for row in rows]

    async def earliest(self) -> str | None:
        """Return when the earliest mark is due, or was; None if there are no marks."""
        first = select(_marks.c.due_at).where(self._of_kind).order_by(_marks.c.due_at).limit(1)
        return (await fetch(self._database, first)).scalar()

    async def of(self, logs: Collection[str], now: datetime) -> list[Left]:
        """Return the marks of these logs: all that entries have left, in order, then what time has caused by now."""
        due = or_(_marks.c.seq > 0, _marks.c.due_at <= timestamp(now))
        same = and_(_entries.c.log_id == _marks.c.log_id, _entries.c.seq == _marks.c.seq)
        query = (
            select(_marks, func.coalesce(_entries.c.hash, ""))
            .join(_entries, same, isouter=True)
            .where(_marks.c.log_id.in_(logs), due)
            .order_by(_marks.c.log_id, _marks.c.seq == 0, _marks.c.seq)
        )
        rows = await fetch(self._database, query)
        return [Left(*row) for row in rows]

    async def find_forgotten(self, players: Collection[str]) -> set[str]:
        """Return which of these players were forgotten, and so get no news any more."""
        query = select(_forgotten.c.player_id).where(_forgotten.c.player_id.in_(players))
        return set((await fetch(self._database, query)).scalars())

    async def clear(self, done: Sequence[Mark]) -> None:
        """
        Delete marks, unless they have been replaced.

        What another transaction has locked is left for later: waiting for it could end in a deadlock with a commit.
        """
        keys = [(mark.log_id, mark.seq, mark.due_at) for mark in done]
        free = (
            select(_marks.c.log_id, _marks.c.seq)
            .where(tuple_(_marks.c.log_id, _marks.c.seq, _marks.c.due_at).in_(keys))
            .with_for_update(skip_locked=True)
        )
        await execute(self._database, delete(MarkRow).where(tuple_(_marks.c.log_id, _marks.c.seq).in_(free)))
