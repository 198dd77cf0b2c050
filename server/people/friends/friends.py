"""
Friends: who opens the link of a player and accepts it becomes a friend, and both have each other in their lists.

A player has one link. Its secret is stored as it is, because the player can read it again; all that it gives is
friendship with this player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.friends.known import KnownPlayer, select_known
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, connect, execute, fetch
from server.runtime.database.tables import BlockRow, FriendLinkRow, FriendshipRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import is_id
from server.runtime.times import timestamp

MAX_FRIENDS: Final = 200
"""Maximum number of friends of a player."""

_players = PlayerRow.__table__
_links = FriendLinkRow.__table__
_friendships = FriendshipRow.__table__
_blocks = BlockRow.__table__


@dataclass(frozen=True, slots=True)
class FriendLink:
    """The link of a player."""

    token: str = field(repr=False)
    created_at: str


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """The link of another player, as somebody sees it who may accept it; `since`: when both became friends, if so."""

    player_id: str
    name: str
    since: str | None
    is_full: bool


class Friends:
    """The friends of all players, and their links."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def link_of(self, player_id: str) -> FriendLink | None:
        """Return the player's link; None if the player has made none."""
        wanted = select(_links.c.secret, _links.c.created_at).where(_links.c.player_id == player_id)
        row = (await fetch(self._database, wanted)).one_or_none()
        return None if row is None else FriendLink(join(player_id, row.secret), row.created_at)

    async def renew_link(self, player_id: str) -> FriendLink:
        """Give the player a new link; the earlier one ends, and friends stay."""
        secret, now = new_secret(), timestamp(self._clock.now())
        await execute(
            self._database,
            lock_player(player_id),
            delete(_links).where(_links.c.player_id == player_id),
            _links.insert().values(player_id=player_id, secret=secret, created_at=now),
        )
        return FriendLink(join(player_id, secret), now)

    async def look(self, player_id: str, token: str) -> OpenedLink:
        """
        Return whose link this is, for the player.

        Raises:
            RefusedError: The link is the player's own, or does not work for the player.
        """
        async with connect(self._database) as connection:
            return await _opened(connection, player_id, token)

    async def accept(self, player_id: str, token: str) -> KnownPlayer:
        """
        Make the player and the owner of the link friends; it changes nothing if they are.

        Raises:
            RefusedError: As `look`, or the player has `MAX_FRIENDS`.
        """
        owner_id, _ = split(token)
        async with begin(self._database) as connection:
            # In the same order in every transaction, so that two of them never wait for each other.
            for locked in sorted({player_id, owner_id}):
                await connection.execute(lock_player(locked))
            found = await _opened(connection, player_id, token)
            if found.since is not None:
                return KnownPlayer(found.player_id, found.name, found.since)
            if found.is_full:
                raise RefusedError(codes.TOO_MANY_FRIENDS, f"You have {MAX_FRIENDS} friends. End a friendship first.")
            now = timestamp(self._clock.now())
            pairs = ((player_id, found.player_id), (found.player_id, player_id))
            rows = [{"player_id": one, "friend_id": other, "since": now} for one, other in pairs]
            await connection.execute(_friendships.insert().values(rows))
        return KnownPlayer(found.player_id, found.name, now)

    async def of(self, player_id: str) -> list[KnownPlayer]:
        """Return the player's friends, the newest first."""
        query = select_known(_friendships.c.player_id, _friendships.c.friend_id, player_id)
        return [KnownPlayer(*row) for row in await fetch(self._database, query)]

    async def end(self, player_id: str, friend_id: str) -> None:
        """End a friendship, for both; it also succeeds without one."""
        await execute(self._database, delete(_friendships).where(are_friends(player_id, friend_id)))


def are_friends(player_id: str, other_id: str) -> ColumnElement[bool]:
    """Return the condition for the two rows of a friendship."""
    return or_(
        and_(_friendships.c.player_id == player_id, _friendships.c.friend_id == other_id),
        and_(_friendships.c.player_id == other_id, _friendships.c.friend_id == player_id),
    )


async def _opened(connection: AsyncConnection, player_id: str, token: str) -> OpenedLink:
    """
    Return whose link this is.

    What makes it not work for this player is found by one query, so the time of the answer does not tell it either.
    """
    owner_id, given = split(token)
    row = (await connection.execute(_link(owner_id, player_id))).one_or_none() if is_id(owner_id) else None
    kept = HASH_OF_NONE if row is None else hash_of(row.secret)
    if not is_same(given, kept) or row is None:
        raise _unknown()
    if owner_id == player_id:
        raise RefusedError(
            codes.OWN_FRIEND_LINK, "This is your own link. Send it to somebody who shall be your friend."
        )
    # Whether the owner has blocked the caller, or has too many friends, is nobody else's business.
    if row.shut or (row.since is None and row.friends >= MAX_FRIENDS):
        raise _unknown()
    if row.blocked:
        raise RefusedError(codes.PLAYER_BLOCKED, "You have blocked this player. Unblock the player first.")
    return OpenedLink(owner_id, row.name, row.since, row.own_friends >= MAX_FRIENDS)


def _link(owner_id: str, player_id: str) -> Select[Any]:
    """Return the query for a player's link, and how it stands between this player and the one who opens it."""
    since = select(_friendships.c.since).where(
        _friendships.c.player_id == player_id, _friendships.c.friend_id == owner_id
    )
    return (
        select(
            _links.c.secret,
            _players.c.name,
            since.scalar_subquery().label("since"),
            _has_blocked(owner_id, player_id).label("shut"),
            _has_blocked(player_id, owner_id).label("blocked"),
            _count(owner_id).label("friends"),
            _count(player_id).label("own_friends"),
        )
        .join(_players, _players.c.id == _links.c.player_id)
        .where(_links.c.player_id == owner_id, _players.c.suspended_at.is_(None))
    )


def _has_blocked(player_id: str, other_id: str) -> ColumnElement[bool]:
    return exists().where(_blocks.c.player_id == player_id, _blocks.c.blocked_id == other_id)


def _count(player_id: str) -> ScalarSelect[int]:
    return select(func.count()).where(_friendships.c.player_id == player_id).scalar_subquery()


def _unknown() -> RefusedError:
    return RefusedError(
        codes.UNKNOWN_FRIEND_LINK, "This link does not work. Was it copied whole? Otherwise ask for a new one."
    )
