"""
Reading an aggregate from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Final, Generic

from server.aggregates.kind import AggregateT, Kind
from server.back_off import BackOff
from server.errors import UnavailableError, UnknownError
from server.failures import describe
from server.figures import figures
from server.ids import is_id
from server.log.contract import Log, LogUnavailableError

_READ_AT_ONCE: Final = 200
"""How many entries of a log are read and parsed at once; that takes some milliseconds."""

log = logging.getLogger(__name__)


class Loading(Generic[AggregateT]):
    """Reads each log once, however many ask for it meanwhile, and seldom where it cannot be read."""

    def __init__(self, kind: Kind[AggregateT], log: Log) -> None:
        self._kind = kind
        self._log = log
        self._unreadable = BackOff()
        self._under_way: dict[str, asyncio.Task[AggregateT]] = {}

    async def load(self, log_id: str, hold: Callable[[AggregateT], AggregateT]) -> AggregateT:
        """
        The aggregate, folded from its log.

        `hold` is called with it before anybody else has it, once: that of the caller for whom the reading begins.

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer, or the log cannot be read.
        """
        if not is_id(log_id):
            raise self._kind.unknown()
        if self._unreadable.rests(log_id):
            raise self._kind.unreadable()
        loading = self._under_way.get(log_id)
        if loading is None:
            loading = asyncio.create_task(self._read(log_id, hold), context=Context())
            self._under_way[log_id] = loading
            loading.add_done_callback(lambda _: self._under_way.pop(log_id, None))
        # Shielded: one caller that goes away must not take it from the others who wait for it.
        return await asyncio.shield(loading)

    def failed(self, log_id: str) -> None:
        """A log cannot be read; for a while nobody tries to."""
        figures.unreadable += 1
        self._unreadable.failed(log_id)

    async def _read(self, log_id: str, hold: Callable[[AggregateT], AggregateT]) -> AggregateT:
        try:
            live = await self._fold(log_id)
        except UnknownError:
            raise
        except LogUnavailableError as error:
            raise unavailable() from error
        except Exception as error:  # Whatever is wrong with its log, it is so again for whoever asks next.
            log.error("%s cannot be read: %s", log_id, describe(error))
            self.failed(log_id)
            raise self._kind.unreadable() from error
        self._unreadable.recovered(log_id)
        return hold(live)

    async def _fold(self, log_id: str) -> AggregateT:
        entries = await self._log.read(log_id, 0, _READ_AT_ONCE)
        if not entries:
            raise self._kind.unknown()
        live = self._kind.fold(entries[:1], await self._log.seed(log_id))
        await live.take_in(entries[1:])
        while len(entries) == _READ_AT_ONCE:
            entries = await self._log.read(log_id, live.head.seq, _READ_AT_ONCE)
            await live.take_in(entries)
        return live


def unavailable() -> UnavailableError:
    """The error for calls that need the database while it does not respond."""
    return UnavailableError("database_unavailable", "The database does not respond. Try again in a moment.")
