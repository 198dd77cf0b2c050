"""Streams whose token stops working are closed: when it is withdrawn, when its player is suspended, when it expires."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from server.access.errors import RefusedError
from server.api.streams.streams import Streams
from server.people.identity.bearers import Bearers
from server.runtime.background import is_ending
from server.runtime.failures import summary

PERIOD_SECONDS: Final = 0.5

_USES_EVERY: Final = 20
"""Uses of tokens are written down once in so many periods."""

log = logging.getLogger(__name__)


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
        """Close streams of expired tokens, and write down which tokens were used, until cancelled."""
        periods = 0
        while not is_ending():
            await asyncio.sleep(PERIOD_SECONDS)
            self._streams.expire()
            periods += 1
            if periods % _USES_EVERY == 0:
                try:
                    await self._bearers.write_uses()
                except RefusedError as error:
                    log.warning("the last uses of tokens cannot be written: %s", summary(error))
