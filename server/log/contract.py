"""
What a log does, whatever database keeps it: append behind a known head, read from a position (docs/log.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

from server.log.entry import Entry, Head

MatchStatus: TypeAlias = Literal["open", "running", "paused", "suspended", "over", "void"]
Visibility: TypeAlias = Literal["public", "unlisted", "private"]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """
    A match as lists and the clock need it: the row of `matches`, rewritten with each entry that changes it.

    `due_at` is when the server must next do something in the match, null when it waits for people alone. `players` maps
    seats to the players in them (not bots), and `reserved:SEAT` to whom a seat is reserved for. `listing` is what a
    list shows of the match, as JSON text.
    """

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    visibility: Visibility
    host_id: str
    created_at: str
    due_at: str | None
    players: dict[str, str]
    listing: str


@dataclass(frozen=True, slots=True)
class KeptReply:
    """
    The reply to a request with an `Idempotency-Key`, kept so that a repeat gets the same one.

    `player_id` and `key` name it; `request_hash` tells a repeat from another request under the same key.
    """

    player_id: str
    key: str = field(repr=False)
    request_hash: str
    status: int
    body: str = field(repr=False)
    created_at: str


@dataclass(frozen=True, slots=True)
class Append:
    """
    One entry to be added behind the entry it was sealed on, and what is written together with it or not at all.

    `seed` is the match's secret, given with its first entry; 32 bytes in hexadecimal. `most_hosted`, given with it too:
    how many matches that are not over the host of `summary` may have by then, this one included.
    """

    entry: Entry
    summary: MatchSummary | None = None
    reply: KeptReply | None = None
    seed: str | None = field(default=None, repr=False)
    most_hosted: int | None = None


class HeadMovedError(Exception):
    """The match's log has grown since the entry was built: read on from the old head and decide again."""


class KeyTakenError(Exception):
    """A reply is already kept under this player's idempotency key; nothing was appended."""


class HostFullError(Exception):
    """The host has as many matches as it may; nothing was appended."""


class LogUnavailableError(Exception):
    """The database did not take or give the entries; whether an append was written is not known."""


class BrokenLogError(Exception):
    """What is stored of a match cannot be read: it needs a newer server, or somebody to mend it."""


class LostTailError(BrokenLogError):
    """The log of a match does not hold the entry that was known to be its last."""


Continuation: TypeAlias = list[Entry] | BrokenLogError
"""What a log holds behind a head, or why it cannot be known."""


class Hear(Protocol):
    """Told by match up to which entry its log has grown, `own` by this process; None is that any may have grown."""

    def __call__(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None: ...


Verdict: TypeAlias = Literal["appended", "head_moved", "key_taken", "host_full"]

UNENDED: Final[tuple[MatchStatus, ...]] = ("open", "running", "paused", "suspended")
"""What matches are that count for their hosts."""


class Store(Protocol):
    """
    A database as the log uses it. Driver exceptions leave it only as `LogUnavailableError`.

    `hears`: whether `listen` would tell what others append now; true where there are no others.
    """

    @property
    def hears(self) -> bool: ...

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        """
        Write the batch in one durable transaction; at most one append a match, and one a reply's key.

        A refused append leaves no trace and refuses no other. Returns a verdict for each, in order.
        """

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries with `seq` above `after`, in order, at most `limit`; raises BrokenLogError if one is none."""

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        """For each match what its log holds behind this head; what is wrong with one is nothing to the others."""

    async def seed(self, match_id: str) -> bytes:
        """The secret seed that came with the first entry of a match; every match has one."""

    async def listen(self, hear: Hear) -> None:
        """Tell what is appended, here and by others, until cancelled. Ends at once where there are no others."""

    async def close(self) -> None:
        """Give back connections and threads. Nothing may be called afterwards."""


class Log(Protocol):
    """The log as services use it."""

    async def append(self, append: Append) -> None:
        """
        Add one entry; returns once it is durable.

        Raises:
            HeadMovedError, KeyTakenError, HostFullError: Nothing was written.
            LogUnavailableError: The entry may or may not have been written.
        """

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """
        The entries with `seq` above `after`, in order, at most `limit`; none for an unknown match.

        Raises:
            LogUnavailableError: The database cannot be read.
            BrokenLogError: One of them cannot be read.
        """

    @property
    def hears(self) -> bool:
        """Whether this process would hear now of what others append; true where there are no others."""

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        """
        For each match what its log holds behind this head.

        Raises:
            LogUnavailableError: The database cannot be read.
        """

    async def seed(self, match_id: str) -> bytes:
        """
        The secret seed that came with the first entry of a match; every match has one.

        Raises:
            LogUnavailableError: The database cannot be read.
        """
