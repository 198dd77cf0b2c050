"""
Aggregates in memory follow their logs: what others append is taken in, in the background or before a call is answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Final, Generic

from server.aggregates.kind import AggregateT
from server.failures import describe, summary
from server.figures import figures
from server.log.contract import BrokenLogError, Continuation, Log, LogUnavailableError

_CAUGHT_UP_AT_ONCE: Final = 100
"""With how many logs to catch up by one query."""

_RETRY_SECONDS: Final = 1.0
_LONGEST_RETRY_SECONDS: Final = 8.0

log = logging.getLogger(__name__)


class Following(Generic[AggregateT]):
    """
    Takes in what logs hold more than memory does.

    A copy that its log does not continue is given up, and what is wrong with one log does not concern the others.
    """

    def __init__(self, log: Log, give_up: Callable[[AggregateT, BrokenLogError], None]) -> None:
        """`give_up` is called with a copy that cannot be followed, and why."""
        self._log = log
        self._give_up = give_up
        self._behind: set[AggregateT] = set()
        self._catching_up: asyncio.Task[None] | None = None

    async def catch_up(self, live: AggregateT) -> bool:
        """
        Take in what was appended behind the head; whether there was anything, if only for others to take in.

        Raises:
            LogUnavailableError: The database cannot be read.
            BrokenLogError: The log does not continue what is known; the copy is given up.
        """
        reading = live.begin_reading()
        log_id = live.log_id
        found = (await self._log.read_on({log_id: live.head}))[log_id]
        await self._take_in(live, found, reading)
        return bool(found)

    def follow_up(self, live: AggregateT) -> None:
        """
        Catch up in the background, whether or not anybody looks, until there is nothing more to take in.

        A call that has to read what others did would tell by the time it takes that they have done something.
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
                behind = [self._behind.pop() for _ in range(min(len(self._behind), _CAUGHT_UP_AT_ONCE))]
                try:
                    await self._catch_up_with(behind)
                    pause = _RETRY_SECONDS
                    continue  # What was heard of meanwhile waits already, and is taken in at once.
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
        """Catch up by one query for many logs."""
        readings = [live.begin_reading() for live in behind]
        found = await self._log.read_on({live.log_id: live.head for live in behind})
        for live, reading in zip(behind, readings, strict=True):
            try:
                await self._take_in(live, found[live.log_id], reading)
            except BrokenLogError:
                continue  # It is given up, and its own affair.
            await asyncio.sleep(0)

    async def _take_in(self, live: AggregateT, found: Continuation, reading: tuple[int, int]) -> None:
        """
        Take in what was read, without waiting for what is being committed.

        That will find that it comes too late, or is one of the entries.
        """
        figures.catch_ups += 1
        try:
            if isinstance(found, BrokenLogError):
                raise found
            figures.caught_up += len(found)
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
