"""
Where players' own streams begin: the first logs of a player go when all of their news is old.

A row has the number of the first log that is kept, in the transaction that deletes the one before. So what there is of
a player's logs never has a gap, whatever is killed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, select, union_all
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from server.notifications.news.inbox import EVENTS, log_id_of
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.schema import exclude_earlier
from server.runtime.database.tables import EntryRow, OwnStreamRow, Player, PushSubscriptionRow, WebhookRow
from server.runtime.retention import Rule
from server.runtime.times import timestamp

_AT_ONCE: Final = 200
"""How many players are looked at with one query."""

_SCHEMA: Final = "0032"
"""The first schema whose servers know of beginnings."""

_LAST: Final = EVENTS + 1
"""The number of the last entry of a full log; the first one is `opened`."""

_begins, _entries, _players = OwnStreamRow.__table__, EntryRow.__table__, Player.__table__
_webhooks, _browsers = WebhookRow.__table__, PushSubscriptionRow.__table__


class Beginnings:
    """The beginnings of all own streams, in the database that has them."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def of(self, player_ids: Collection[str]) -> Mapping[str, int]:
        """Return the number of the first log that is kept, of those of these players whose first ones are gone."""
        if not player_ids:
            return {}
        wanted = select(_begins.c.player_id, _begins.c.begins).where(_begins.c.player_id.in_(player_ids))
        return dict(map(tuple, await fetch(self._database, wanted)))

    async def drop(self, player_id: str, number: int) -> None:
        """
        Delete the player's log with this number, the first one that is kept.

        Servers that do not know of beginnings would begin the stream anew, so none can start from now on.
        """
        insert = postgresql.insert if self._database.dialect.name == "postgresql" else sqlite.insert
        moved = insert(OwnStreamRow).values(player_id=player_id, begins=number + 1)
        moved = moved.on_conflict_do_update(
            index_elements=[_begins.c.player_id], set_={"begins": number + 1}, where=_begins.c.begins <= number
        )
        async with begin(self._database) as connection:
            await exclude_earlier(connection, _SCHEMA)
            await connection.execute(moved)
            await connection.execute(delete(EntryRow).where(_entries.c.log_id == log_id_of(player_id, number)))

    async def forget(self, player_id: str) -> None:
        """Delete what is noted about a player whose logs are gone."""
        await execute(self._database, delete(OwnStreamRow).where(_begins.c.player_id == player_id))


class OldNews(Rule):
    """
    Deletes the first logs of players' own streams: full ones whose last event is old, and which webhooks and browsers
    of the player have got to the end.
    """

    name = "own_streams"

    def __init__(self, keep: timedelta | None, database: AsyncEngine, own_streams: AsyncEngine) -> None:
        """`database` has players, webhooks and browsers."""
        self.keep = keep
        self._database = database
        self._own_streams = own_streams
        self._beginnings = Beginnings(own_streams)

    async def count(self, before: datetime) -> int:
        return len([each async for each in self._due(before)])

    async def examples(self, before: datetime, most: int) -> Sequence[str]:
        found: list[str] = []
        async for player_id, number in self._due(before):
            found.append(log_id_of(player_id, number))
            if len(found) == most:
                break
        return found

    async def end(self, before: datetime) -> AsyncIterator[int]:
        async for player_id, number in self._due(before):
            await self._beginnings.drop(player_id, number)
            yield 1

    async def _due(self, before: datetime) -> AsyncIterator[tuple[str, int]]:
        """Yield the players and numbers of the logs to delete, those of a player in order."""
        last = ""
        while True:
            some = select(_players.c.id).where(_players.c.id > last).order_by(_players.c.id).limit(_AT_ONCE)
            player_ids = list((await fetch(self._database, some)).scalars())
            if not player_ids:
                return
            known = await self._beginnings.of(player_ids)
            first = {player_id: known.get(player_id, 0) for player_id in player_ids}
            while first := {player_id: number + 1 for player_id, number in await self._old(first, before)}:
                for player_id, number in first.items():
                    yield player_id, number - 1
            last = player_ids[-1]

    async def _old(self, first: Mapping[str, int], before: datetime) -> Sequence[tuple[str, int]]:
        """Return those of these logs that are full and old, have a successor, and are read to their end."""
        ids = {log_id_of(player_id, number): (player_id, number) for player_id, number in first.items()}
        full = select(_entries.c.log_id).where(
            _entries.c.log_id.in_(ids), _entries.c.seq == _LAST, _entries.c.at < timestamp(before)
        )
        old = [ids[log_id] for log_id in (await fetch(self._own_streams, full)).scalars()]
        if not old:
            return []
        next_ids = {log_id_of(player_id, number + 1): (player_id, number) for player_id, number in old}
        begun = select(_entries.c.log_id).where(_entries.c.log_id.in_(next_ids), _entries.c.seq == 1)
        followed = [next_ids[log_id] for log_id in (await fetch(self._own_streams, begun)).scalars()]
        read = await self._read_to([player_id for player_id, _ in followed])
        return [each for each in followed if read.get(each[0], each[1] * EVENTS + EVENTS) >= (each[1] + 1) * EVENTS]

    async def _read_to(self, player_ids: Collection[str]) -> Mapping[str, int]:
        """Return up to where the slowest webhook or browser of each player has got the news; only of who has any."""
        # A webhook that is disabled gets nothing of what it has missed, even if it is enabled again.
        on = _webhooks.c.disabled_at.is_(None), _webhooks.c.event_id.is_(None)
        webhooks = select(_webhooks.c.player_id, _webhooks.c.cursor).where(*on)
        browsers = select(_browsers.c.player_id, _browsers.c.cursor)
        followers = union_all(
            *(each.where(each.selected_columns.player_id.in_(player_ids)) for each in (webhooks, browsers))
        ).subquery()
        slowest = select(followers.c.player_id, func.min(followers.c.cursor)).group_by(followers.c.player_id)
        return dict(map(tuple, await fetch(self._database, slowest)))
