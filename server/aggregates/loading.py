"""
Loading of aggregates from their logs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Final, Generic

from server import codes
from server.aggregates.kind import AggregateT, Kind
from server.back_off import BackOff
from server.errors import RefusedError, UnavailableError
from server.failures import describe
from server.log.contract import Log, LogUnavailableError
from server.metrics import metrics

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

    def failed(self, log_id: str) -> None:
        """Record that a log cannot be read, and do not retry for a while."""
        metrics.unreadable += 1
        self._unreadable.failed(log_id)

    async def _read(self, log_id: str, hold: Callable[[AggregateT], AggregateT]) -> AggregateT:
        try:
            live = await self._fold(log_id)
        except RefusedError:
            raise  # there is no such log
        except LogUnavailableError as error:
            raise unavailable() from error
        except Exception as error:  # The cause is in the log, so the next caller would get the same error.
            log.error("%s cannot be read: %s", log_id, describe(error))
            self.failed(log_id)
            raise self._kind.unreadable() from error
        self._unreadable.recovered(log_id)
        return hold(live)

    async def _fold(self, log_id: str) -> AggregateT:
        entries = await self._log.read(log_id, 0, _READ_AT_ONCE)
        if not entries or not self._kind.begins(entries[0]):
            raise self._kind.unknown()
        seed = await self._log.seed(log_id) if self._kind.seeded else b""
        live = self._kind.fold(entries[:1], seed)
        await live.take_in(entries[1:])
        while len(entries) == _READ_AT_ONCE:
            entries = await self._log.read(log_id, live.head.seq, _READ_AT_ONCE)
            await live.take_in(entries)
        return live


def unavailable() -> UnavailableError:
    """Return the error for calls that need the database while it does not respond."""
    return UnavailableError(codes.DATABASE_UNAVAILABLE, "The database does not respond. Try again in a moment.")
