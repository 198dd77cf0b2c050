"""
One viewer of one log: what it was told, what it knows and knew, and who listens as this viewer.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from engines.contract import Fact, Viewer
from server.aggregates.events import CutOff, Event, Listener
from server.aggregates.past import CHECKPOINT_BYTES, Past
from server.aggregates.projection import Projection
from server.costs import charge, of_bytes, of_entries
from server.log.packed import PackedLog
from server.pacing import Pace

ProjectionT = TypeVar("ProjectionT", bound=Projection)

_VIEWER_BYTES: Final = 8_192
"""What a viewer takes in memory, about (benchmarks/footprint.py)."""

_TOLD_BYTES: Final = 8
"""What it takes that a viewer was told of an entry."""


class Source(ABC, Generic[ProjectionT]):
    """The log that onlookers look at."""

    entries: PackedLog

    @abstractmethod
    def projection_of(self, viewer: Viewer) -> ProjectionT:
        """What a viewer knows before its first event."""

    @abstractmethod
    def told(self, at: int, viewer: Viewer) -> Sequence[Fact]:
        """The facts of the entry at this index that are addressed to the viewer."""

    @abstractmethod
    def tellable(self, viewer: Viewer) -> int:
        """Of how many entries the viewer may be told by now."""

    @abstractmethod
    def topic(self, fact: Fact) -> str | None:
        """What a fact is about, where viewers ask for the events about something."""

    @abstractmethod
    def event(self, viewer: Viewer, cursor: int, seq: int) -> Event:
        """What entry `seq` tells the viewer, as its event `cursor`."""


class Onlooker(Generic[ProjectionT]):
    """
    One viewer's events, by cursor, and their fold.

    Attributes:
        projection: The fold of all events told so far.
        entries: By cursor, from 1: the number of the entry that made the event.
        topics: By topic, the cursors of the events about it.
        ready: Whether each new entry is told at once. Until then, entries wait to be gone through.
    """

    __slots__ = (
        *("_awaited", "_gone_through", "_listeners", "_past", "_preparing", "_source"),
        *("entries", "projection", "ready", "topics", "viewer"),
    )

    def __init__(self, viewer: Viewer, source: Source[ProjectionT]) -> None:
        self.viewer = viewer
        self.projection = source.projection_of(viewer)
        self.entries = array("Q")
        self.topics: dict[str, array[int]] = {}
        self.ready = False
        self._source = source
        self._gone_through = 0
        # Held while somebody folds what is not told yet; and how many wait for that.
        self._preparing = asyncio.Lock()
        self._awaited = 0
        self._listeners: set[Listener] = set()
        # What the viewer knew earlier, once that was asked for.
        self._past: Past[ProjectionT] | None = None

    @property
    def awaited(self) -> bool:
        """Whether anybody waits for the projection to be ready."""
        return self._awaited > 0

    @property
    def listened_to(self) -> bool:
        """Whether anybody listens as this viewer."""
        return bool(self._listeners)

    @property
    def behind(self) -> int:
        """How many entries the viewer may be told of and was not."""
        return self._source.tellable(self.viewer) - self._gone_through

    @property
    def bytes(self) -> int:
        """How much memory this takes, about. Some viewers are told of fewer entries than there are."""
        told = _TOLD_BYTES * len(self._source.entries)
        return _VIEWER_BYTES + told + (CHECKPOINT_BYTES * len(self._past) if self._past else 0)

    async def prepare(self) -> None:
        """
        Fold what the viewer knows, in slices between which others have their turn.

        The first caller does the work and pays for it. All go on in the order in which they came, because the last of
        one client's submissions must count.
        """
        pace, cost = Pace(), 0.0
        self._awaited += 1
        try:
            async with self._preparing:
                while not self.ready:
                    cost += self._go_on()
                    if not self.ready:
                        await pace.rest()
        finally:
            self._awaited -= 1
            charge(cost)

    def catch_up(self) -> None:
        """Fold what the viewer knows at once, where it was not prepared."""
        while not self.ready:
            self._go_on()

    def tell_new(self) -> None:
        """Tell the viewer of the entries that have come."""
        while self.behind > 0:
            self._tell_next()

    async def knew(self, cursor: int) -> ProjectionT:
        """What the viewer knew after its event `cursor`, from 1, once caught up; the caller pays for what is folded."""
        if cursor == self.projection.cursor:
            return self.projection
        if self._past is None:
            self._past = Past(lambda: self._source.projection_of(self.viewer))
        past, pace, cost = self._past, Pace(), 0.0
        try:
            while past.front.cursor < cursor:
                told = self._fold_next(past.front)
                past.advanced(told)
                cost += of_entries(1) + of_bytes(told)
                await pace.rest()
            then = past.before(cursor)
            while then.cursor < cursor:
                cost += of_entries(1) + of_bytes(self._fold_next(then))
                await pace.rest()
        except Exception:
            self._past = None  # It may be half folded.
            raise
        finally:
            charge(cost)
        return then

    def forget_past(self) -> None:
        """Drop the checkpoints of what was known earlier; they can be made again."""
        self._past = None

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on, once caught up; returns how to stop."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def recheck(self, state: Any) -> None:  # noqa: ANN401  # as the listeners take it
        """Keep those listeners who may go on listening as this viewer."""
        self._listeners = {listener for listener in self._listeners if listener.recheck(state)}

    def cut_off(self, why: CutOff) -> None:
        """Tell nothing more to anybody."""
        listeners, self._listeners = self._listeners, set()
        for listener in listeners:
            listener.cut_off(why)

    def _go_on(self) -> float:
        """Go through one entry more, or find that there is none; gives the cost of what it told."""
        if self.behind <= 0:
            self.ready = True
            return 0
        at = self._gone_through
        return of_entries(1) + of_bytes(self._told_bytes(at + 1)) if self._tell_next() else 0

    def _tell_next(self) -> bool:
        """Tell the viewer of the next entry; whether it tells the viewer anything."""
        at = self._gone_through
        self._gone_through += 1
        facts = self._source.told(at, self.viewer)
        if not facts:
            return False
        self.projection.tell(facts)
        self.entries.append(at + 1)
        for topic in filter(None, map(self._source.topic, facts)):
            self.topics.setdefault(topic, array("Q")).append(self.projection.cursor)
        if self._listeners:
            event = self._source.event(self.viewer, self.projection.cursor, at + 1)
            for listener in tuple(self._listeners):
                listener.tell(event)
        return True

    def _fold_next(self, then: ProjectionT) -> int:
        """Fold the event that follows into a projection of an earlier moment; gives its size in bytes."""
        seq = self.entries[then.cursor]
        then.tell(self._source.told(seq - 1, self.viewer))
        return self._told_bytes(seq)

    def _told_bytes(self, seq: int) -> int:
        """How long the facts are that an entry tells the viewer."""
        return len(self._source.entries.facts_text(seq - 1, self.viewer))
