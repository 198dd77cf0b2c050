"""Following of logs: entries from other processes are applied, in the background or before a call is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Final, Generic

from server.logs.aggregates.kind import AggregateT
from server.logs.store.contract import BrokenLogError, Continuation, Log, LogUnavailableError
from server.runtime.failures import describe, summary
from server.runtime.metrics import metrics

_CAUGHT_UP_AT_ONCE: Final = 100
"""Maximum number of logs in one query that catches up."""

_RETRY_SECONDS: Final = 1.0
_LONGEST_RETRY_SECONDS: Final = 8.0

log = logging.getLogger(__name__)


class Following(Generic[AggregateT]):
    """
    Applies entries that logs contain and copies in memory lack.

    If the log does not continue a copy, the copy is discarded. An error in one log does not affect others.
    """

    def __init__(
        self,
        log: Log,
        give_up: Callable[[AggregateT, BrokenLogError], None],
        note_unread: Callable[[AggregateT], None],
    ) -> None:
        """
        `give_up` is called with a copy that cannot be followed, and the reason; `note_unread` with one whose log this
        process does not understand any more.
        """
        self._log = log
        self._note_unread = note_unread
        self._give_up = give_up
        self._behind: set[AggregateT] = set()
        self._catching_up: asyncio.Task[None] | None = None

    async def catch_up(self, live: AggregateT) -> bool:
        """
        Apply the entries after the head; return whether the log had any, even if others have applied them meanwhile.

        Raises:
            LogUnavailableError: The database cannot be read.
            BrokenLogError: The log does not continue the copy, which is discarded.
        """
        reading = live.begin_reading()
        log_id = live.log_id
        found = (await self._log.read_on({log_id: live.head}))[log_id]
        await self._take_in(live, found, reading)
        return bool(found)

    def follow_up(self, live: AggregateT) -> None:
        """
        Catch up in the background until there is nothing left, whether or not there are callers.

        If the next call had to catch up instead, its response time would reveal that someone else has acted.
        """
        if not live.behind:
            return
        self._behind.add(live)
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up_all(), context=Context())

    async def _catch_up_all(self) -> None:
        pause = _RETRY_SECONDS
        try:
            while self._behind:
                popped = [self._behind.pop() for _ in range(min(len(self._behind), _CAUGHT_UP_AT_ONCE))]
                # Not what was discarded meanwhile: its head would be asked for in the place of that of its successor.
                behind = [live for live in popped if live.behind]
                if not behind:
                    continue
                try:
                    await self._catch_up_with(behind)
                    pause = _RETRY_SECONDS
                    continue  # An append notice that arrived during the read is handled in the next round.
                except LogUnavailableError as error:
                    log.warning("cannot catch up: %s", summary(error))
                except Exception as error:
                    log.error("cannot catch up: %s", describe(error))
                self._behind.update(live for live in behind if live.behind)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_RETRY_SECONDS)
        finally:
            self._catching_up = None

    async def _catch_up_with(self, behind: Sequence[AggregateT]) -> None:
        """Catch up with many logs in one query."""
        readings = [live.begin_reading() for live in behind]
        found = await self._log.read_on({live.log_id: live.head for live in behind})
        for live, reading in zip(behind, readings, strict=True):
            try:
                await self._take_in(live, found[live.log_id], reading)
            except BrokenLogError:
                continue  # `_take_in` has discarded this copy; the others are not affected.
            await asyncio.sleep(0)

    async def _take_in(self, live: AggregateT, found: Continuation, reading: tuple[int, int]) -> None:
        """
        Apply the entries that were read, without waiting for a commit in progress.

        That commit is refused, or its entry is among those that were read.
        """
        metrics.catch_ups += 1
        try:
            if isinstance(found, BrokenLogError):
                raise found
            metrics.caught_up += len(found)
            await live.take_in(found)
        except BrokenLogError as error:
            self._give_up(live, error)
            raise
        except Exception as error:
            broken = BrokenLogError(f"{live.log_id}: what follows entry {live.head.seq} cannot be folded")
            broken.__cause__ = error
            self._give_up(live, broken)
            raise broken from error
        live.end_reading(reading)
        if live.unread is not None:
            self._note_unread(live)
