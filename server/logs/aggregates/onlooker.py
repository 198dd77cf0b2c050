"""One viewer of one log: its events, its current and earlier projections, and its listeners."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar
from weakref import ref

from engines.kit import Fact, Viewer
from server.access.costs import charge, of_bytes, of_entries
from server.logs.aggregates.checkpoints import CHECKPOINT_BYTES, Past
from server.logs.aggregates.events import CutOff, Event, Listener
from server.logs.aggregates.projection import Projection
from server.runtime.time_slices import Pace

ProjectionT = TypeVar("ProjectionT", bound=Projection)

VIEWER_BYTES: Final = 8_192
"""Approximate memory of a viewer (benchmarks/footprint.py)."""

TOLD_BYTES: Final = 8
"""Memory per event of a viewer; some viewers receive fewer than the log has entries."""


class Source(ABC, Generic[ProjectionT]):
    """The log, as used by its onlookers."""

    @abstractmethod
    def projection_of(self, viewer: Viewer) -> ProjectionT:
        """Return the viewer's projection before its first event."""

    @abstractmethod
    def facts_for(self, at: int, viewer: Viewer) -> Sequence[Fact]:
        """Return the facts of the entry at this index that are addressed to the viewer."""

    @abstractmethod
    def read(self, at: int, viewer: Viewer) -> tuple[Sequence[Fact], int]:
        """Return the same, and the length in bytes of these facts in the log, with a byte between them."""

    @abstractmethod
    def deliverable(self, viewer: Viewer) -> int:
        """Return the number of entries that the viewer may receive by now."""

    @abstractmethod
    def topic(self, fact: Fact) -> str | None:
        """Return the topic of a fact, for topics by which viewers can select events."""

    @abstractmethod
    def time(self, seq: int) -> str:
        """Return the time of entry `seq`."""

    @abstractmethod
    def event(self, viewer: Viewer, cursor: int, seq: int) -> Event:
        """Return the viewer's event `cursor`, which comes from entry `seq`."""


class Onlooker(Generic[ProjectionT]):
    """
    One viewer's events by cursor, and the projection folded from them.

    Attributes:
        projection: The fold of all events delivered so far.
        entries: By cursor, from 1: the number of the entry that produced the event.
        topics: By topic, the cursors of its events.
        ready: Whether each new entry is delivered at once. Until then entries stay pending.
    """

    __slots__ = (
        *("_awaited", "_gone_through", "_listeners", "_past", "_log", "_preparing"),
        *("entries", "projection", "ready", "topics", "viewer"),
    )

    def __init__(self, viewer: Viewer, source: Source[ProjectionT]) -> None:
        self.viewer = viewer
        self.projection = source.projection_of(viewer)
        self.entries = array("Q")
        self.topics: dict[str, array[int]] = {}
        self.ready = False
        # Weak, because the log has the onlooker: what is evicted would stay until a full garbage collection.
        self._log = ref(source)
        self._gone_through = 0
        # The lock of the task that folds pending entries, and the number of tasks that wait for it.
        self._preparing = asyncio.Lock()
        self._awaited = 0
        self._listeners: set[Listener] = set()
        # Earlier projections, once one was requested.
        self._past: Past[ProjectionT] | None = None

    @property
    def _source(self) -> Source[ProjectionT]:
        source = self._log()
        if source is None:
            raise AssertionError("an onlooker is used only while its log is in memory")
        return source

    @property
    def awaited(self) -> bool:
        """Whether a task is waiting for the projection to be ready."""
        return self._awaited > 0

    @property
    def listened_to(self) -> bool:
        """Whether there is a listener for this viewer."""
        return bool(self._listeners)

    @property
    def behind(self) -> int:
        """The number of entries that the viewer may receive and has not received."""
        return self._source.deliverable(self.viewer) - self._gone_through

    @property
    def past_bytes(self) -> int:
        """Approximate memory of earlier projections."""
        return CHECKPOINT_BYTES * len(self._past) if self._past else 0

    async def prepare(self) -> None:
        """
        Fold the viewer's projection, yielding to other tasks from time to time.

        The first caller does the work and is charged for it. Callers continue in the order of their arrival, because
        the last of a client's submissions must count.
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
        """Fold all pending entries at once if the onlooker is not ready."""
        while not self.ready:
            self._go_on()

    def deliver_next(self, pending: int) -> None:
        """Deliver this many of the entries that the viewer has not received."""
        for _ in range(pending):
            self._deliver(self._source.facts_for(self._gone_through, self.viewer))

    async def knew(self, cursor: int) -> ProjectionT:
        """Return the projection after event `cursor`, from 1, once caught up; the fold is charged to the caller."""
        if cursor == self.projection.cursor:
            return self.projection
        if self._past is None:
            self._past = Past(lambda: self._source.projection_of(self.viewer))
        past, pace, cost = self._past, Pace(), 0.0
        try:
            while past.front.cursor < cursor:
                told = self._fold_next(past.front)
                past.advance(told)
                cost += of_entries(1) + of_bytes(told)
                await pace.rest()
        except Exception:
            self._past = None  # The fold may be incomplete.
            raise
        finally:
            charge(cost)
        then = past.before(cursor)
        await self.fold_on(then, cursor)
        return then

    async def fold_on(self, then: ProjectionT, cursor: int) -> None:
        """Fold an earlier projection, which nobody else has, up to event `cursor`; this is charged to the caller."""
        pace, cost = Pace(), 0.0
        try:
            while then.cursor < cursor:
                cost += of_entries(1) + of_bytes(self._fold_next(then))
                await pace.rest()
        finally:
            charge(cost)

    def forget_past(self) -> None:
        """Discard the checkpoints of earlier projections; they can be computed again."""
        self._past = None

    def listen(self, listener: Listener) -> None:
        """Send every new event to the listener."""
        self._listeners.add(listener)

    def stop_listening(self, listener: Listener) -> None:
        """Send nothing more to the listener."""
        self._listeners.discard(listener)

    def recheck(self, state: Any) -> None:  # noqa: ANN401  # as the listeners take it
        """Keep only the listeners that may still listen as this viewer."""
        self._listeners = {listener for listener in self._listeners if listener.recheck(state)}

    def cut_off(self, why: CutOff) -> None:
        """Disconnect all listeners."""
        listeners, self._listeners = self._listeners, set()
        for listener in listeners:
            listener.cut_off(why)

    def _go_on(self) -> float:
        """Process one pending entry, if any; return the cost of what was delivered."""
        if self.behind <= 0:
            self.ready = True
            return 0
        facts, told_bytes = self._source.read(self._gone_through, self.viewer)
        self._deliver(facts)
        return of_entries(1) + of_bytes(told_bytes) if facts else 0

    def _deliver(self, facts: Sequence[Fact]) -> None:
        """Process the next entry, with these facts for the viewer."""
        self._gone_through += 1
        if not facts:
            return
        seq = self._gone_through
        self.projection.fold_event(facts)
        self.projection.told_at = self._source.time(seq)
        self.entries.append(seq)
        for topic in filter(None, map(self._source.topic, facts)):
            self.topics.setdefault(topic, array("Q")).append(self.projection.cursor)
        if self._listeners:
            event = self._source.event(self.viewer, self.projection.cursor, seq)
            for listener in tuple(self._listeners):
                listener.deliver(event)

    def _fold_next(self, then: ProjectionT) -> int:
        """Fold the next event into an earlier projection; return the event's size in bytes."""
        seq = self.entries[then.cursor]
        facts, told_bytes = self._source.read(seq - 1, self.viewer)
        then.fold_event(facts)
        then.told_at = self._source.time(seq)
        return told_bytes
