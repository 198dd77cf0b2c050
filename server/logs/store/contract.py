"""The contract of a log, independent of the database: append after a known head, read from a position (docs/log.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from engines.kit import record
from server.logs.store.entry import Entry, Head
from server.logs.store.summaries import Summary


@dataclass(frozen=True, slots=True)
class KeptReply:
    """
    The stored reply to a request with an `Idempotency-Key`, which repeats of the request receive.

    `player_id` and `key` identify it; `request_hash` distinguishes a repeat from another request with the same key.
    """

    player_id: str
    key: str = field(repr=False)
    request_hash: str
    status: int
    body: str = field(repr=False)
    created_at: str


@dataclass(frozen=True, slots=True)
class Mark:
    """
    The news that entry `seq` of a log has for players, until all of them have it.

    `due_at` is when to deliver it, and `news` maps players to facts, as JSON text; it has none where only those who
    follow the log are to be woken. `seq` 0 is what time will cause: then `news` is empty, and a later mark replaces an
    earlier one.
    """

    log_id: str
    seq: int
    due_at: str
    news: str


@record
class Append:
    """
    An entry to append after the head on which it was sealed, and the rows written in the same transaction.

    `then` are the entries after it that are decided with it: all are written, or none; the rows are those after all.
    `seed` is the log's secret, 32 bytes in hexadecimal, and comes with its first entry. So does `most_owned`: how many
    logs of this kind that are not over the owner of `summary` may have, including this one; and `owes`: to what this
    log owes its outcome until it is taken there, the id of another log or `ratings`. `settles` are the ids of the logs
    whose outcomes this entry takes. `urgent`: somebody waits for it, so it goes before what the server does by itself.
    """

    entry: Entry
    summary: Summary | None = None
    reply: KeptReply | None = None
    seed: str | None = field(default=None, repr=False)
    most_owned: int | None = None
    marks: tuple[Mark, ...] = ()
    owes: str | None = None
    settles: tuple[str, ...] = ()
    then: tuple[Entry, ...] = ()
    urgent: bool = True

    @property
    def last(self) -> Entry:
        """The last entry that it appends."""
        return self.then[-1] if self.then else self.entry

    @property
    def size(self) -> int:
        """About how many bytes are written."""
        facts = sum(len(fact.text) for entry in (self.entry, *self.then) for fact in entry.facts)
        return facts + sum(len(mark.news) for mark in self.marks)


class HeadMovedError(Exception):
    """The log has grown since the entry was built: read the new entries and decide again."""


class KeyTakenError(Exception):
    """A reply is already stored under this player's idempotency key; nothing was appended."""


class OwnerFullError(Exception):
    """The owner has reached the limit of logs of this kind; nothing was appended."""


class LogUnavailableError(Exception):
    """The database did not accept or return entries; an append may or may not have been written."""


class BrokenLogError(Exception):
    """The stored log cannot be read: it needs a newer server, or an administrator to repair it."""


class LostTailError(BrokenLogError):
    """The log does not contain the entry that was known to be its last."""


class InArchiveError(BrokenLogError):
    """
    Entries of the log are in the archive, and cannot be had from there now.

    Attributes:
        sentence: Why, for people who ask for the log.
    """

    def __init__(self, log_id: str, why: str = "is in the archive", sentence: str = "") -> None:
        super().__init__(f"{log_id} {why}")
        self.sentence = sentence


Continuation: TypeAlias = list[Entry] | BrokenLogError
"""The entries of a log after a head, or why they cannot be read."""


class Hear(Protocol):
    """
    Receives the last entry number by log that has grown, `own` by this process.

    Empty: something else was written. None: any log may have grown.
    """

    def __call__(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None: ...


Held: TypeAlias = Callable[[], Mapping[str, int]]
"""Returns the logs that a process holds in memory, with the number of the last entry of each."""

Verdict: TypeAlias = Literal["appended", "head_moved", "key_taken", "owner_full"]

OnVerdict: TypeAlias = Callable[[Verdict | LogUnavailableError], None]
"""Receives what became of an append: it is durable, or nothing was written; with the error, it may have been."""


class Store(Protocol):
    """
    A database, as used by the log. Driver exceptions leave it only as `LogUnavailableError`.

    `hears`: whether `listen` currently receives the notices of other processes; true if there can be none. `epoch`: of
    which epoch the database is (`server.runtime.database.epochs`), as the newest connection has found it; empty before
    the first one.
    """

    @property
    def hears(self) -> bool: ...

    @property
    def epoch(self) -> str: ...

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        """
        Write the batch in one durable transaction; at most one append per log and per idempotency key.

        A refused append has no effect, not even on the others. Returns a verdict for each, in order.
        """

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """
        Return up to `limit` entries with `seq` above `after`, in order; raises BrokenLogError if one is invalid.

        Of a log in the archive, a database returns the last archived entry as its place in the chain alone.
        """

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        """Return the entries after each head by log; an error in one log does not affect the others."""

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        """Return the secret seeds that came with the first entries of matches; every match has one."""

    async def try_writing(self) -> None:
        """Write durably what changes nothing; raises LogUnavailableError if the database takes no writes."""

    async def listen(self, hear: Hear, held: Held) -> None:
        """
        Pass on, until cancelled, what any process has written: the logs that have grown, if they are known.

        Of logs that are `held`, it is found after some seconds even if nobody tells.
        """

    async def close(self) -> None:
        """Release connections and threads. No method may be called afterwards."""


class Log(Protocol):
    """The log, as used by services."""

    async def append(self, append: Append) -> None:
        """
        Append one entry; returns once it is durable.

        Raises:
            HeadMovedError, KeyTakenError, OwnerFullError: Nothing was written.
            LogUnavailableError: The entry may or may not have been written.
        """

    def hand_over(self, append: Append, on_verdict: OnVerdict) -> None:
        """Append one entry without waiting; `on_verdict` is called once, in the caller's context, and never at once."""

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """
        Return the entries with `seq` above `after`, in order, at most `limit`; empty for an unknown log.

        Raises:
            LogUnavailableError: The database cannot be read.
            BrokenLogError: One of the entries is invalid.
        """

    @property
    def hears(self) -> bool:
        """Whether this process currently receives the notices of other processes; true if there can be none."""

    @property
    def epoch(self) -> str:
        """Of which epoch the database is, from which logs were read last."""

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        """
        Return the entries after each head by log.

        Raises:
            LogUnavailableError: The database cannot be read.
        """

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        """
        Return the secret seeds that came with the first entries of matches; every match has one.

        Raises:
            LogUnavailableError: The database cannot be read.
        """
