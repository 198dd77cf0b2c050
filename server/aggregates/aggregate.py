"""
An aggregate: one log in memory, the state folded from it, and its onlookers. A match is one kind of it.
"""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from engines.contract import Fact, Viewer
from server.aggregates.events import CutOff, Event, Listener
from server.aggregates.onlooker import Onlooker, Source
from server.aggregates.projection import Projection
from server.failures import describe
from server.log.contract import LostTailError
from server.log.entry import EncodedFact, Entry, Head
from server.log.packed import PackedLog
from server.pacing import Pace

PAGE_BYTES: Final = 262_144
"""How long the events of one page are together, unless the first of them is longer by itself."""

_TOLD_AT_ONCE: Final = 50
"""How many entries a viewer is told of at once; only spectators who lag behind ever wait for more."""

_AGGREGATE_BYTES: Final = 16_384
"""What an aggregate takes in memory besides its log and its onlookers, about (benchmarks/footprint.py)."""

log = logging.getLogger(__name__)


class State(Protocol):
    """What an aggregate is behind its last entry."""

    @property
    def head(self) -> Head: ...


StateT = TypeVar("StateT", bound=State)
ProjectionT = TypeVar("ProjectionT", bound=Projection)


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """An entry, its facts decoded, and the state that it leads to."""

    entry: Entry
    facts: tuple[Fact, ...]
    state: StateT


