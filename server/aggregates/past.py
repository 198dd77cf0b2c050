"""
What a viewer knew at earlier moments: checkpoints of its projection, so that only a stretch is folded again.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from server.aggregates.projection import Projection

ProjectionT = TypeVar("ProjectionT", bound=Projection)

CHECKPOINT_WEIGHT: Final = 262_144
"""
How much is folded between two checkpoints, at first: bytes of the facts told, and `_EVENT_WEIGHT` for each event. Of
small events that is 150 to 200, some milliseconds.
"""

_EVENT_WEIGHT: Final = 1024

MOST_CHECKPOINTS: Final = 64
"""How many checkpoints one viewer's past has; beyond, every other one goes, and later ones stand twice as far apart."""

CHECKPOINT_BYTES: Final = 2048
"""What a checkpoint takes in memory, about, besides what it shares with others."""


class Past(Generic[ProjectionT]):
    """
    Checkpoints of one viewer's projection.

    They are made while `front` is folded forward, for the first time that a moment is asked for. Where they stand and
    what a stretch costs depends on nothing but what the viewer was told.
    """

    __slots__ = ("_apart", "_checkpoints", "_since", "front")

    def __init__(self, begin: Callable[[], ProjectionT]) -> None:
        """`begin` gives the projection before the first event."""
        self.front = begin()
        self._checkpoints = [begin()]
        self._apart = CHECKPOINT_WEIGHT
        self._since = 0

    def __len__(self) -> int:
        return len(self._checkpoints)

    def before(self, cursor: int) -> ProjectionT:
        """A projection to fold on to this cursor, which `front` has reached."""
        if cursor == self.front.cursor:
            return copy.copy(self.front)
        nearest = bisect_right(self._checkpoints, cursor, key=lambda checkpoint: checkpoint.cursor) - 1
        return copy.copy(self._checkpoints[nearest])

    def advanced(self, told_bytes: int) -> None:
        """Note that an event of so many bytes was folded into `front`."""
        self._since += _EVENT_WEIGHT + told_bytes
        if self._since < self._apart:
            return
        self._since = 0
        self._checkpoints.append(copy.copy(self.front))
        if len(self._checkpoints) > MOST_CHECKPOINTS:
            self._checkpoints = self._checkpoints[::2]
            self._apart *= 2
