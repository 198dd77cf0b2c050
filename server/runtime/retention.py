"""
Retention: what the server keeps for some time only, and how it ends (docs/running.md, "What is kept how long").

A rule stands where its subject does; `server/api/server.py` gathers all of them. A server prunes in the background,
`moirai prune` at once. What ends does so in portions, with pauses between them, so that other work can go on; several
processes may do it at the same time, and what one leaves undone when it is killed, any other finds.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Column, ColumnElement, Table, delete, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import connect, execute, fetch
from server.runtime.database.times import Now
from server.runtime.metrics import metrics
from server.runtime.times import parse_timestamp, timestamp

_PRUNE_SECONDS: Final = 600.0

_PAUSE_SECONDS: Final = 0.05
"""Pause between two portions, so that other writes can run."""

_EXAMPLES: Final = 3

NOW: Final = timedelta(0)
"""How long something is kept that has an end of its own."""

ROWS_AT_ONCE: Final = 500
"""Number of rows deleted by one statement; submissions wait for it (SQLite) or for the disk."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a rule would end now: how many, and the ids of some."""

    rule: str
    count: int
    examples: Sequence[str]


class Rule(ABC):
    """
    What is kept for how long.

    Attributes:
        name: What it ends, in one word: a table, or a kind of log.
        keep: How long it is kept; None: for ever, so the rule has nothing to do.
        most: How much of it one look of a server ends at most; None: everything that is due.
    """

    name: str
    keep: timedelta | None
    most: int | None = None

    @abstractmethod
    async def count(self, before: datetime) -> int:
        """Return how much is older than this."""

    @abstractmethod
    async def examples(self, before: datetime, most: int) -> Sequence[str]:
        """Return the ids of some of it, the oldest first where that is known; nothing secret."""

    @abstractmethod
    def end(self, before: datetime) -> AsyncIterator[int]:
        """
        End what is older than this, portion by portion; yield after each how much that was.

        Raises:
            UnavailableError: The database does not respond.
        """


class OldRows(Rule):
    """The rule for rows that are deleted when they are old."""

    def __init__(
        self,
        keep: timedelta | None,
        database: AsyncEngine,
        table: Table,
        is_old: Callable[[str], ColumnElement[bool]],
        *,
        shown: Column[str],
        by_database: bool = False,
    ) -> None:
        """
        `is_old` returns the condition for rows that are older than a time; `shown` is a column that names them, and is
        not secret. `by_database`: the clock of the database has dated them.
        """
        self.name, self.keep = table.name, keep
        self._database = database
        self._table = table
        self._is_old = is_old
        self._shown = shown
        self._by_database = by_database

    async def count(self, before: datetime) -> int:
        counted = select(func.count()).select_from(self._table).where(await self._old(before))
        return int((await fetch(self._database, counted)).scalar_one())

    async def examples(self, before: datetime, most: int) -> Sequence[str]:
        some = select(self._shown).where(await self._old(before)).distinct().order_by(self._shown).limit(most)
        return list((await fetch(self._database, some)).scalars())

    async def end(self, before: datetime) -> AsyncIterator[int]:
        old, columns = await self._old(before), tuple(self._table.primary_key)
        some = select(*columns).where(old).limit(ROWS_AT_ONCE)
        # The condition once more, because another process may have changed a row since it was chosen.
        gone = delete(self._table).where(tuple_(*columns).in_(some), old)
        while True:
            ended = (await execute(self._database, gone)).rowcount
            yield ended
            if ended < ROWS_AT_ONCE:
                return

    @staticmethod
    async def idle_ones(rules: Sequence[OldRows], now: datetime) -> Sequence[OldRows]:
        """Return the rules, on and of one database, for which no row is old; raises as `count` does."""
        if not rules:
            return ()
        found = [exists().where(await rule._old(now - rule.keep)) for rule in rules if rule.keep is not None]
        row = (await fetch(rules[0]._database, select(*found))).one()
        return [rule for rule, is_due in zip(rules, row, strict=True) if not is_due]

    async def _old(self, before: datetime) -> ColumnElement[bool]:
        if self._by_database and self.keep is not None:
            async with connect(self._database) as connection:
                before = parse_timestamp((await connection.execute(select(Now()))).scalar_one()) - self.keep
        return self._is_old(timestamp(before))


class Retention:
    """Applies all rules."""

    def __init__(self, rules: Sequence[Rule], clock: Clock) -> None:
        self.rules = rules
        self._clock = clock

    async def due(self) -> list[Due]:
        """
        Return what would end now, for each rule that is on; nothing is changed.

        Raises:
            UnavailableError: The database does not respond.
        """
        found: list[Due] = []
        for rule in self.rules:
            if rule.keep is not None:
                before = self._clock.now() - rule.keep
                count = await rule.count(before)
                found.append(Due(rule.name, count, await rule.examples(before, _EXAMPLES) if count else ()))
        return found

    async def prune(self) -> dict[str, int]:
        """End everything that is due; return how much that was, for each rule that is on. Raises as `due` does."""
        return {rule.name: await self._end(rule, None) for rule in self.rules if rule.keep is not None}

    async def look(self) -> None:
        """End what is due, at the rate of a server; few queries find out that no rows are. Raises as `due` does."""
        of_rows = [rule for rule in self.rules if isinstance(rule, OldRows) and rule.keep is not None]
        idle = await OldRows.idle_ones(of_rows, self._clock.now())
        for rule in self.rules:
            if rule not in idle:
                await self._end(rule, rule.most)

    async def run(self) -> None:
        """Look at regular intervals, until cancelled; not at first, because a start has enough to do."""
        await asyncio.sleep(_PRUNE_SECONDS)
        await every(_PRUNE_SECONDS, self.look, "what is no longer kept cannot be ended")

    async def _end(self, rule: Rule, most: int | None) -> int:
        if rule.keep is None:
            return 0
        ended = 0
        async for some in rule.end(self._clock.now() - rule.keep):
            ended += some
            metrics.pruned[rule.name] += some
            if most is not None and ended >= most:
                break
            await asyncio.sleep(_PAUSE_SECONDS if some else 0)
        return ended
