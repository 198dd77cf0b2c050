"""
Leaving alone what has just failed, the longer the more often it has.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

_FIRST_PAUSE_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

_REMEMBERED: Final = 10_000


class BackOff:
    """When to try again, for each of many things; what has failed longest ago is forgotten."""

    def __init__(self) -> None:
        # With each for how long it is left alone, and until when.
        self._left_alone: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def failed(self, what: str) -> None:
        """It has failed, once more perhaps."""
        before, _ = self._left_alone.pop(what, (_FIRST_PAUSE_SECONDS / 2, 0.0))
        pause = min(2 * before, _LONGEST_PAUSE_SECONDS)
        self._left_alone[what] = pause, time.monotonic() + pause
        if len(self._left_alone) > _REMEMBERED:
            self._left_alone.popitem(last=False)

    def recovered(self, what: str) -> None:
        """It has not failed."""
        self._left_alone.pop(what, None)

    def rests(self, what: str) -> bool:
        """Whether to leave it alone by now."""
        _, until = self._left_alone.get(what, (0.0, 0.0))
        return time.monotonic() < until
