"""
What one viewer was told of one match, as far as it was folded: where each event stands in the log, and what the viewer
knew then.
"""

from __future__ import annotations

import asyncio
import copy
from array import array
from bisect import bisect_right
from typing import Final

from engines.contract import Viewer
from server.log.packed import PackedLog
from server.matches.projection import Event, Projection

CHECKPOINT_WEIGHT: Final = 262_144
"""
How much is folded between two checkpoints, at first: bytes of the facts told, and `_EVENT_WEIGHT` for each event. Of
small events that is 150 to 200, some milliseconds.
"""

_EVENT_WEIGHT: Final = 1024

MOST_CHECKPOINTS: Final = 64
"""How many checkpoints one viewer's past has; beyond, every other one goes, and later ones stand twice as far apart."""

_MESSAGE: Final = "message_sent"

CHECKPOINT_BYTES: Final = 2048
"""What a checkpoint takes in memory, about, besides what it shares with others."""


class ViewerStream:
    """
    One viewer's events, by cursor, and their fold.

    Attributes:
        projection: The fold of all events told so far.
        told: By cursor, from 1: the number of the entry that made the event.
        messages: By channel, the cursors of the events with its messages.
        gone_through: How many entries of the log were looked at.
        ready: Whether each new entry is told at once. Until then, entries wait to be gone through.
        preparing: Held by whoever folds what is not told yet.
        awaited: How many wait for that.
    """

    __slots__ = ("awaited", "gone_through", "messages", "preparing", "projection", "ready", "told")

    def __init__(self, viewer: Viewer) -> None:
        self.projection = Projection(viewer)
        self.told = array("Q")
        self.messages: dict[str, array[int]] = {}
        self.gone_through = 0
        self.ready = False
        self.preparing = asyncio.Lock()
        self.awaited = 0

    def note(self, event: Event, seq: int) -> None:
        """Note the event that an entry made."""
        self.told.append(seq)
        for told in event.facts:
            if told.type == _MESSAGE:
                self.messages.setdefault(str(told.fact["channel"]), array("Q")).append(event.cursor)


class Past:
    """
    What a viewer knew at earlier moments: checkpoints of its projection, so that only a stretch is folded anew.

    They are made while `front` is folded forward, for the first time that a moment is asked for. Where they stand and
    what a stretch costs depends on nothing but what the viewer was told.
    """

    __slots__ = ("_apart", "_checkpoints", "_since", "front")

    def __init__(self, viewer: Viewer) -> None:
        self.front = Projection(viewer)
        self._checkpoints = [Projection(viewer)]
        self._apart = CHECKPOINT_WEIGHT
        self._since = 0

    def __len__(self) -> int:
        return len(self._checkpoints)

    def before(self, cursor: int) -> Projection:
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


def told_bytes(log: PackedLog, seq: int, viewer: Viewer) -> int:
    """How long the facts are that an entry tells a viewer."""
    return len(log.facts_text(seq - 1, viewer))
