"""
A match in memory: its log so far, the state and the projections folded from it, and who listens.
"""

from __future__ import annotations

import asyncio
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from engines.contract import SPECTATOR, Content, Viewer
from server.facts import contents_of
from server.log.entry import Entry, Head, ToldFact, canonical_json
from server.log.packed import PackedLog
from server.matches.bounds import Tally
from server.matches.projection import Event, Projection, told_to
from server.matches.state import MatchState, Step, step

_SEATING = frozenset({"seat_taken", "seat_left", "seat_reserved", "seat_released"})

Encoded: TypeAlias = dict[tuple[int, tuple[int, ...]], str]
"""Facts as they are sent, by their entry and their places in it."""


class Listener(Protocol):
    """Someone who is told a viewer's events as they happen."""

    def tell(self, event: str) -> None:
        """Take an encoded event; must not wait."""

    def recheck(self, state: MatchState) -> bool:
        """Whether it may go on listening as this viewer, now that seats have changed."""


class LiveMatch:
    """
    The fold of one match's log, kept up to date entry by entry.

    `lock` is held while an entry is decided and committed, so that entries of one process follow each other.
    """

    def __init__(self, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty."""
        self.lock = asyncio.Lock()
        self.seed = seed
        # Set where the log may have grown unseen: an append failed and may have been written all the same, say.
        self.doubtful = False
        # How far other processes are known to have come.
        self.grown_to = 0
        self.tally = Tally()
        self.entries = PackedLog()
        self._state: MatchState | None = None
        # Kept, for all viewers keep most of it: so they share it.
        self._first: tuple[Content, ...] = ()
        self._last: Step | None = None
        self._projections: dict[Viewer, Projection] = {}
        self._told: dict[Viewer, array[int]] = {}
        self._gone_through: dict[Viewer, int] = {}
        # For each round, how many entries came before the one that began it.
        self._round_begins: list[int] = []
        self._listeners: dict[Viewer, set[Listener]] = {}
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
            self._first = taken.contents
        self._last, self._state = taken, state
        self.entries.append(entry)
        self.tally.take_in(entry)
        if any(told.type in _SEATING for told in entry.facts):
            self._recheck_listeners(state)
        encoded: Encoded = {}
        for viewer in self._projections:
            self._tell(viewer, encoded)
        # Told to all who are here, it is seldom wanted again.
        self._last = None
        self.entries.pack()

    def projection(self, viewer: Viewer) -> Projection:
        """What the viewer knows by now."""
        if viewer not in self._projections:
            self._projections[viewer], self._told[viewer], self._gone_through[viewer] = (
                Projection(viewer),
                array("Q"),
                0,
            )
            self._tell(viewer, {})
        return self._projections[viewer]

    def projection_at(self, viewer: Viewer, cursor: int) -> Projection:
        """What the viewer knew after its event `cursor`; 0 is not a moment at which anything was known."""
        now = self.projection(viewer)
        if cursor == now.cursor:
            return now
        then = Projection(viewer)
        for entry in self.entries[: self._told[viewer][cursor - 1]]:
            then.tell(entry, self._contents(entry))
        return then

    def events(self, viewer: Viewer, after: int, limit: int | None = None) -> list[tuple[int, str]]:
        """The viewer's events behind cursor `after`, encoded, each with its cursor."""
        self.projection(viewer)
        told = self._told[viewer][after:] if limit is None else self._told[viewer][after : after + limit]
        return [(cursor, self._event(viewer, cursor, seq)) for cursor, seq in enumerate(told, after + 1)]

    def entry_of(self, viewer: Viewer, cursor: int) -> Entry:
        """The entry behind a viewer's event."""
        self.projection(viewer)
        return self.entries[self._told[viewer][cursor - 1] - 1]

    def cursor_of(self, viewer: Viewer, entry: Entry) -> int:
        """The viewer's event that an entry made, which told it something."""
        self.projection(viewer)
        return bisect_left(self._told[viewer], entry.seq) + 1

    def listen(self, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on; returns how to stop."""
        self.projection(viewer)
        self._listeners.setdefault(viewer, set()).add(listener)

        def stop() -> None:
            self._listeners[viewer].discard(listener)

        return stop

    @property
    def behind(self) -> bool:
        """Whether the log knows more than this, as far as this process has heard."""
        return self.doubtful or self.grown_to > self.head.seq

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return any(self._listeners.values())

    def _tell(self, viewer: Viewer, encoded: Encoded) -> None:
        """Tell the viewer what it may be told by now and was not yet."""
        projection, until = self._projections[viewer], self._public if viewer == SPECTATOR else len(self.entries)
        for entry in self.entries[self._gone_through[viewer] : until]:
            event = projection.tell(entry, self._contents(entry))
            if event is not None:
                self._told[viewer].append(entry.seq)
                self._publish(viewer, entry.seq, event, encoded)
        self._gone_through[viewer] = until

    def _contents(self, entry: Entry) -> tuple[Content, ...]:
        """What the entry's facts say; of the first and of the one being told it is known."""
        if self._last is not None and self._last.entry is entry:
            return self._last.contents
        if entry.seq == 1:
            return self._first
        return contents_of(self.state.engine, entry)

    @property
    def _public(self) -> int:
        """How many entries spectators may be told of: all but those of the last rounds, by which they lag behind."""
        lag, rounds = self.state.created.spectator_lag, len(self._round_begins)
        if lag == 0 or rounds == 0 or self.state.ended:
            return len(self.entries)
        return self._round_begins[max(0, rounds - lag)]

    def _recheck_listeners(self, state: MatchState) -> None:
        """Before anything is told: whoever has lost a seat no longer listens from it."""
        for viewer, listeners in self._listeners.items():
            self._listeners[viewer] = {listener for listener in listeners if listener.recheck(state)}

    def _event(self, viewer: Viewer, cursor: int, seq: int) -> str:
        entry = self.entries[seq - 1]
        return _encode(entry.match_id, cursor, entry.at, _encode_facts(told_to(viewer, entry)))

    def _publish(self, viewer: Viewer, seq: int, event: Event, encoded: Encoded) -> None:
        listeners = self._listeners.get(viewer)
        if not listeners:
            return
        # Viewers told the same facts share their encoding; only the cursor is each one's own.
        facts = (seq, event.places)
        if facts not in encoded:
            encoded[facts] = _encode_facts(event.facts)
        text = _encode(self.state.match_id, event.cursor, event.at, encoded[facts])
        for listener in tuple(listeners):
            listener.tell(text)


def _round(state: MatchState | None) -> int | None:
    return state.phase.round if state and state.phase else None


def _encode(match_id: str, cursor: int, at: str, facts: str) -> str:
    return f'{{"type":"event","match_id":"{match_id}","cursor":{cursor},"at":"{at}","facts":{facts}}}'


def _encode_facts(facts: Iterable[ToldFact]) -> str:
    return canonical_json([told.fact for told in facts])
