"""Queries over all logs of a kind that people direct."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Player
from server.access.rights import reach
from server.logs.aggregates.list_order import ListOrder
from server.logs.aggregates.schedule import Due
from server.logs.directing.summaries import Involved
from server.logs.store.replica import Replica
from server.logs.store.summaries import Tables
from server.runtime.database.queries import fetch
from server.runtime.database.tables import Row
from server.runtime.times import timestamp

ListingT = TypeVar("ListingT")

_ENTRANT: Final[Involved] = "entrant"


@dataclass(frozen=True, slots=True)
class ListPage(Generic[ListingT]):
    """A page of a list; the next one begins behind the log `next`, if there may be more."""

    found: list[ListingT]
    next: str | None


class Lists(Generic[ListingT]):
    """Queries over all logs of one kind, whose rows have the columns of `DirectedSummary`."""

    def __init__(
        self,
        database: AsyncEngine,
        replica: Replica,
        operation: str,
        tables: Tables,
        parse: Callable[[str], ListingT],
    ) -> None:
        """
        `replica` finds what is over; `operation` lists logs, in the table of rights, which are in `tables`; `parse`
        reads a listing.
        """
        self._database = database
        self._replica = replica
        self._operation = operation
        self._logs, self._people = Row.metadata.tables[tables.logs], Row.metadata.tables[tables.people]
        self._id, self._person_of = self._logs.c[tables.log_id], self._people.c[tables.log_id]
        self._unended = tables.unended
        self._parse = parse

    async def page(
        self, player: Player, status: str | None, before: str | None, limit: int, *, mine: bool
    ) -> ListPage[ListingT]:
        """
        Return logs that the player may know of, newest first, but owners take turns; those after `before`.

        `mine`: only those that the player directs or has entered, and without turns. A bridge may know of those that
        the player only directs if the player has let it organise.
        """
        involved = select(self._person_of).where(self._people.c.player_id == player.id)
        if not player.organises:
            involved = involved.where(self._people.c.role == _ENTRANT)
        own = self._id.in_(involved)
        order = ListOrder(self._id, None if mine else self._logs.c.place)
        query = order.sort(select(self._id, self._logs.c.listing)).limit(limit + 1)
        if mine:
            query = query.where(own)
        elif reach(self._operation, player.role) != "all":
            query = query.where(or_(self._logs.c.visibility == "public", own))
        if status is not None:
            query = query.where(self._logs.c.status == status)
        if before is not None:
            query = query.where(order.after(before))
        is_over = status is not None and status not in self._unended
        rows = await (self._replica.fetch(query) if is_over else self._rows(query))
        return ListPage(
            [self._parse(listing) for _, listing in rows[:limit]], rows[limit - 1][0] if len(rows) > limit else None
        )

    async def overdue(
        self, since: datetime, limit: int, behind: Due | None = None, among: Collection[str] | None = None
    ) -> list[Due]:
        """Return logs with work due by `since`, after `behind` and `among` some; the longest overdue first."""
        due_at = self._logs.c.due_at
        query = select(due_at, self._id).where(due_at <= timestamp(since)).order_by(due_at, self._id).limit(limit)
        if behind is not None:
            query = query.where(tuple_(due_at, self._id) > behind[:2])
        if among is not None:
            query = query.where(self._id.in_(among))
        return [Due(*row) for row in await self._rows(query)]

    async def earliest(self) -> str | None:
        """Return when the earliest work is due, or was; None if there is no work."""
        return (await fetch(self._database, select(func.min(self._logs.c.due_at)))).scalar()

    async def _rows(self, query: Any) -> Sequence[Any]:  # noqa: ANN401  # a select of any columns
        return (await fetch(self._database, query)).all()
