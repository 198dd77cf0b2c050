"""
Rows of those who get the news of a player's own stream, such as browsers: who has news, and which process sends it.

A row has something to do from `news_at` on. A process that does it holds the row until `held_until`; if that passes,
the process was killed or could not do it, and any process tries again from the same cursor. Those who were slow or
failed have places of their own (`server.runtime.outside.places`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final, Generic, TypeVar

from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.clock.clock import Clock
from server.runtime.database.notified import Notified
from server.runtime.database.queries import begin, connect, execute, fetch
from server.runtime.database.tables import FollowerRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.outside.places import ALL, QUICK, SLOW, Taken, Waiting, choose, full
from server.runtime.times import parse_timestamp, timestamp

HOLD: Final = timedelta(seconds=60)
"""How long a process may take for one row."""

_LOOKED_AT: Final = 200
"""How many who wait are compared to give places, those who have waited longest."""

_players = PlayerRow.__table__

RowT = TypeVar("RowT", bound=FollowerRow)


class Followers(Generic[RowT]):
    """The followers of all players, in one table. `news` is set when one of them has something to do at once."""

    def __init__(
        self,
        database: AsyncEngine,
        clock: Clock,
        row: type[RowT],
        *,
        failing: ColumnElement[bool],
        on: ColumnElement[bool] | None = None,
        event: ColumnElement[str | None] | None = None,
        gather: timedelta = timedelta(),
    ) -> None:
        """
        Args:
            database: Where the rows are.
            clock: The time.
            row: The table.
            failing: Which rows failed the last time, and so wait behind others.
            on: Which rows get news; by default all.
            event: The column with the event that a row follows instead of its player's stream; without it, none does.
            gather: How long news is gathered before it is sent.
        """
        self._database = database
        self._clock = clock
        self._row = row
        self._table = row.__table__
        (self._key,) = self._table.primary_key
        self._on = true() if on is None else on
        self._event = event
        self._behind = or_(self._table.c.slow, failing)
        self._gather = gather
        self.news = asyncio.Event()

    async def note(self, players: Collection[str], logs: Collection[str] = ()) -> None:
        """Note that there is news for these players, and for those who follow these logs."""
        table, later = self._table, timestamp(self._clock.now() + self._gather)
        sooner = or_(table.c.news_at.is_(None), table.c.news_at > later)
        concerned: ColumnElement[bool] = table.c.player_id.in_(players)
        if self._event is not None:
            concerned = or_(and_(concerned, self._event.is_(None)), self._event.in_(logs))
        theirs = and_(concerned, sooner, self._on)
        async with connect(self._database) as connection:
            # Most have none, and reading needs no lock.
            if (await connection.execute(select(self._key).where(theirs).limit(1))).first() is None:
                return
        await execute(self._database, update(table).where(theirs).values(news_at=later).returning(Notified()))
        if not self._gather:
            self.news.set()

    async def claim(self, taken: Collection[Taken] = ()) -> list[tuple[RowT, Taken]]:
        """
        Return rows with something to do that get a place, which this process alone holds for `HOLD`.

        `taken`: the places that this process has given before. Suspended players and bridges get nothing; news wait.
        """
        now = asyncio.get_running_loop().time()
        slow = [one for one in taken if one.is_slow(now)]
        quick = [one for one in taken if not one.is_slow(now)]
        held: list[tuple[RowT, Taken]] = []
        for which, theirs, most in ((~self._behind, quick, QUICK), (self._behind, slow, SLOW)):
            rows = await self._claim(which, theirs, min(most - len(theirs), ALL - len(taken) - len(held)))
            held += [(row, Taken(row.player_id, row.target, theirs is slow, now)) for row in rows]
        return held

    async def _claim(self, which: ColumnElement[bool], taken: Sequence[Taken], free: int) -> list[RowT]:
        if free <= 0:
            return []
        table, now = self._table, self._clock.now()
        due = _due(table.c.held_until, table.c.news_at, timestamp(now))
        due = and_(due, self._on, ~_is_suspended(table), which)
        wait = (
            select(self._key, table.c.player_id, table.c.target)
            .where(
                due,
                table.c.player_id.not_in(full([one.player_id for one in taken], free)),
                table.c.target.not_in(full([one.target for one in taken], free)),
            )
            .order_by(table.c.news_at)
            .limit(_LOOKED_AT)
        )
        waiting = [Waiting(*row) for row in await fetch(self._database, wait)]
        chosen = choose(waiting, taken, free)
        if not chosen:
            return []
        async with begin(self._database) as connection:
            rows = await connection.execute(
                update(table)
                .where(self._key.in_(chosen), due)
                .values(news_at=None, held_until=timestamp(now + HOLD))
                .returning(table)
            )
            return [self._row(**row._mapping) for row in rows]

    async def next_after(self) -> timedelta | None:
        """Return how long it takes until one of them has something to do, or is no longer held; None: none has."""
        table = self._table
        # Each by its own index.
        firsts = [
            select(func.min(at)).where(at.is_not(None), self._on, ~_is_suspended(table)).scalar_subquery()
            for at in (table.c.held_until, table.c.news_at)
        ]
        found = (await fetch(self._database, select(*firsts))).one()
        earliest = min((at for at in found if at is not None), default=None)
        return None if earliest is None else parse_timestamp(earliest) - self._clock.now()

    async def release(self, held: RowT, **values: object) -> None:
        """Change a row that this process still holds."""
        await execute(self._database, update(self._table).where(self._still(held)).values(**values))

    async def delete(self, held: RowT) -> None:
        """Delete a row that this process still holds."""
        await execute(self._database, delete(self._table).where(self._still(held)))

    def _still(self, held: RowT) -> ColumnElement[bool]:
        return and_(
            self._key == getattr(held, self._key.name),
            self._table.c.player_id == held.player_id,
            self._table.c.held_until == held.held_until,
        )


def _is_suspended(table: Table) -> ColumnElement[bool]:
    """Return the condition that the player is suspended, or the bridge that has made it for the player."""
    whose = [table.c[name] for name in ("player_id", "bridge_id") if name in table.c]
    return or_(*(exists().where(_players.c.id == one, _players.c.suspended_at.is_not(None)) for one in whose))


def _due(held: ColumnElement[str], news: ColumnElement[str], now: str) -> ColumnElement[bool]:
    return or_(held <= now, and_(held.is_(None), news <= now))
