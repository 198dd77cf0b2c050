"""Streams whose token stops working are closed: when it is withdrawn, when its player is suspended, when it expires."""

from __future__ import annotations

from typing import Final

from server.api.streams.streams import Streams
from server.people.identity.bearers import Bearers
from server.runtime.background import every

PERIOD_SECONDS: Final = 0.5


class Upkeep:
    """Keeps what this process knows of tokens, and the streams that were opened with them, as they are now."""

    def __init__(self, bearers: Bearers, streams: Streams) -> None:
        self._bearers = bearers
        self._streams = streams

    async def notice(self, player_id: str) -> None:
        """
        Take in that a player or its tokens have changed.

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
