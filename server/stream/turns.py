"""What is costly for one client takes turns, so that a crowd of them holds the event loop no longer than one does."""

from __future__ import annotations

import asyncio
from typing import Final

_UNITS: Final = 10
"""What is done in one turn of the loop, in units of `server.costs`: some 3 ms."""


class Turns:
    """The turns of all streams of one server."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._left: float = _UNITS

    async def take(self, cost: float) -> None:
        """Wait until something that costs this much may be done."""
        async with self._turn:
            if self._left <= 0:
                await asyncio.sleep(0)
                self._left = _UNITS
            self._left -= cost

    def used(self, cost: float) -> None:
        """What was done has cost this much more."""
        self._left -= cost