class Aggregate(Source[ProjectionT], Generic[StateT, ProjectionT]):
    """
    The fold of one log, kept up to date entry by entry.

    A kind of log says what an entry leads to (`next_step`), how facts are decoded, and what a viewer's projection is;
    it may say more (`take_note`, `changes_people`, `tellable`, `topic`).

    `lock` is held while an entry is decided and committed, so that entries of one process follow each other. What
    others have appended is taken in without it.
    """

    kind: ClassVar[str]
    """What such a log is called in JSON and in log lines: `match`."""

    def __init__(self, log_id: str, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty. `seed` is the secret that all its draws come from."""
        self.log_id = log_id
        self.lock = asyncio.Lock()
        self.seed = seed
        # How often the log may have grown unseen: an append failed and may have been written all the same, say.
        self.doubts = 0
        # How many of these were there when the log was last looked into.
        self.settled_doubts = 0
        # How far other processes are known to have come.
        self.grown_to = 0
        # Whether this copy is no longer current: another one is read from the log.
        self.given_up = False
        self.entries = PackedLog()
        self._state: StateT | None = None
        # Kept, because most of it is part of all projections: so they share it.
        self._first: tuple[Fact, ...] = ()
        self._last: Step[StateT] | None = None
        self._onlookers: dict[Viewer, Onlooker[ProjectionT]] = {}
        self._telling: set[asyncio.Task[None]] = set()
        for entry in entries:
            self.apply(entry)

    # What a kind of log says

    @abstractmethod
    def next_step(self, entry: Entry) -> Step[StateT]:
        """What this entry will lead to."""

    @abstractmethod
    def decode(self, encoded: EncodedFact) -> Fact:
        """A fact of the log; raises ValueError where it is none."""

    def take_note(self, step: Step[StateT], before: StateT | None) -> None:  # most kinds need nothing
        """Note what is not in the state; called with each step, in order."""

    def changes_people(self, step: Step[StateT]) -> bool:
        """Whether somebody may look as another viewer from now on."""
        return False

    def tellable(self, viewer: Viewer) -> int:
        """Of how many entries the viewer may be told by now."""
        return len(self.entries)

    def topic(self, fact: Fact) -> str | None:
        """What a fact is about, where viewers ask for the events about something."""
        return None

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
        """Take in the entry that follows the head."""
        self.take(self.next_step(entry))

    def take(self, step: Step[StateT]) -> None:
        """Take in the next step, and tell of it."""
        self.take_note(step, self._state)
        if self._state is None:
            self._first = step.facts
        self._last, self._state = step, step.state
        self.entries.append(step.entry)
        if self.changes_people(step):
            for onlooker in self._onlookers.values():
                onlooker.recheck(step.state)
        for onlooker in tuple(self._onlookers.values()):
            if onlooker.ready:
                self._tell(onlooker)
        # Told to all who are here, it is seldom wanted again.
        self._last = None
        self.entries.pack()

    async def take_in(self, entries: Iterable[Entry]) -> None:
        """
        Take in those of the entries that were not taken in meanwhile, in slices between which others have their turn.

        Raises:
            LostTailError: They do not follow the head.
        """
        pace = Pace()
        for entry in entries:
            if entry.seq <= self.head.seq:
                continue
            if (entry.seq, entry.previous) != (self.head.seq + 1, self.head.hash):
                raise LostTailError(f"{self.log_id}: entry {entry.seq} does not follow entry {self.head.seq}")
            self.apply(entry)
            await pace.rest()

    # What viewers know

    def is_ready(self, viewer: Viewer) -> bool:
        """Whether the viewer's projection is at hand, folded as far as the log goes, and nobody has waited for it."""
        onlooker = self._onlookers.get(viewer)
        return onlooker is not None and onlooker.ready and not onlooker.awaited

    async def prepare(self, viewer: Viewer) -> None:
        """Fold what the viewer knows, in slices; afterwards it is kept up to date with each entry."""
        try:
            await self._onlooker(viewer).prepare()
        except Exception as error:
            self._drop(viewer, error)
            raise

    def projection(self, viewer: Viewer) -> ProjectionT:
        """What the viewer knows by now. What was not prepared is folded at once."""
        return self._caught_up(viewer).projection

    async def projection_at(self, viewer: Viewer, cursor: int) -> ProjectionT:
        """What the viewer knew after its event `cursor`, from 1; the caller pays for what is folded."""
        return await self._caught_up(viewer).knew(cursor)

    def forget_past(self) -> None:
        """Drop the checkpoints of what was known earlier; they can be made again."""
        for onlooker in self._onlookers.values():
            onlooker.forget_past()

    def events(self, viewer: Viewer, after: int, limit: int | None = None) -> list[Event]:
        """
        The viewer's events behind cursor `after`.

        At most `limit`, and no more than make up `PAGE_BYTES`, but at least one if there is one.
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
        """The cursors of the viewer's events about a topic."""
        return self._caught_up(viewer).topics.get(topic, ())

    def entry_of(self, viewer: Viewer, cursor: int) -> Entry:
        """The entry behind a viewer's event."""
        return self.entries[self._caught_up(viewer).entries[cursor - 1] - 1]

    def cursor_of(self, viewer: Viewer, entry: Entry) -> int:
        """The viewer's event that an entry made, which told it something."""
        return bisect_left(self._caught_up(viewer).entries, entry.seq) + 1

    def listen(self, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on; returns how to stop."""
        return self._caught_up(viewer).listen(listener)

    @property
    def listened_to(self) -> bool:
        """Whether anybody is told of what happens."""
        return any(onlooker.listened_to for onlooker in self._onlookers.values())

    @property
    def bytes(self) -> int:
        """How much memory this takes, about."""
        onlookers = sum(onlooker.bytes for onlooker in self._onlookers.values())
        return _AGGREGATE_BYTES + self.entries.bytes + onlookers

    # As onlookers see the log

    def told(self, at: int, viewer: Viewer) -> Sequence[Fact]:
        """The facts of the entry at this index that are addressed to the viewer; not decoded again if just taken."""
        step = self._last
        if step is not None and step.entry.seq == at + 1:
            known = zip(step.entry.facts, step.facts, strict=True)
            return [fact for encoded, fact in known if encoded.audience.includes(viewer)]
        if at == 0:
            return [self._first[place] for place in self.entries.places(0, viewer)]
        return [self.decode(encoded) for encoded in self.entries.told(at, viewer)]

    def event(self, viewer: Viewer, cursor: int, seq: int) -> Event:
        """What entry `seq` tells the viewer, as its event `cursor`."""
        name = f'"{self.kind}_id":"{self.log_id}"'
        return Event(name, cursor, self.entries.time(seq - 1), self.entries.facts_text(seq - 1, viewer))

    # Whether it is current

    def give_up(self, why: CutOff) -> None:
        """Be no longer current: listeners are cut off, and nothing more is told or decided."""
        self.given_up = True
        for onlooker in self._onlookers.values():
            onlooker.cut_off(why)

    @property
    def doubtful(self) -> bool:
        """Whether the log may have grown unseen since it was last looked into."""
        return self.doubts > self.settled_doubts and not self.given_up

    @property
    def behind(self) -> bool:
        """Whether the log knows more than this, as far as this process has heard."""
        return self.doubtful or (self.grown_to > self.head.seq and not self.given_up)

    def begin_reading(self) -> tuple[int, int]:
        """What is to be settled by a look into the log that begins now: what is doubted later is not."""
        return self.doubts, self.grown_to

    def end_reading(self, reading: tuple[int, int]) -> None:
        """Settle what a look into the log was to settle, once what it has found is taken in."""
        doubts, grown_to = reading
        self.settled_doubts = max(self.settled_doubts, doubts)
        if self.grown_to == grown_to:
            self.grown_to = 0

    def _onlooker(self, viewer: Viewer) -> Onlooker[ProjectionT]:
        onlooker = self._onlookers.get(viewer)
        if onlooker is None:
            onlooker = self._onlookers[viewer] = Onlooker(viewer, self)
        return onlooker

    def _caught_up(self, viewer: Viewer) -> Onlooker[ProjectionT]:
        """The onlooker, told as far as it may be; at once, where it was not prepared."""
        onlooker = self._onlooker(viewer)
        try:
            onlooker.catch_up()
        except Exception as error:
            self._drop(viewer, error)
            raise
        return onlooker

    def _tell(self, onlooker: Onlooker[ProjectionT]) -> None:
        """Tell an onlooker of its next entries; in the background, if they are many."""
        if onlooker.behind > _TOLD_AT_ONCE and self._tells_later(onlooker):
            return
        try:
            onlooker.tell_new()
        except Exception as error:
            self._drop(onlooker.viewer, error)

    def _tells_later(self, onlooker: Onlooker[ProjectionT]) -> bool:
        """Tell in slices, as spectators who lag behind are at last; False outside an event loop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return False
        onlooker.ready = False
        telling = asyncio.create_task(self._tell_later(onlooker.viewer), context=Context())
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)
        return True

    async def _tell_later(self, viewer: Viewer) -> None:
        try:
            await self.prepare(viewer)
        except Exception as error:
            log.debug("%s cannot be shown to %s: %s", self.log_id, viewer, describe(error))

    def _drop(self, viewer: Viewer, error: Exception) -> None:
        """Forget an onlooker whose fold has failed, half done perhaps; the others are not concerned."""
        log.error("%s cannot be shown to a viewer: %s", self.log_id, describe(error))
        onlooker = self._onlookers.pop(viewer, None)
        if onlooker is not None:
            onlooker.cut_off("unreadable")
