"""Waiting between retries."""

from __future__ import annotations

import asyncio
import random
from time import monotonic
from typing import Final

_FIRST_SECONDS: Final = 0.1
_LONGEST_SECONDS: Final = 5.0


class Patience:
    """Waits between tries, each about twice as long as the one before, until `seconds` have gone by without success."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.restore()

    def restore(self) -> None:
        """Reset, after a success."""
        self._over_at: float | None = None
        self._tries = 0

    async def wait(self, at_least: float = 0.0) -> bool:
        """Wait before the next attempt; False, at once, if the time is over."""
        self._over_at = self._over_at or monotonic() + self._seconds
        # Clients that lost one server must not all reconnect at the same moment.
        pause = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2**self._tries) * random.uniform(0.5, 1.0)
        pause = max(pause, at_least)
        if monotonic() + pause > self._over_at:
            return False
        self._tries += 1
        await asyncio.sleep(pause)
        return True
