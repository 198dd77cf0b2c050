"""
Who listens to a match, and how what happens is told them: each viewer its events, as texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, Protocol, TypeAlias

from engines.contract import Viewer
from server.log.entry import EncodedFact, canonical_json
from server.matches.projection import Event
from server.matches.state import MatchState

Encoded: TypeAlias = dict[tuple[int, tuple[int, ...]], str]
"""Facts as they are sent, by their entry and their places in it."""

CutOff: TypeAlias = Literal["entries_lost", "match_unreadable"]
"""Why a listener is told nothing more: what it was told is no longer in the log, or what follows cannot be read."""


class Listener(Protocol):
    """Someone who is told a viewer's events as they happen."""

    def tell(self, event: str) -> None:
        """Take an encoded event; must not wait."""

    def recheck(self, state: MatchState) -> bool:
        """Whether it may go on listening as this viewer, now that seats have changed."""

    def cut_off(self, why: CutOff) -> None:
        """It is told nothing more."""


class Listeners:
    """Those of one match; true while there are any."""

    def __init__(self) -> None:
        self._by_viewer: dict[Viewer, set[Listener]] = {}

    def __bool__(self) -> bool:
        return any(self._by_viewer.values())

    def add(self, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener this viewer's events from now on; returns how to stop."""
        self._by_viewer.setdefault(viewer, set()).add(listener)

        def stop() -> None:
            self._by_viewer.get(viewer, set()).discard(listener)

        return stop

    def recheck(self, state: MatchState) -> None:
        """Before anything is told: whoever has lost a seat no longer listens from it."""
        for viewer, listeners in self._by_viewer.items():
            self._by_viewer[viewer] = {listener for listener in listeners if listener.recheck(state)}

    def publish(self, match_id: str, viewer: Viewer, seq: int, event: Event, encoded: Encoded) -> None:
        """Tell whoever listens as this viewer of an event, which entry `seq` has made."""
        listeners = self._by_viewer.get(viewer)
        if not listeners:
            return
        # Viewers told the same facts share their encoding; only the cursor is each one's own.
        facts = (seq, event.places)
        if facts not in encoded:
            encoded[facts] = _encode_facts(event.facts)
        text = encode_event(match_id, event.cursor, event.at, encoded[facts])
        for listener in tuple(listeners):
            listener.tell(text)

    def cut_off(self, viewer: Viewer, why: CutOff) -> None:
        """Tell nothing more to those who listen as this viewer."""
        for listener in self._by_viewer.pop(viewer, ()):
            listener.cut_off(why)

    def cut_off_all(self, why: CutOff) -> None:
        """Tell nothing more to anybody."""
        for viewer in tuple(self._by_viewer):
            self.cut_off(viewer, why)


def encode_event(match_id: str, cursor: int, at: str, facts: str) -> str:
    """An event as it is sent; `facts` are encoded already."""
    return f'{{"type":"event","match_id":"{match_id}","cursor":{cursor},"at":"{at}","facts":{facts}}}'


def _encode_facts(facts: Iterable[EncodedFact]) -> str:
    return canonical_json([told.fact for told in facts])
