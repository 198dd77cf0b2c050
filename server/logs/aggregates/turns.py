"""
The places of logs in lists of what is public: newest first, but owners take turns (docs/protocol.md, "Pages").

A place is written once, with the first entry, so the cursors of pages stay valid. It is the id of the log, or digits
like those of an id, which may be more. An owner with more logs than others gets lower places. Lists are cut into
rounds, in which each other owner occurs at most once. Down to the end of a round, an owner may have, with the next log,
at most as many logs as there are rounds.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, column, select
from sqlalchemy import table as table_named
from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.store.summaries import PLACE, Summary, Tables
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import connect
from server.runtime.ids import number_of, text_of

COUNTED: Final = 1_000
"""In how much of a list owners take turns: the first logs that are not over."""

COUNTED_CALLED_OFF: Final = 200
"""How many logs that were called off count with them: otherwise who calls off would always have the first place."""

_FRESH: Final = timedelta(seconds=1)
"""How long what was read is used. What this process places in the meantime is added; other processes are seen later."""

_DIGITS: Final = 52
"""How many digits a place has at most: twice those of an id, so that there is always room between two."""

_LOWER: Final = 1 << 220
"""How far below the last log of a list the next one is: about a second, as ids go."""

_SHARE: Final = 16
"""What share of the room between two others a place is above the lower one: what comes next has the rest above it."""


class Placed(NamedTuple):
    """A log in a list."""

    place: str
    owner: str


class Turns:
    """Gives new logs of one kind their places."""

    def __init__(self, database: AsyncEngine, clock: Clock, tables: Tables) -> None:
        self._database = database
        self._clock = clock
        self._tables = tables
        # The first logs of the list, lowest place first.
        self._listed: list[Placed] = []
        self._read_at: datetime | None = None
        self._reading = asyncio.Lock()

    async def give_place(self, row: Summary) -> Summary:
        """
        Return the row of a new log with its place.

        Raises:
            UnavailableError: The database does not respond.
        """
        if not row.public:
            return row  # Lists of what is public must not show that somebody has others.
        async with self._reading:
            await self._read()
        place = place_of(row.place, row.owner, self._listed[::-1])
        insort(self._listed, Placed(place, row.owner))
        del self._listed[: -COUNTED - COUNTED_CALLED_OFF]
        return row.at(place)

    async def _read(self) -> None:
        now = self._clock.now()
        if self._read_at is not None and now - _FRESH < self._read_at <= now:
            return
        kind = self._tables
        async with connect(self._database) as connection:
            unended = await connection.execute(_highest(kind, kind.unended, COUNTED))
            called_off = await connection.execute(_highest(kind, (kind.called_off,), COUNTED_CALLED_OFF))
        self._listed = sorted(Placed(*row) for rows in (unended, called_off) for row in rows)
        self._read_at = now


def place_of(highest: str, owner: str, listed: Sequence[Placed]) -> str:
    """
    Return the place of an owner's next log in a list.

    Args:
        highest: The place that it has if it is the owner's turn at once.
        owner: The owner.
        listed: The list, highest place first.
    """
    turn = _turn(owner, listed)
    if turn == 0:
        return highest
    return _between(listed[turn - 1].place, listed[turn].place if turn < len(listed) else None)


def _turn(owner: str, listed: Sequence[Placed]) -> int:
    """Return how many logs of the list come before the owner's next one."""
    turn = rounds = end = own = own_above = 0
    seen = set[str]()
    for index, (_, other) in enumerate(listed):
        if other == owner:
            own += 1
            continue
        if other in seen:
            rounds += 1
            if own_above >= rounds:
                turn = end
            seen.clear()
        seen.add(other)
        own_above, end = own, index + 1
    return end if own_above > rounds else turn


def _between(above: str, below: str | None) -> str:
    """Return a place between these; the same as the lower one if there is no room, and then the newer log is first."""
    high = number_of(above.ljust(_DIGITS, "0"))
    low = max(0, high - _LOWER) if below is None else number_of(below.ljust(_DIGITS, "0"))
    return text_of(low + (high - low) // _SHARE, _DIGITS).rstrip("0")


def _highest(kind: Tables, statuses: tuple[str, ...], most: int) -> Select[Any]:
    """Return the query for the highest public logs with these statuses."""
    logs = table_named(kind.logs, *map(column, (PLACE, kind.owner, "visibility", "status")))
    found = select(logs.c[PLACE], logs.c[kind.owner]).where(logs.c.visibility == "public", logs.c.status.in_(statuses))
    return found.order_by(logs.c[PLACE].desc()).limit(most)
