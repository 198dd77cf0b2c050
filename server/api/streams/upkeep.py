"""Closing of streams whose token no longer works: it is withdrawn or expired, or its player is suspended."""

from __future__ import annotations

from typing import Final

from server.access.errors import UnavailableError
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
        await self._keep(player_id)

    async def run(self) -> None:
        """Close streams of expired tokens, and of those that were withdrawn at their opening, until cancelled."""
        await every(PERIOD_SECONDS, self.tidy, "streams of tokens that work no longer cannot be closed")

    async def tidy(self) -> None:
        """
        Close them now.

        Raises:
            UnavailableError: The database does not respond.
        """
        self._streams.expire()
        for player_id in list(self._streams.doubted):
            self._streams.doubted.discard(player_id)  # Before: it can be doubted again meanwhile.
            try:
                await self._keep(player_id)
            except UnavailableError:
                self._streams.doubted.add(player_id)
                raise

    async def _keep(self, player_id: str) -> None:
        if self._streams.owns(player_id):
            self._streams.keep(player_id, await self._bearers.working(player_id))
