"""
Idempotency: requests with an `Idempotency-Key` have one effect, and repeats get the stored reply.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from server import codes
from server.aggregates.repository import Keep
from server.clock.clock import Clock
from server.errors import RefusedError, UnavailableError
from server.identity.players import Player
from server.log.contract import KeptReply, KeyTakenError
from server.log.entry import Entry, timestamp
from server.matches.directory import Directory
from server.matches.state import MatchState


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of its request."""

    key: str = field(repr=False)
    request_hash: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The body of the earlier reply to a request with this key."""

    body: str = field(repr=False)


T = TypeVar("T")

Render: TypeAlias = Callable[[MatchState, Entry], str]
"""Returns the reply's body, given the state after a command and its entry."""


class Replies:
    """The stored replies to requests with an idempotency key."""

    def __init__(self, directory: Directory, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock

    def keep(self, player: Player, once: Once | None, status: int, render: Render) -> Keep | None:
        """Return a function that builds the reply to store, if the request has a key."""
        if once is None:
            return None

        def keep(state: MatchState, entry: Entry) -> KeptReply:
            at = timestamp(self._clock.now())
            return KeptReply(player.id, once.key, once.request_hash, status, render(state, entry), at)

        return keep

    async def carry_out(self, player: Player, once: Once | None, do: Callable[[], Awaitable[T]]) -> T | Kept:
        """
        Execute `do`, unless a request with this key has been executed before or concurrently.

        Raises:
            RefusedError: The request is refused, or the key was used for another request.
        """
        earlier = await self._earlier(player, once)
        if earlier is not None:
            return earlier
        try:
            return await do()
        except UnavailableError:
            raise  # Do not query a database again that just failed to respond.
        except (KeyTakenError, RefusedError):
            # A repeat may collide with the first copy of the same request.
            earlier = await self._earlier(player, once)
            if earlier is None:
                raise
            return earlier

    async def _earlier(self, player: Player, once: Once | None) -> Kept | None:
        kept = await self._directory.kept_reply(player.id, once.key) if once else None
        if kept is None or once is None:
            return None
        if kept.request_hash != once.request_hash:
            raise RefusedError(
                codes.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key was already used for a different request. Use a new key for each new request.",
            )
        return Kept(kept.body)
