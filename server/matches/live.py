"""
A match in memory: its log so far, the state and the projections folded from it, and who listens.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context
from typing import Final

from engines.contract import SPECTATOR, Fact, Viewer
from server.costs import charge, of_bytes, of_entries
from server.facts import decode
from server.failures import describe
from server.log.contract import LostTailError
from server.log.entry import Entry, Head
from server.log.packed import PackedLog
from server.matches.bounds import Tally
from server.matches.listeners import CutOff, Encoded, Listener, Listeners, encode_event
from server.matches.projection import Projection
from server.matches.state import MatchState, Step, step
from server.matches.viewer_stream import CHECKPOINT_BYTES, Past, ViewerStream, told_bytes
from server.pacing import Pace

_SEATING = frozenset({"seat_taken", "seat_left", "seat_reserved", "seat_released"})

PAGE_BYTES: Final = 262_144
"""How long the events of one page are together, unless the first of them is longer by itself."""

_TOLD_AT_ONCE: Final = 50
"""How many entries a viewer is told of at once; only spectators who lag behind ever wait for more."""

_MATCH_BYTES: Final = 16_384
_VIEWER_BYTES: Final = 8_192
"""What a match, and each viewer of it, take in memory besides the log, about (benchmarks/footprint.py)."""

_TOLD_BYTES: Final = 8
"""What it takes that a viewer was told of an entry."""


log = logging.getLogger(__name__)


class LiveMatch:
    """
    The fold of one match's log, kept up to date entry by entry.

    `lock` is held while an entry is decided and committed, so that entries of one process follow each other. What
    others have appended is taken in without it.
    """

    def __init__(self, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty."""
        self.lock = asyncio.Lock()
        self.seed = seed
        # How often the log may have grown unseen: an append failed and may have been written all the same, say.
        self.doubts = 0
        # How many of these were there when the log was last looked into.
        self.settled_doubts = 0
        # How far other processes are known to have come.
        self.grown_to = 0
        # Whether this copy is no longer the match: another one is read from the log.
        self.given_up = False
        self.tally = Tally()
        self.entries = PackedLog()
        self._state: MatchState | None = None
        # Kept, for all viewers keep most of it: so they share it.
        self._first: tuple[Fact, ...] = ()
        self._last: Step | None = None
        self._streams: dict[Viewer, ViewerStream] = {}
        # What viewers knew earlier, once that was asked for.
        self._pasts: dict[Viewer, Past] = {}
        self._telling: set[asyncio.Task[None]] = set()
        # For each round, how many entries came before the one that began it.
        self._round_begins: list[int] = []
        self._listeners = Listeners()
        for entry in entries:
            self.apply(entry)

    @property
    def state(self) -> MatchState:
        if self._state is None:
            raise AssertionError("a match has at least its first entry")
        return self._state

    @property
    def head(self) -> Head:
        return self.state.head

    def next_step(self, entry: Entry) -> Step:
        """What this entry will lead to."""
        return step(self._state, entry)

    def apply(self, entry: Entry) -> None:
        """Take in the entry that follows the head."""
        self.take(self.next_step(entry))

    def take(self, taken: Step) -> None:
        """Take in the next step."""
        entry, state = taken.entry, taken.state
        if _round(state) not in (None, _round(self._state)):
            self._round_begins.append(len(self.entries))
        if self._state is None:
            self._first = taken.facts
        self._last, self._state = taken, state
        self.entries.append(entry)
        self.tally.take_in(entry)
        if any(told.type in _SEATING for told in entry.facts):
            self._listeners.recheck(state)
        encoded: Encoded = {}
        for viewer, stream in tuple(self._streams.items()):
            if stream.ready:
                try:
                    self._tell(stream, self._told_until(viewer), encoded)
                except Exception as error:
                    self._drop(viewer, error)
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
                raise LostTailError(f"{entry.match_id}: entry {entry.seq} does not follow entry {self.head.seq}")
            self.apply(entry)
            await pace.rest()

    def is_ready(self, viewer: Viewer) -> bool:
        """Whether the viewer's projection is at hand, folded as far as the log goes, and nobody has waited for it."""
        stream = self._streams.get(viewer)
        return stream is not None and stream.ready and not stream.awaited

    async def prepare(self, viewer: Viewer) -> None:
        """
        Fold what the viewer knows, in slices between which others have their turn.

        Afterwards the projection is kept up to date with each entry. Whoever comes first does the work and pays for it;
        all go on in the order in which they came, for of one client's submissions the last must count.
        """
        stream, pace, cost = self._stream(viewer), Pace(), 0.0
        stream.awaited += 1
        try:
            async with stream.preparing:
                while not stream.ready:
                    cost += self._go_on(stream)
                    if not stream.ready:
                        await pace.rest()
        finally:
            stream.awaited -= 1
            charge(cost)

    def projection(self, viewer: Viewer) -> Projection:
        """What the viewer knows by now. What was not prepared is folded at once."""
        return self._up_to_date(viewer).projection

    async def projection_at(self, viewer: Viewer, cursor: int) -> Projection:
        """What the viewer knew after its event `cursor`, from 1; the caller pays for what is folded."""
        stream, pace, cost = self._up_to_date(viewer), Pace(), 0.0
        if cursor == stream.projection.cursor:
            return stream.projection
        past = self._pasts.get(viewer)
        if past is None:
            past = self._pasts[viewer] = Past(viewer)
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
            self._pasts.pop(viewer, None)  # It may be half folded.
            raise
        finally:
            charge(cost)
        return then

    def forget_past(self) -> None:
        """Drop the checkpoints of what was known earlier; they can be made again."""
        self._pasts.clear()

    def events(self, viewer: Viewer, after: int, limit: int | None = None) -> list[tuple[int, str]]:
        """
        The viewer's events behind cursor `after`, encoded, each with its cursor.

        At most `limit`, and no more than make up `PAGE_BYTES`, but at least one if there is one.
        """
        told = self._up_to_date(viewer).told
        until = len(told) if limit is None else min(after + limit, len(told))
        events: list[tuple[int, str]] = []
        size = 0
        for cursor in range(after + 1, until + 1):
            event = self._event(viewer, cursor, told[cursor - 1])
            size += len(event)
            if events and size > PAGE_BYTES:
                break
            events.append((cursor, event))
        return events

    def messages(self, viewer: Viewer, channel: str) -> Sequence[int]:
        """The cursors of the viewer's events that hold messages of a channel."""
        return self._up_to_date(viewer).messages.get(channel, ())

    def entry_of(self, viewer: Viewer, cursor: int) -> Entry:
        """The entry behind a viewer's event."""
        return self.entries[self._up_to_date(viewer).told[cursor - 1] - 1]

    def cursor_of(self, viewer: Viewer, entry: Entry) -> int:
        """The viewer's event that an entry made, which told it something."""
        return bisect_left(self._up_to_date(viewer).told, entry.seq) + 1

    @property
    def bytes(self) -> int:
        """How much memory this takes, about."""
        # Some viewers are told of fewer entries than there are.
        viewers = len(self._streams) * (_VIEWER_BYTES + _TOLD_BYTES * len(self.entries))
        checkpoints = sum(map(len, self._pasts.values()))
        return _MATCH_BYTES + self.entries.bytes + viewers + CHECKPOINT_BYTES * checkpoints

    def listen(self, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on; returns how to stop."""
        self._up_to_date(viewer)
        return self._listeners.add(viewer, listener)

    @property
    def listened_to(self) -> bool:
        """Whether anybody is told of what happens."""
        return bool(self._listeners)

    def give_up(self, why: CutOff) -> None:
        """Be no longer the match: who listens is cut off, and nothing more is told or decided."""
        self.given_up = True
        self._listeners.cut_off_all(why)

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

    def _stream(self, viewer: Viewer) -> ViewerStream:
        stream = self._streams.get(viewer)
        if stream is None:
            stream = self._streams[viewer] = ViewerStream(viewer)
        return stream

    def _up_to_date(self, viewer: Viewer) -> ViewerStream:
        """The viewer's stream, folded as far as it may be told; at once, where it was not prepared."""
        stream = self._stream(viewer)
        while not stream.ready:
            self._go_on(stream)
        return stream

    def _go_on(self, stream: ViewerStream) -> float:
        """Go through one entry more, or find that there is none; gives the cost of what it told."""
        viewer = stream.projection.viewer
        if stream.gone_through >= self._told_until(viewer):
            stream.ready = True
            return 0
        at = stream.gone_through
        told = self._tell_next(stream, {})
        return of_entries(1) + of_bytes(told_bytes(self.entries, at + 1, viewer)) if told else 0

    def _tell(self, stream: ViewerStream, until: int, encoded: Encoded) -> None:
        """Tell the viewer of its next entries, up to the `until`th; by and by, if they are many."""
        if until - stream.gone_through > _TOLD_AT_ONCE and self._tells_later(stream):
            return
        while stream.gone_through < until:
            self._tell_next(stream, encoded)

    def _tells_later(self, stream: ViewerStream) -> bool:
        """Tell the viewer in slices, as spectators who lag behind are at last; False outside an event loop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return False
        stream.ready = False
        telling = asyncio.create_task(self._tell_later(stream.projection.viewer), context=Context())
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)
        return True

    async def _tell_later(self, viewer: Viewer) -> None:
        try:
            await self.prepare(viewer)
        except Exception as error:
            self._drop(viewer, error)

    def _drop(self, viewer: Viewer, error: Exception) -> None:
        """Keep no fold of what this viewer knows: it has failed, which is nothing to the others."""
        log.error("%s cannot be shown to a viewer: %s", self.state.match_id, describe(error))
        self._streams.pop(viewer, None)
        self._pasts.pop(viewer, None)
        self._listeners.cut_off(viewer, "match_unreadable")

    def _tell_next(self, stream: ViewerStream, encoded: Encoded) -> bool:
        """Tell the viewer of the next entry; whether it tells the viewer anything."""
        viewer, at = stream.projection.viewer, stream.gone_through
        stream.gone_through += 1
        # What is only now taken in is at hand; of what is packed it is seen first whether it tells the viewer anything.
        if self._last is None and not self.entries.places(at, viewer):
            return False
        entry = self.entries[at]
        try:
            event = stream.projection.tell(entry, self._facts(entry))
        except Exception:
            self._streams.pop(viewer, None)  # Half folded, it would tell something wrong from now on.
            raise
        if event is None:
            return False
        stream.note(event, entry.seq)
        self._listeners.publish(self.state.match_id, viewer, entry.seq, event, encoded)
        return True

    def _fold_next(self, then: Projection) -> int:
        """Fold the event that follows into a projection of an earlier moment; gives its size in bytes."""
        seq = self._streams[then.viewer].told[then.cursor]
        entry = self.entries[seq - 1]
        then.tell(entry, self._facts(entry))
        return told_bytes(self.entries, seq, then.viewer)

    def _facts(self, entry: Entry) -> Callable[[int], Fact]:
        """Decodes the entry's facts by their places; of the first and of the one being told it is known."""
        if self._last is not None and self._last.entry is entry:
            return self._last.facts.__getitem__
        if entry.seq == 1:
            return self._first.__getitem__
        return lambda place: decode(self.state.engine, entry.facts[place])

    def _told_until(self, viewer: Viewer) -> int:
        """How many entries the viewer may be told of by now."""
        return self._public if viewer == SPECTATOR else len(self.entries)

    @property
    def _public(self) -> int:
        """How many entries spectators may be told of: all but those of the last rounds, by which they lag behind."""
        lag, rounds = self.state.created.spectator_lag, len(self._round_begins)
        if lag == 0 or rounds == 0 or self.state.ended:
            return len(self.entries)
        return self._round_begins[max(0, rounds - lag)]

    def _event(self, viewer: Viewer, cursor: int, seq: int) -> str:
        return encode_event(
            self.state.match_id, cursor, self.entries.time(seq - 1), self.entries.facts_text(seq - 1, viewer)
        )


def _round(state: MatchState | None) -> int | None:
    return state.phase.round if state and state.phase else None
