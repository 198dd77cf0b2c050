"""A player of a duel on a socket: one lean client, of which each server has its own bytes of a move and its reply."""

from __future__ import annotations

import asyncio
from abc import abstractmethod

from benchmarks.socket_load import Asker


class Player(Asker):
    """
    One seat of a duel.

    In an eager duel, the reply to a cast is what tells that the round was decided, which takes both players. In others,
    in which casts only replace each other, it tells that this cast was accepted.
    """

    def __init__(self, path: str, token: str | None = None, *, eager: bool) -> None:
        super().__init__(path, token)
        self.eager = eager

    @abstractmethod
    def cast(self, spell: bytes) -> asyncio.Future[bytes]:
        """Cast a spell; the future is the reply."""

    async def send(self, request: bytes, /) -> bytes:
        """Cast a spell, as `http_load.drive` does."""
        return await self.cast(request)


class Round:
    """Both players of an eager duel, who cast the same spell at once (`http_load.Caller`)."""

    def __init__(self, one: Player, other: Player) -> None:
        self._players = (one, other)

    async def send(self, request: bytes, /) -> bytes:
        """Return what one of them is told, once both are told."""
        replies = [player.cast(request) for player in self._players]
        for reply in replies:
            told = await reply
        return told

    def close(self) -> None:
        for player in self._players:
            player.close()
