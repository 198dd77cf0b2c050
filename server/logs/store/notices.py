"""
Notices between processes that share a PostgreSQL: one NOTIFY per commit, with the logs that have grown, or without any
if something else was written (`Notified`).

A notice is only a hint, because its receiver reads the log. So a lost notice only causes delay, and after every
interruption all logs in question are read. A process receives its own notices too: a commit that was given up may still
have been written later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from server.logs.store.contract import Append, Hear
from server.runtime.database.mistakes import NO_SESSION
from server.runtime.database.notified import CHANNEL
from server.runtime.database.poolers import keeps_session
from server.runtime.database.postgres_hosts import connect, is_retired
from server.runtime.database.postgres_session import DRIVER_ERRORS
from server.runtime.failures import describe, summary

Look: TypeAlias = Callable[["asyncpg.Connection[asyncpg.Record]"], Awaitable[object]]

_LOGS_A_NOTICE = 150  # PostgreSQL accepts 8,000 bytes; a log and its number take at most 50.
_CHECK_SECONDS = 10  # Detects a connection that was lost silently.
_RETRY_SECONDS = 1

if TYPE_CHECKING:
    import asyncpg

log = logging.getLogger(__name__)


def notices_of(sender: str, batch: Iterable[Append]) -> list[str]:
    """Return the notices for a batch; `sender` is the process."""
    grown = [f"{append.entry.log_id}:{append.last.seq}" for append in batch]
    starts = range(0, len(grown), _LOGS_A_NOTICE)
    return [" ".join((sender, *grown[start : start + _LOGS_A_NOTICE])) for start in starts]


class NoticeListener:
    """Receives the notices of all processes; own notices carry `name`. `hears`: whether it is connected now."""

    def __init__(self, url: str, name: str, look: Look) -> None:
        """
        `look` is awaited with each new connection, and again and again; when it returns something else than before,
        something was written.
        """
        self.name = name
        self.hears = False
        self._url = url
        self._look = look

    async def listen(self, hear: Hear) -> None:
        """Receive notices until cancelled; reconnects whenever the connection is lost."""
        while True:
            try:
                await self._listen(hear)
            except DRIVER_ERRORS as error:
                log.warning("no notices from other processes: %s", summary(error))
            except Exception as error:  # Whatever else it is, nothing would be heard ever again.
                log.error("no notices from other processes: %s", describe(error))
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self, hear: Hear) -> None:
        connection = await connect(self._url, session=True, timeout=_CHECK_SECONDS, command_timeout=_CHECK_SECONDS)
        try:
            if not await keeps_session(connection, self._url):
                log.error("no notices from other processes: %s", NO_SESSION)
                return
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            written = await self._look(connection)
            await connection.add_listener(CHANNEL, lambda *notice: _pass_on(notice[-1], self.name, hear))
            self.hears = True
            hear(None)
            while not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _CHECK_SECONDS)
                # What an earlier version, or somebody by hand, has written comes without a notice.
                before, written = written, await self._look(connection)
                if written != before:
                    hear({})
                if is_retired(connection):
                    log.warning("no notices from other processes: another database serves, or none")
                    return
        finally:
            self.hears = False
            connection.terminate()


def _pass_on(notice: object, sender: str, hear: Hear) -> None:
    by, *logs = str(notice).split(" ")  # Without any logs, something else was written (`Notified`).
    positions = (log.rpartition(":") for log in logs)
    hear({log_id: int(seq) for log_id, _, seq in positions}, own=by == sender)
