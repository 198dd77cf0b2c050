"""
A player's own log: a kind of log with what happens to the player in all matches, tournaments and series.

It is a sequence of logs `PLAYER.0`, `PLAYER.1`, … of `EVENTS` events each, so that none takes long to load. A full one
never grows again; the next one begins with what was remembered at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple

from engines.kit import Fact, Viewer
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.aggregate import Aggregate, Step
from server.logs.aggregates.events import Event
from server.logs.aggregates.kind import Kind
from server.logs.aggregates.projection import Projection
from server.logs.store.entry import GENESIS, Decision, EncodedFact, Entry, Head
from server.logs.store.upcasting import Upcasting
from server.notifications.news.facts import UPCASTING, HandedOn, Opened, decode, encode, encode_handed_on, stand_in
from server.runtime.ids import ID_PATTERN
from server.runtime.time_slices import Share

EVENTS: Final = 1_000
"""Number of events of a full log."""

REMEMBERED: Final = 1_000
"""How many of the last handed-on entries a log remembers, because an entry may be handed on twice."""

_REMEMBERED_BYTES: Final = 200
"""Approximate memory of one of them."""

OWNER: Final = Viewer("player")
"""The only viewer."""

_LOG_ID: Final = re.compile(ID_PATTERN.removesuffix("$") + r"\.[0-9]{1,9}")


def log_id_of(player_id: str, number: int) -> str:
    """Return the id of a player's log."""
    return f"{player_id}.{number}"


class Cause(NamedTuple):
    """An entry of another log, and the news that it causes for a player."""

    handed_on: HandedOn
    news: Sequence[EncodedFact]


@dataclass(frozen=True, slots=True)
class InboxState:
    """The state of a log after entry `head`: whose it is, its number among the player's logs, and its events."""

    head: Head
    player_id: str
    number: int
    events: int = 0


class InboxProjection(Projection):
    """The player's knowledge: only how many events there are."""

    def fold(self, fact: Fact) -> None:
        """Nothing is derived from the facts."""


class Inbox(Aggregate[InboxState, InboxProjection]):
    """
    The fold of one of a player's logs.

    Attributes:
        remembered: The hashes of the last `REMEMBERED` entries of other logs whose news it has, the most recent last.
            The number of an entry does not name it: a log that has lost its end gets other entries with these numbers.
    """

    kind = "player"
    event_type = "own_event"

    def __init__(self, entries: Iterable[Entry]) -> None:
        """`entries` is the log from its beginning; not empty."""
        first, *rest = entries
        self.remembered: dict[str, None] = {}
        super().__init__(first.log_id, [first, *rest], b"")

    def next_step(self, entry: Entry, before: InboxState | None = None) -> Step[InboxState]:
        facts = tuple(decode(encoded) for encoded in self.upcasting.bring_up(entry.facts))
        before = before or self._state
        if before is None:
            opened = facts[0]
            if not isinstance(opened, Opened):
                raise ValueError("a player's log begins with `opened`")
            return Step(entry, facts, InboxState(entry.head, opened.player_id, opened.number))
        return Step(entry, facts, replace(before, head=entry.head, events=before.events + 1))

    def take_note(self, step: Step[InboxState], before: InboxState | None) -> None:
        match step.facts[0]:
            case Opened(told=told):
                self.remembered = dict.fromkeys(told)
            case HandedOn(hash=hash_):
                self.remembered[hash_] = None
                if len(self.remembered) > REMEMBERED:
                    del self.remembered[next(iter(self.remembered))]

    def decode(self, encoded: EncodedFact) -> Fact:
        return decode(encoded)

    @property
    def upcasting(self) -> Upcasting:
        return UPCASTING

    def projection_of(self, viewer: Viewer) -> InboxProjection:
        return InboxProjection(viewer)

    def event(self, viewer: Viewer, cursor: int, seq: int) -> Event:
        """Return an event; the player's cursor counts on from the logs before."""
        event = super().event(viewer, cursor, seq)
        log = f'"player_id":"{self.state.player_id}"'
        return replace(event, log=log, cursor=self.begins_after + cursor)

    @property
    def begins_after(self) -> int:
        """The player's cursor before the first event of this log."""
        return self.state.number * EVENTS

    @property
    def last(self) -> int:
        """The player's cursor after the last event of this log so far."""
        return self.begins_after + self.state.events

    @property
    def full(self) -> bool:
        return self.state.events >= EVENTS

    @property
    def bytes(self) -> int:
        return super().bytes + _REMEMBERED_BYTES * len(self.remembered)

    def lacks(self, cause: HandedOn) -> bool:
        """Whether this log does not have, or has forgotten, the news of an entry."""
        return cause.hash not in self.remembered and stand_in(cause.source, cause.entry) not in self.remembered

    def append(self, causes: Sequence[Cause]) -> Decision | None:
        """Return the entries with the news of these causes that this log lacks and has room for; None without any."""
        lacking = [cause for cause in causes if self.lacks(cause.handed_on)]
        decisions = [
            Decision("told", (encode_handed_on(cause.handed_on), *cause.news))
            for cause in lacking[: EVENTS - self.state.events]
        ]
        return replace(decisions[0], then=tuple(decisions[1:])) if decisions else None


def opening(player_id: str, before: Inbox | None) -> Decision:
    """Return the first entry of a player's first log, or of the one after `before`, which is full."""
    if before is None:
        return Decision("opened", (encode(Opened(player_id, 0, GENESIS)),))
    opened = Opened(player_id, before.state.number + 1, before.head.hash, tuple(before.remembered))
    return Decision("opened", (encode(opened),))


class InboxKind(Kind[Inbox]):
    """The kind of log for players' own streams. Nothing is due in them, and lists do not show them."""

    seeded: ClassVar[bool] = False
    share = Share.NEWS

    def owns(self, log_id: str) -> bool:
        return _LOG_ID.fullmatch(log_id) is not None

    def fold(self, entries: list[Entry], seed: bytes) -> Inbox:
        return Inbox(entries)

    def row(self, before: InboxState | None, step: Step[Any], now: datetime) -> None:
        return None

    def unknown(self) -> RefusedError:
        return RefusedError(codes.CURSOR_AHEAD, "Your stream has not reached this cursor.")

    def unreadable(self, why: str = "") -> UnavailableError:
        return UnavailableError(codes.MATCH_UNREADABLE, "Your own stream cannot be read at the moment. Try again.")
