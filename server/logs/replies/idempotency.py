"""Idempotency: requests with an `Idempotency-Key` have one effect, and repeats get the stored reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.logs.aggregates.commands import Keep
from server.logs.store.contract import KeptReply, KeyTakenError
from server.logs.store.entry import Entry
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import fetch
from server.runtime.database.tables import KeptReplyRow
from server.runtime.retention import OldRows
from server.runtime.times import timestamp


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of its request."""

    key: str = field(repr=False)
    request_hash: str

    def of_item(self, number: int, operation: str, content: str) -> Once:
        """Return the key `KEY:NUMBER` for an item of a bulk call; `content` is what the item asks for."""
        return Once(f"{self.key}:{number}", sha256(f"{operation}\n{content}".encode()).hexdigest())


_replies = KeptReplyRow.__table__

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The reply to a command; `repeated` if it is that to an earlier request with the same key."""

    reply: T = field(repr=False)
    repeated: bool = False


Render: TypeAlias = Callable[[Any, Entry], str]
"""Returns the reply's body, given the state of the log after a command and its entry."""

Stored: TypeAlias = Mapping[str, KeptReply]
"""Stored replies of a player, by key."""


def old_replies(database: AsyncEngine, keep: timedelta) -> OldRows:
    """Return the rule for replies whose requests are not repeated any more."""
    return OldRows(keep, database, _replies, lambda old: _replies.c.created_at < old, shown=_replies.c.player_id)


class Replies:
    """The stored replies to requests with an idempotency key."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def keep(self, player: Player, once: Once | None, status: int, render: Render) -> Keep | None:
        """Return a function that builds the reply to store, if the request has a key."""
        if once is None:
            return None

        def keep(state: object, entry: Entry) -> KeptReply:
            at = timestamp(self._clock.now())
            return KeptReply(player.id, _key_of(player, once.key), once.request_hash, status, render(state, entry), at)

        return keep

    async def look_up(self, player: Player, keys: Sequence[str]) -> Stored:
        """Return what is stored under these keys, in one query for the items of a bulk call."""
        if not keys:
            return {}
        named = {_key_of(player, key): key for key in keys}
        query = select(_replies).where(_replies.c.player_id == player.id, _replies.c.key.in_(named))
        return {named[row.key]: KeptReply(**row._mapping) for row in await fetch(self._database, query)}

    async def carry_out(
        self,
        player: Player,
        once: Once | None,
        do: Callable[[], Awaitable[T]],
        read: Callable[[str], T],
        stored: Stored | None = None,
    ) -> Done[T]:
        """
        Execute `do`, unless a request with this key has been executed before or concurrently.

        `read` reads a stored reply. `stored` is what was stored shortly before, if it was looked up.

        Raises:
            RefusedError: The request is refused, or the key was used for another request.
        """
        earlier = await self._earlier(player, once, stored)
        if earlier is not None:
            return Done(read(earlier), repeated=True)
        try:
            return Done(await do())
        except UnavailableError:
            raise  # Do not query a database again that just failed to respond.
        except (KeyTakenError, RefusedError):
            # A repeat may collide with the first copy of the same request.
            earlier = await self._earlier(player, once)
            if earlier is None:
                raise
            return Done(read(earlier), repeated=True)

    async def _earlier(self, player: Player, once: Once | None, stored: Stored | None = None) -> str | None:
        """Return the body of the earlier reply to a request with this key."""
        if once is None:
            return None
        if stored is None:
            stored = await self.look_up(player, [once.key])
        kept = stored.get(once.key)
        if kept is None:
            return None
        if kept.request_hash != once.request_hash:
            raise RefusedError(
                codes.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key was already used for a different request. Use a new key for each new request.",
            )
        return kept.body


def _key_of(player: Player, key: str) -> str:
    """Return the key as it is stored: one that a bridge sends for a player is not that of the player's own programs."""
    return key if player.through is None else f"{player.through}\n{key}"
