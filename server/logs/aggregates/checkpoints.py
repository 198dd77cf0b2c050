"""Earlier projections of a viewer: checkpoints, so that only the events after a checkpoint are folded again."""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from server.logs.aggregates.projection import Projection

ProjectionT = TypeVar("ProjectionT", bound=Projection)

CHECKPOINT_WEIGHT: Final = 262_144
"""
Initial distance between checkpoints: bytes of facts, plus `_EVENT_WEIGHT` for each event. This is 150 to 200 small
events, which fold in some milliseconds.
"""

_EVENT_WEIGHT: Final = 1024

MOST_CHECKPOINTS: Final = 64
"""Maximum number of checkpoints per viewer; beyond it every second one is dropped and the distance doubles."""

CHECKPOINT_BYTES: Final = 2048
"""Approximate memory of a checkpoint without the data that it shares with others."""


class Past(Generic[ProjectionT]):
    """
    Checkpoints of one viewer's projection.

    They are created while `front` is folded forward, the first time that a moment is requested. Their positions, and so
    the cost of a fold, depend only on the facts addressed to the viewer.
    """

    __slots__ = ("_apart", "_checkpoints", "_since", "front")

    def __init__(self, begin: Callable[[], ProjectionT]) -> None:
        """`begin` returns the projection before the first event."""
        self.front = begin()
        self._checkpoints = [begin()]
        self._apart = CHECKPOINT_WEIGHT
        self._since = 0

    def __len__(self) -> int:
        return len(self._checkpoints)

    def before(self, cursor: int) -> ProjectionT:
        """Return a projection from which to fold on to this cursor; `front` must have reached the cursor."""
        if cursor == self.front.cursor:
            return copy.copy(self.front)
        nearest = bisect_right(self._checkpoints, cursor, key=lambda checkpoint: checkpoint.cursor) - 1
        return copy.copy(self._checkpoints[nearest])

    def advance(self, told_bytes: int) -> None:
        """Record that an event of this size was folded into `front`."""
        self._since += _EVENT_WEIGHT + told_bytes
        if self._since < self._apart:
            return
        self._since = 0
        self._checkpoints.append(copy.copy(self.front))
        if len(self._checkpoints) > MOST_CHECKPOINTS:
            self._checkpoints = self._checkpoints[::2]
            self._apart *= 2
