"""Closing of streams whose token no longer works: it is withdrawn or expired, or its player is suspended."""

from __future__ import annotations

from typing import Final

from server.api.streams.streams import Streams
from server.people.identity.bearers import Bearers
from server.runtime.background import every

PERIOD_SECONDS: Final = 0.5


class Upkeep:
    """Keeps the tokens that this process remembers, and the streams opened with them, up to date."""

    def __init__(self, bearers: Bearers, streams: Streams) -> None:
        self._bearers = bearers
        self._streams = streams

    async def notice(self, player_id: str) -> None:
        """
        Update after a change of a player or its tokens.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._bearers.forget(player_id)
        if self._streams.owns(player_id):
            self._streams.keep(player_id, await self._bearers.working(player_id))

    async def run(self) -> None:
        """Close streams of expired tokens, until cancelled."""
        await every(PERIOD_SECONDS, self._expire, "streams of expired tokens cannot be closed")

    async def _expire(self) -> None:
        self._streams.expire()
