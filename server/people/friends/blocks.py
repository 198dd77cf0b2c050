"""
Blocks: whom a player does not want to have to do with. Who is blocked is never told so.

A block ends a friendship, and no link makes one. Views and messages are facts of a match and stay as they are; clients
hide what a blocked player writes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.friends.friends import are_friends
from server.people.friends.known import KnownPlayer, select_known
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import BlockRow, FriendshipRow
from server.runtime.times import timestamp

MAX_BLOCKS: Final = 200
"""Maximum number of players whom a player can block."""

_blocks = BlockRow.__table__
_friendships = FriendshipRow.__table__


class Blocks:
    """Whom the players have blocked."""

    def __init__(self, database: AsyncEngine, players: Players, clock: Clock) -> None:
        self._database = database
        self._players = players
        self._clock = clock

    async def put(self, player_id: str, other_id: str) -> KnownPlayer:
        """
        Block another player, and end a friendship with them; it changes nothing if they are blocked.

        Raises:
            RefusedError: There is no such player, it is the same one, or `MAX_BLOCKS` are blocked.
        """
        other = await self._players.find(other_id)
        if other.id == player_id:
            raise RefusedError(codes.OWN_BLOCK, "You cannot block yourself.")
        pair = (_blocks.c.player_id == player_id, _blocks.c.blocked_id == other.id)
        async with begin(self._database) as connection:
            # Both, in the order of `Friends.accept`, so that no friendship begins at the same moment.
            for locked in sorted((player_id, other.id)):
                await connection.execute(lock_player(locked))
            since = (await connection.execute(select(_blocks.c.since).where(*pair))).scalar_one_or_none()
            if since is None:
                counted = select(func.count()).where(_blocks.c.player_id == player_id)
                if (await connection.execute(counted)).scalar_one() >= MAX_BLOCKS:
                    raise RefusedError(
                        codes.TOO_MANY_BLOCKS, f"You have blocked {MAX_BLOCKS} players. Unblock one first."
                    )
                since = timestamp(self._clock.now())
                row = {"player_id": player_id, "blocked_id": other.id, "since": since}
                await connection.execute(_blocks.insert().values(row))
            await connection.execute(delete(_friendships).where(are_friends(player_id, other.id)))
        return KnownPlayer(other.id, other.name, since)

    async def delete(self, player_id: str, other_id: str) -> None:
        """Unblock a player; it also succeeds if the player is not blocked."""
        pair = (_blocks.c.player_id == player_id, _blocks.c.blocked_id == other_id)
        await execute(self._database, delete(_blocks).where(*pair))

    async def of(self, player_id: str) -> list[KnownPlayer]:
        """Return whom the player has blocked, the newest first."""
        query = select_known(_blocks.c.player_id, _blocks.c.blocked_id, player_id)
        return [KnownPlayer(*row) for row in await fetch(self._database, query)]

    async def blocks_between(self, player_id: str, others: Collection[str]) -> frozenset[str]:
        """
        Return those of the others whom the player has blocked, or who have blocked the player.

        It is for the server alone: no reply may show it.
        """
        if not others:
            return frozenset()
        blocker, blocked = _blocks.c.player_id, _blocks.c.blocked_id
        between = or_(and_(blocker == player_id, blocked.in_(others)), and_(blocked == player_id, blocker.in_(others)))
        rows = await fetch(self._database, select(blocker, blocked).where(between))
        return frozenset(one for row in rows for one in row) - {player_id}
