"""An aggregate: one log in memory, its folded state and its onlookers. A match is one kind of aggregate."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar, cast

from engines.kit import Audience, Fact, Language, Viewer, record
from server.logs.aggregates.events import CutOff, Event, Listener
from server.logs.aggregates.onlooker import TOLD_BYTES, VIEWER_BYTES, Onlooker, Source
from server.logs.aggregates.projection import Projection
from server.logs.aggregates.turn import Turn
from server.logs.store.contract import LostTailError
from server.logs.store.entry import EncodedFact, Entry, EntryKind, Head
from server.logs.store.packed import PackedLog
from server.logs.store.upcasting import UnknownFactError, Upcasting
from server.runtime.failures import describe
from server.runtime.time_slices import Pace

PAGE_BYTES: Final = 262_144
"""Maximum size of the events in one page; a first event that is larger is sent alone."""

_DELIVERED_AT_ONCE: Final = 50
"""Maximum number of entries delivered to a viewer at once; only spectators with a delay can have more pending."""

_AGGREGATE_BYTES: Final = 16_384
"""Approximate memory of an aggregate without its log and its onlookers (benchmarks/footprint.py)."""

_SAID_BYTES: Final = 1_024
"""Approximate memory of the sentences of an event."""

_OF_THE_COPY: Final = (
    *("turn", "doubts", "settled_doubts", "grown_to", "given_up", "has_news"),
    "_delivering",
)
"""What belongs to a copy in memory, and not to the log."""

log = logging.getLogger(__name__)


class State(Protocol):
    """The state of an aggregate after its last entry."""

    @property
    def head(self) -> Head: ...


StateT = TypeVar("StateT", bound=State)
ProjectionT = TypeVar("ProjectionT", bound=Projection)


@record
class Step(Generic[StateT]):
    """An entry, its decoded facts, and the state after it."""

    entry: Entry
    facts: tuple[Fact, ...]
    state: StateT


@record
class Unread:
    """A fact of a newer server that this process does not know, and its entry: from there on, the log waits."""

    fact_type: str
    version: int
    seq: int


class Aggregate(Source[ProjectionT], Generic[StateT, ProjectionT]):
    """
    The fold of one log, updated with each entry.

    A kind of log defines the state after an entry (`next_step`), how facts are decoded, and the projection of a viewer;
    it can override the hooks `take_note`, `changes_people`, `deliverable`, `topic` and `languages`.

    `turn` is taken while an entry is decided and committed, so this process appends entries one at a time. Entries
    appended by other processes are applied without it.
    """

    kind: ClassVar[str]
    """The name of this kind of log in JSON and in log lines, such as `match`."""

    event_type: ClassVar[str] = "event"
    """The type of the frames of its events."""

    def __init__(self, log_id: str, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty. `seed` is the secret from which all draws are made."""
        self.log_id = log_id
        self.turn = Turn()
        self.seed = seed
        # Number of times that the log may have grown unnoticed, for example when a failed append may have been written.
        self.doubts = 0
        # The value of `doubts` when the last completed read of the log began.
        self.settled_doubts = 0
        # The highest entry that other processes are known to have appended.
        self.grown_to = 0
        # Whether this copy has been discarded; the next caller reads the log again.
        self.given_up = False
        # Sentences that were asked for, of some events (server/logs/aggregates/lines.py).
        self.said: dict[tuple[Viewer, int, Language, int], list[str]] = {}
        # Whether this process has appended entries with news for players.
        self.has_news = False
        self.entries = PackedLog()
        self._state: StateT | None = None
        # What this process does not understand in the log; from its entry on, nothing is folded or delivered.
        self.unread: Unread | None = None
        # The decoded facts of the first entry, shared by all projections because they contain most of it.
        self._first: tuple[tuple[Audience, Fact], ...] = ()
        self._last: Step[StateT] | None = None
        self._onlookers: dict[Viewer, Onlooker[ProjectionT]] = {}
        self._delivering: set[asyncio.Task[None]] = set()
        for entry in entries:
            self.apply(entry)

    # Defined by each kind of log

    @abstractmethod
    def next_step(self, entry: Entry, before: StateT | None = None) -> Step[StateT]:
        """Return the step to this entry, without applying it; `before` is the state before it, by default the last."""

    @abstractmethod
    def decode(self, encoded: EncodedFact) -> Fact:
        """Decode a fact as it is written today; raises ValueError if it is invalid."""

    @property
    @abstractmethod
    def upcasting(self) -> Upcasting:
        """What brings facts of earlier servers up to date."""

    def without(self, head: Head) -> StateT:
        """Return the state after an entry that this process does not understand, and leaves to others."""
        return cast("StateT", replace(cast("Any", self.state), head=head))

    def take_note(self, step: Step[StateT], before: StateT | None) -> None:  # optional hook
        """Update what is not part of the state; called with each step, in order."""

    def changes_people(self, step: Step[StateT]) -> bool:
        """Whether a person may be another viewer after this step."""
        return False

    def deliverable(self, viewer: Viewer) -> int:
        """Return the number of entries that the viewer may receive by now."""
        return len(self.entries)

    def topic(self, fact: Fact) -> str | None:
        """Return the topic of a fact, for topics by which viewers can select events."""
        return None

    @property
    def languages(self) -> Container[Language]:
        """The languages in which there are sentences for the events."""
        return ()

    # The log

    @property
    def state(self) -> StateT:
        if self._state is None:
            raise AssertionError("an aggregate has at least its first entry")
        return self._state

    @property
    def head(self) -> Head:
        return self.state.head

    def apply(self, entry: Entry) -> None:
        """
        Apply the entry that follows the head.

        From the first one on that has a fact of a newer server, only the head is updated: a process that knows the fact
        continues the log.
        """
        if self.unread is None:
            try:
                self.take(self.next_step(entry))
            except UnknownFactError as error:
                if self._state is None:
                    raise
                self.unread = Unread(error.fact_type, error.version, entry.seq)
        if self.unread is not None:
            self._state = self.without(entry.head)
            self.entries.append(entry)
            self.entries.pack()

    def take(self, step: Step[StateT]) -> None:
        """Apply the next step and deliver its event to the viewers."""
        self.take_note(step, self._state)
        if self._state is None:
            self._first = tuple(self._addressed(step))
        self._last, self._state = step, step.state
        self.entries.append(step.entry)
        if self.changes_people(step):
            for onlooker in self._onlookers.values():
                onlooker.recheck(step.state)
        for onlooker in tuple(self._onlookers.values()):
            if onlooker.ready:
                self._deliver(onlooker)
        # All onlookers that are ready have received the step, so its decoded facts are rarely needed again.
        self._last = None
        self.entries.pack()

    def become(self, fresh: Self) -> None:
        """
        Take over the log and the fold of another copy, which was read because entries were redacted.

        Listeners are disconnected: they have received what is withheld now. Nothing of the log may be under way.
        """
        for onlooker in self._onlookers.values():
            onlooker.cut_off("redacted")
        own = {name: vars(self)[name] for name in _OF_THE_COPY}
        vars(self).update(vars(fresh) | own)

    async def take_in(self, entries: Iterable[Entry]) -> None:
        """
        Apply the entries that have not been applied yet, yielding to other tasks from time to time.

        Raises:
            LostTailError: The entries do not follow the head.
        """
        pace = Pace()
        for entry in entries:
            if entry.seq <= self.head.seq:
                continue
            if (entry.seq, entry.previous) != (self.head.seq + 1, self.head.hash):
                raise LostTailError(f"{self.log_id}: entry {entry.seq} does not follow entry {self.head.seq}")
            self.apply(entry)
            await pace.rest()

    # Knowledge of viewers

    def is_ready(self, viewer: Viewer) -> bool:
        """Whether the viewer's projection is up to date and no caller is waiting for it."""
        onlooker = self._onlookers.get(viewer)
        return onlooker is not None and onlooker.ready and not onlooker.awaited

    async def prepare(self, viewer: Viewer) -> None:
        """Fold the viewer's projection, yielding to other tasks; afterwards each entry updates it."""
        try:
            prepared = None
            while prepared is not self._onlooker(viewer):  # another one, if the log was read again meanwhile
                prepared = self._onlooker(viewer)
                await prepared.prepare()
        except Exception as error:
            self._drop(viewer, error)
            raise

    def projection(self, viewer: Viewer) -> ProjectionT:
        """Return the viewer's current projection. Folds at once what `prepare` has not folded."""
        return self._caught_up(viewer).projection

    async def projection_at(self, viewer: Viewer, cursor: int) -> ProjectionT:
        """Return the viewer's projection after its event `cursor`, from 1; the fold is charged to the caller."""
        return await self._caught_up(viewer).knew(cursor)

    async def fold_on(self, then: ProjectionT, cursor: int) -> None:
        """Fold an earlier projection, which nobody else has, up to event `cursor`; this is charged to the caller."""
        await self._caught_up(then.viewer).fold_on(then, cursor)

    def forget_past(self) -> None:
        """Discard the checkpoints of earlier projections; they can be computed again."""
        for onlooker in self._onlookers.values():
            onlooker.forget_past()

    def events(self, viewer: Viewer, after: int, limit: int | None = None) -> list[Event]:
        """
        Return the viewer's events after cursor `after`.

        At most `limit` events and `PAGE_BYTES` bytes, but at least one event if there is one.
        """
        told = self._caught_up(viewer).entries
        until = len(told) if limit is None else min(after + limit, len(told))
        events: list[Event] = []
        size = 0
        for cursor in range(after + 1, until + 1):
            event = self.event(viewer, cursor, told[cursor - 1])
            size += len(event.text())
            if events and size > PAGE_BYTES:
                break
            events.append(event)
        return events

    def about(self, viewer: Viewer, topic: str) -> Sequence[int]:
        """Return the cursors of the viewer's events with this topic."""
        return self._caught_up(viewer).topics.get(topic, ())

    def entry_of(self, viewer: Viewer, cursor: int) -> Entry:
        """Return the entry that produced the viewer's event `cursor`."""
        return self.entries[self._caught_up(viewer).entries[cursor - 1] - 1]

    def entry_kind(self, viewer: Viewer, cursor: int) -> EntryKind:
        """Return the kind of the entry that produced the viewer's event `cursor`."""
        return self.entries.kind(self._onlooker(viewer).entries[cursor - 1] - 1)

    def facts_of(self, viewer: Viewer, cursor: int) -> Sequence[Fact]:
        """Return the facts of the viewer's event `cursor`, also while it is delivered."""
        return self.facts_for(self._onlooker(viewer).entries[cursor - 1] - 1, viewer)

    def projection_so_far(self, viewer: Viewer) -> ProjectionT:
        """Return the viewer's projection after the events delivered so far."""
        return self._onlooker(viewer).projection

    def cursor_of(self, viewer: Viewer, entry: Entry) -> int:
        """Return the cursor of the viewer's event for this entry, which must contain a fact for the viewer."""
        return bisect_left(self._caught_up(viewer).entries, entry.seq) + 1

    def listen(self, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Send every event from now on to the listener; returns a function that stops this and keeps the log."""
        onlooker = self._caught_up(viewer)
        onlooker.listen(listener)
        return partial(self._stop_listening, onlooker, listener)

    @property
    def listened_to(self) -> bool:
        """Whether there is any listener."""
        return any(onlooker.listened_to for onlooker in self._onlookers.values())

    @property
    def bytes(self) -> int:
        """Approximate memory of this aggregate."""
        onlookers = VIEWER_BYTES * len(self._onlookers) + TOLD_BYTES * len(self._onlookers) * len(self.entries)
        past = sum([onlooker.past_bytes for onlooker in self._onlookers.values()])
        return _AGGREGATE_BYTES + self.entries.bytes + onlookers + past + _SAID_BYTES * len(self.said)

    # For the onlookers

    def facts_for(self, at: int, viewer: Viewer) -> Sequence[Fact]:
        """Return the facts of the entry at this index for the viewer; reuses decoded facts if possible."""
        step = self._last
        if step is not None and step.entry.seq == at + 1:
            return [fact for audience, fact in self._addressed(step) if audience.includes(viewer)]
        if at == 0:
            return [fact for audience, fact in self._first if audience.includes(viewer)]
        if self.unread is not None and at + 1 >= self.unread.seq:
            return []
        return [self.decode(encoded) for encoded in self.upcasting.bring_up(self.entries.facts_for(at, viewer))]

    def _addressed(self, step: Step[StateT]) -> Iterable[tuple[Audience, Fact]]:
        """Return the facts of a step with their audiences; one that was split has several."""
        told: Sequence[EncodedFact] = step.entry.facts
        if len(told) != len(step.facts):
            told = self.upcasting.bring_up(told)
        return zip((encoded.audience for encoded in told), step.facts, strict=True)

    def read(self, at: int, viewer: Viewer) -> tuple[Sequence[Fact], int]:
        """Return the same, and the length of the facts; an entry that is packed is unpacked once for both."""
        if at == 0:
            return self.facts_for(0, viewer), self.entries.bytes_for(0, viewer)
        if self.unread is not None and at + 1 >= self.unread.seq:
            return [], 0
        told = self.entries.facts_for(at, viewer)
        facts = [self.decode(encoded) for encoded in self.upcasting.bring_up(told)]
        return facts, sum([len(encoded.text.encode()) + 1 for encoded in told])

    def time(self, seq: int) -> str:
        """Return the time of entry `seq`."""
        return self.entries.time(seq - 1)

    def event(self, viewer: Viewer, cursor: int, seq: int) -> Event:
        """Return the viewer's event `cursor`, which comes from entry `seq`."""
        name = f'"{self.kind}_id":"{self.log_id}"'
        return Event(name, cursor, self.time(seq), self.entries.facts_text(seq - 1, viewer), self.event_type)

    # Whether this copy is current

    def give_up(self, why: CutOff) -> None:
        """Discard this copy: disconnect the listeners; nothing more is delivered or decided."""
        self.given_up = True
        for onlooker in self._onlookers.values():
            onlooker.cut_off(why)

    @property
    def doubtful(self) -> bool:
        """Whether the log may have grown unnoticed since it was last read."""
        return self.doubts > self.settled_doubts and not self.given_up

    @property
    def behind(self) -> bool:
        """Whether the log is known or suspected to contain entries that this copy lacks."""
        return self.doubtful or (self.grown_to > self.head.seq and not self.given_up)

    def begin_reading(self) -> tuple[int, int]:
        """Return what a read of the log that begins now will settle; pass it to `end_reading`."""
        return self.doubts, self.grown_to

    def end_reading(self, reading: tuple[int, int]) -> None:
        """Settle what was open when the read began, after the entries found have been applied."""
        doubts, grown_to = reading
        self.settled_doubts = max(self.settled_doubts, doubts)
        if self.grown_to == grown_to:
            self.grown_to = 0

    def _stop_listening(self, onlooker: Onlooker[ProjectionT], listener: Listener) -> None:
        onlooker.stop_listening(listener)

    def _onlooker(self, viewer: Viewer) -> Onlooker[ProjectionT]:
        onlooker = self._onlookers.get(viewer)
        if onlooker is None:
            onlooker = self._onlookers[viewer] = Onlooker(viewer, self)
        return onlooker

    def _caught_up(self, viewer: Viewer) -> Onlooker[ProjectionT]:
        """Return the onlooker after delivering all pending entries at once."""
        onlooker = self._onlooker(viewer)
        try:
            onlooker.catch_up()
        except Exception as error:
            self._drop(viewer, error)
            raise
        return onlooker

    def _deliver(self, onlooker: Onlooker[ProjectionT]) -> None:
        """Deliver the next entries to an onlooker; in the background if there are many."""
        pending = onlooker.behind
        if pending > _DELIVERED_AT_ONCE and self._deliver_in_background(onlooker):
            return
        try:
            onlooker.deliver_next(pending)
        except Exception as error:
            self._drop(onlooker.viewer, error)

    def _deliver_in_background(self, onlooker: Onlooker[ProjectionT]) -> bool:
        """Deliver in the background, for spectators with a delay at the end of a match; False outside an event loop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return False
        onlooker.ready = False
        delivering = asyncio.create_task(self._deliver_later(onlooker.viewer), context=Context())
        self._delivering.add(delivering)
        delivering.add_done_callback(self._delivering.discard)
        return True

    async def _deliver_later(self, viewer: Viewer) -> None:
        try:
            await self.prepare(viewer)
        except Exception as error:
            log.debug("%s cannot be shown to %s: %s", self.log_id, viewer, describe(error))

    def _drop(self, viewer: Viewer, error: Exception) -> None:
        """Remove an onlooker whose fold failed and may be incomplete; other onlookers are not affected."""
        log.error("%s cannot be shown to a viewer: %s", self.log_id, describe(error))
        onlooker = self._onlookers.pop(viewer, None)
        if onlooker is not None:
            onlooker.cut_off("unreadable")
