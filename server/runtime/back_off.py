"""Back-off: increasing pauses after repeated failures."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

_FIRST_PAUSE_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

_REMEMBERED: Final = 10_000


class BackOff:
    """The pauses for many items; the oldest failures are dropped."""

    def __init__(self) -> None:
        # Each item with the length of its pause, and when it ends.
        self._left_alone: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def record_failure(self, what: str) -> None:
        """Record a failure and extend the pause."""
        before, _ = self._left_alone.pop(what, (_FIRST_PAUSE_SECONDS / 2, 0.0))
        pause = min(2 * before, _LONGEST_PAUSE_SECONDS)
        self._left_alone[what] = pause, time.monotonic() + pause
        if len(self._left_alone) > _REMEMBERED:
            self._left_alone.popitem(last=False)

    def record_success(self, what: str) -> None:
        """Record a success and end the pause."""
        self._left_alone.pop(what, None)

    def rests(self, what: str) -> bool:
        """Whether the item is still paused."""
        _, until = self._left_alone.get(what, (0.0, 0.0))
        return time.monotonic() < until
