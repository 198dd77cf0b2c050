"""
A match in memory: its log so far, the state and the projections folded from it, and who listens.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Protocol

from engines.contract import SeatId, Viewer
from server.log.entry import Entry, Head, ToldFact, canonical_json
from server.matches.projection import Event, Projection, told_to
from server.matches.state import MatchState, begin, fold

_SEATING = frozenset({"seat_taken", "seat_left"})


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
        # Set where an append failed and may have been written all the same: the log knows more than this.
        self.doubtful = False
        self.entries: list[Entry] = []
        self._state: MatchState | None = None
        self._projections: dict[Viewer, Projection] = {}
        self._told: dict[Viewer, list[int]] = {}
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

    def next_state(self, entry: Entry) -> MatchState:
        """The state this entry will lead to."""
        return begin(entry) if self._state is None else fold(self._state, entry)

    def apply(self, entry: Entry, state: MatchState | None = None) -> None:
        """Take in the entry that follows the head; `state` is what `next_state` said of it, if it was asked."""
        self._state = self.next_state(entry) if state is None else state
        self.entries.append(entry)
        if any(told.type in _SEATING for told in entry.facts):
            self._recheck_listeners(self._state)
        encoded: dict[tuple[int, ...], str] = {}
        for viewer, projection in self._projections.items():
            event = projection.tell(entry)
            if event is not None:
                self._told[viewer].append(entry.seq)
                self._publish(viewer, event, encoded)

    def projection(self, viewer: Viewer) -> Projection:
        """What the viewer knows by now."""
        projection = self._projections.get(viewer)
        if projection is None:
            projection, told = Projection(viewer), []
            for entry in self.entries:
                if projection.tell(entry) is not None:
                    told.append(entry.seq)
            self._projections[viewer], self._told[viewer] = projection, told
        return projection

    def projection_at(self, viewer: Viewer, cursor: int) -> Projection:
        """What the viewer knew after its event `cursor`; 0 is not a moment at which anything was known."""
        now = self.projection(viewer)
        if cursor == now.cursor:
            return now
        then = Projection(viewer)
        for entry in self.entries[: self._told[viewer][cursor - 1]]:
            then.tell(entry)
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

    def _recheck_listeners(self, state: MatchState) -> None:
        """Before anything is told: whoever has lost a seat no longer listens from it."""
        for viewer, listeners in self._listeners.items():
            self._listeners[viewer] = {listener for listener in listeners if listener.recheck(state)}

    def _event(self, viewer: Viewer, cursor: int, seq: int) -> str:
        entry = self.entries[seq - 1]
        return _encode(entry.match_id, cursor, entry.at, _encode_facts(told_to(viewer, entry)))

    def seats_of_bots(self) -> list[SeatId]:
        return [seat for seat, occupant in self.state.occupants.items() if occupant.player is None]

    def _publish(self, viewer: Viewer, event: Event, encoded: dict[tuple[int, ...], str]) -> None:
        listeners = self._listeners.get(viewer)
        if not listeners:
            return
        # Viewers told the same facts share their encoding; only the cursor is each one's own.
        facts = tuple(id(told) for told in event.facts)
        if facts not in encoded:
            encoded[facts] = _encode_facts(event.facts)
        text = _encode(self.state.match_id, event.cursor, event.at, encoded[facts])
        for listener in tuple(listeners):
            listener.tell(text)


def _encode(match_id: str, cursor: int, at: str, facts: str) -> str:
    return f'{{"type":"event","match_id":"{match_id}","cursor":{cursor},"at":"{at}","facts":{facts}}}'


def _encode_facts(facts: Iterable[ToldFact]) -> str:
    return canonical_json([told.fact for told in facts])
