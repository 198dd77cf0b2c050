"""
Notices between processes that share a PostgreSQL: NOTIFY with the logs that have grown, or without any if something
else was written (`Notified`).

A commit that notifies would hold a lock of the whole cluster until it is on disk, so notices are sent after it, in
transactions that wait for no disk. A notice is only a hint, because its receiver reads the log. What is late or lost
only causes delay: while anything is written, each process compares the logs that it holds with the database from time
to time, and after every interruption it reads all of them. So it also finds a commit that was given up and written
later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from server.logs.store.contract import Append, Hear, Held, LogUnavailableError
from server.logs.store.postgres_connections import OneConnection
from server.runtime.background import end
from server.runtime.database.mistakes import NO_SESSION
from server.runtime.database.notified import CHANNEL
from server.runtime.database.poolers import keeps_session
from server.runtime.database.postgres_hosts import can_be_written, connect
from server.runtime.database.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS, DRIVER_ERRORS, Closable
from server.runtime.failures import describe, summary

Look: TypeAlias = Callable[[Closable], Awaitable[object]]

_LOGS_A_NOTICE = 150  # PostgreSQL accepts 8,000 bytes; a log and its number take at most 50.
_CHECK_SECONDS = 10  # Detects a connection that was lost silently, and finds what was not told.
_RETRY_SECONDS = 1
_HELD_AT_ONCE = 500

PAUSE_SECONDS: Final = 0.005
"""Between two notices of a process: others hear so much later at most."""

_NOTIFY = (
    "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, notice) FROM unnest($2::text[]) AS notice"
)

_GROWN = """
SELECT log_id, seq FROM unnest($1::text[], $2::int[]) AS held (log_id, head),
LATERAL (SELECT max(seq) AS seq FROM entries WHERE entries.log_id = held.log_id) AS latest
WHERE seq > head
"""

if TYPE_CHECKING:
    import asyncpg

log = logging.getLogger(__name__)


class NoticeSender:
    """Sends the notices of a process, whose name they carry; what has grown meanwhile is one notice."""

    def __init__(self, connection: OneConnection, name: str) -> None:
        """`connection` is not used for anything else, and is closed by `close`."""
        self._connection = connection
        self._name = name
        self._grown: dict[str, int] = {}
        # Exists only while something is to be sent, so an idle log leaves no task behind.
        self._sending: asyncio.Task[None] | None = None

    def note(self, appended: Iterable[Append]) -> None:
        """Send soon that logs have grown by these appends, which are durable."""
        self._grown.update((append.entry.log_id, append.last.seq) for append in appended)
        if self._grown and self._sending is None:
            self._sending = asyncio.create_task(self._send_all(), context=Context())

    async def close(self) -> None:
        """Send what is left if that works at once, and close the connection."""
        if (sending := self._sending) is not None:
            await asyncio.wait([sending], timeout=_RETRY_SECONDS)
            await end([sending])
        await self._connection.close()

    async def _send_all(self) -> None:
        try:
            while self._grown:
                grown, self._grown = self._grown, {}
                pause = PAUSE_SECONDS
                try:
                    async with self._connection.connection() as connection:
                        await connection.execute(_NOTIFY, CHANNEL, _notices_of(self._name, grown))
                except LogUnavailableError as error:
                    log.warning("no notices to other processes: %s", summary(error))
                    self._grown, pause = {**grown, **self._grown}, _RETRY_SECONDS
                await asyncio.sleep(pause)
        finally:
            self._sending = None


def _notices_of(sender: str, grown: Mapping[str, int]) -> list[str]:
    """Return the notices that these logs have grown."""
    logs = [f"{log_id}:{seq}" for log_id, seq in grown.items()]
    starts = range(0, len(logs), _LOGS_A_NOTICE)
    return [" ".join((sender, *logs[start : start + _LOGS_A_NOTICE])) for start in starts]


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

    async def listen(self, hear: Hear, held: Held) -> None:
        """Receive notices until cancelled; reconnects whenever the connection is lost."""
        while True:
            try:
                await self._listen(hear, held)
            except DRIVER_ERRORS as error:
                log.warning("no notices from other processes: %s", summary(error))
            except Exception as error:  # Whatever else it is, nothing would be heard ever again.
                log.error("no notices from other processes: %s", describe(error))
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self, hear: Hear, held: Held) -> None:
        connection = await connect(self._url, session=True, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS)
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
                # Somebody may have written without a notice, or was killed before it was sent.
                before, written = written, await self._look(connection)
                if written != before:
                    hear(await _find_grown(connection, held()))
                if not await can_be_written(connection):
                    log.warning("no notices from other processes: another database serves, or none")
                    return
        finally:
            self.hears = False
            connection.terminate()


def _pass_on(notice: object, sender: str, hear: Hear) -> None:
    by, *logs = str(notice).split(" ")  # Without any logs, something else was written (`Notified`).
    positions = (log.rpartition(":") for log in logs)
    hear({log_id: int(seq) for log_id, _, seq in positions}, own=by == sender)


async def _find_grown(connection: asyncpg.Connection[asyncpg.Record], held: Mapping[str, int]) -> dict[str, int]:
    """Return which of these logs have more entries than that, and up to which."""
    grown: dict[str, int] = {}
    waiting = iter(held.items())
    while some := dict(islice(waiting, _HELD_AT_ONCE)):
        rows = await connection.fetch(_GROWN, list(some), list(some.values()))
        grown.update({row["log_id"]: row["seq"] for row in rows})
    return grown
