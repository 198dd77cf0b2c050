"""Loading of aggregates from their logs."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import Context
from typing import Final, Generic

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.aggregate import Unread
from server.logs.aggregates.kind import AggregateT, Kind
from server.logs.store.contract import BrokenLogError, InArchiveError, Log, LogUnavailableError
from server.logs.store.entry import Head
from server.logs.store.upcasting import UnknownFactError
from server.runtime.back_off import BackOff
from server.runtime.failures import describe
from server.runtime.metrics import metrics
from server.runtime.time_slices import take_turn

_READ_AT_ONCE: Final = 200
"""Number of entries that are read and parsed at once; takes some milliseconds."""

log = logging.getLogger(__name__)


class Loading(Generic[AggregateT]):
    """Reads each log once for all concurrent callers, and waits before it retries an unreadable log."""

    def __init__(self, kind: Kind[AggregateT], log: Log) -> None:
        self._kind = kind
        self._log = log
        self._unreadable = BackOff()
        self._under_way: dict[str, asyncio.Task[AggregateT]] = {}
        # How often logs were read that are to be read again, by log, as long as somebody reads.
        self._outdated: Counter[str] = Counter()
        self._reading = 0

    async def load(self, log_id: str, hold: Callable[[AggregateT], AggregateT]) -> AggregateT:
        """
        Load the aggregate by folding its log.

        `hold` registers the new aggregate before any caller receives it; the `hold` of the caller that started the read
        is used.

        Raises:
            RefusedError: The log does not exist.
            UnavailableError: The database does not respond, or the log cannot be read.
        """
        if not self._kind.owns(log_id):
            raise self._kind.unknown()
        if self._unreadable.rests(log_id):
            raise self._kind.unreadable()
        loading = self._under_way.get(log_id)
        if loading is None:
            loading = asyncio.create_task(self._read(log_id, hold), context=Context())
            self._under_way[log_id] = loading
            loading.add_done_callback(lambda _: self._under_way.pop(log_id, None))
        # Shielded: if one caller is cancelled, the other callers still need the result.
        return await asyncio.shield(loading)

    async def load_many(
        self, log_ids: Collection[str], hold: Callable[[AggregateT], AggregateT]
    ) -> Sequence[AggregateT]:
        """
        Load many aggregates with one query, and fold them one after another.

        Those that cannot be loaded are omitted; `load` gives the reason.

        Raises:
            UnavailableError: The database does not respond.
        """
        heads = {log_id: Head() for log_id in log_ids if self._kind.owns(log_id) and not self._unreadable.rests(log_id)}
        with self._read_at() as is_outdated:
            return await self._load_many(heads, hold, is_outdated)

    async def _load_many(
        self,
        heads: Mapping[str, Head],
        hold: Callable[[AggregateT], AggregateT],
        is_outdated: Callable[[str], bool],
    ) -> Sequence[AggregateT]:
        try:
            read = await self._log.read_on(heads)
            seeds = await self._log.seeds(heads) if self._kind.seeded else dict.fromkeys(heads, b"")
        except LogUnavailableError as error:
            raise unavailable() from error
        loaded: list[AggregateT] = []
        for log_id, entries in read.items():
            if isinstance(entries, BrokenLogError) or not entries or not self._kind.begins(entries[0]):
                continue
            await take_turn(self._kind.share)
            try:
                live = self._kind.fold(entries[:1], seeds[log_id])
                await live.take_in(entries[1:])
            except Exception as error:
                log.debug("%s was not loaded: %s", log_id, describe(error))
                continue
            if not is_outdated(log_id):
                loaded.append(hold(live))
        return loaded

    def outdate(self, log_id: str) -> None:
        """Read a log again if it is being read: what is read now may contain what is withheld by now."""
        if self._reading:
            self._outdated[log_id] += 1

    async def read_again(self, log_id: str) -> AggregateT:
        """
        Return another copy of a log, for a copy that has to be replaced.

        Raises:
            RefusedError: The log does not exist any more.
            LogUnavailableError: The database cannot be read.
        """
        return await self._fold(log_id)

    @contextmanager
    def _read_at(self) -> Iterator[Callable[[str], bool]]:
        """Yield whether a log that was read since then is outdated."""
        before = self._outdated.copy()
        self._reading += 1
        try:
            yield lambda log_id: self._outdated[log_id] != before[log_id]
        finally:
            self._reading -= 1
            if not self._reading:
                self._outdated.clear()

    def record_failure(self, log_id: str) -> None:
        """Record that a log cannot be read, and do not retry for a while."""
        metrics.unreadable += 1
        self._unreadable.record_failure(log_id)

    async def _read(self, log_id: str, hold: Callable[[AggregateT], AggregateT]) -> AggregateT:
        try:
            live = await self._fold(log_id)
        except RefusedError:
            raise  # there is no such log
        except LogUnavailableError as error:
            raise unavailable() from error
        except UnknownFactError as error:  # In the first entry, so there is nothing to show.
            self.record_failure(log_id)
            raise self._kind.not_understood(Unread(error.fact_type, error.version, 1)) from error
        except Exception as error:  # The cause is in the log, so the next caller would get the same error.
            log.error("%s cannot be read: %s", log_id, describe(error))
            self.record_failure(log_id)
            raise self._kind.unreadable(error.sentence if isinstance(error, InArchiveError) else "") from error
        self._unreadable.record_success(log_id)
        return hold(live)

    async def _fold(self, log_id: str) -> AggregateT:
        while True:
            with self._read_at() as is_outdated:
                live = await self._fold_once(log_id)
                if not is_outdated(log_id):
                    return live

    async def _fold_once(self, log_id: str) -> AggregateT:
        entries = await self._log.read(log_id, 0, _READ_AT_ONCE)
        if not entries or not self._kind.begins(entries[0]):
            raise self._kind.unknown()
        seeds = await self._log.seeds([log_id]) if self._kind.seeded else {log_id: b""}
        live = self._kind.fold(entries[:1], seeds[log_id])
        await live.take_in(entries[1:])
        while len(entries) == _READ_AT_ONCE:
            entries = await self._log.read(log_id, live.head.seq, _READ_AT_ONCE)
            await live.take_in(entries)
        return live


def unavailable() -> UnavailableError:
    """Return the error for calls that need the database while it does not respond."""
    return UnavailableError(codes.DATABASE_UNAVAILABLE, "The database does not respond. Try again in a moment.")
