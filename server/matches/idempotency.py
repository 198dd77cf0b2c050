"""
Doing a thing once, however often it is asked for: idempotency keys and the replies kept under them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from server.aggregates.repository import Keep
from server.clock.clock import Clock
from server.errors import ConflictError, MoiraiError, UnavailableError
from server.identity.players import Player
from server.log.contract import KeptReply, KeyTakenError
from server.log.entry import Entry, timestamp
from server.matches.directory import Directory
from server.matches.state import MatchState


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of the request that came with it."""

    key: str = field(repr=False)
    request_hash: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The body that a request with this key was answered with before."""

    body: str = field(repr=False)


T = TypeVar("T")

Render: TypeAlias = Callable[[MatchState, Entry], str]
"""The reply's body, given the state that a command leads to and its entry."""


class Replies:
    """The replies kept of requests with an idempotency key."""

    def __init__(self, directory: Directory, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock

    def keep(self, player: Player, once: Once | None, status: int, render: Render) -> Keep | None:
        """How to keep the reply to a request, if it came with a key."""
        if once is None:
            return None

        def keep(state: MatchState, entry: Entry) -> KeptReply:
            at = timestamp(self._clock.now())
            return KeptReply(player.id, once.key, once.request_hash, status, render(state, entry), at)

        return keep

    async def carry_out(self, player: Player, once: Once | None, do: Callable[[], Awaitable[T]]) -> T | Kept:
        """
        Do what is asked for, unless it was done under this key before, or while this request was on its way.

        Raises:
            MoiraiError: It is refused, or the key came with another request.
        """
        earlier = await self._earlier(player, once)
        if earlier is not None:
            return earlier
        try:
            return await do()
        except UnavailableError:
            raise  # A database that did not answer is not asked again while the caller waits.
        except (KeyTakenError, MoiraiError):
            # Whoever sends a request again may find its first copy in the way of the second.
            earlier = await self._earlier(player, once)
            if earlier is None:
                raise
            return earlier

    async def _earlier(self, player: Player, once: Once | None) -> Kept | None:
        kept = await self._directory.kept_reply(player.id, once.key) if once else None
        if kept is None or once is None:
            return None
        if kept.request_hash != once.request_hash:
            raise ConflictError(
                "idempotency_key_reused",
                "This Idempotency-Key was already used for a different request. Use a new key for each new request.",
            )
        return Kept(kept.body)
