"""Connections to PostgreSQL, which give up on a database that is silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, ClassVar, TypeAlias, cast

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from server.log.contract import LogUnavailableError
from server.log.postgres_hosts import connect, is_read_only, is_useless

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record] | asyncpg.Connection[asyncpg.Record]"

Failed: TypeAlias = Callable[[], Awaitable[None]]
"""Is awaited after a connection has failed."""

CONNECT_SECONDS = 5

# A database that is silent for longer counts as unavailable; callers must learn this while they still wait.
COMMAND_SECONDS = 10

_GOODBYE_SECONDS = 2

SESSION = {
    # A process that stalls in a transaction must not block others for long.
    "idle_in_transaction_session_timeout": "5000",
    # Independent of the defaults of database and role: what is acknowledged is on disk, and each statement sees what
    # was committed before it.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
}


class Closable(asyncpg.Connection):
    """A connection that is given back and closed without long waits for an answer, so that a shutdown ends soon."""

    _silent_until: ClassVar[float] = 0.0

    async def execute(self, query: str, *args: Any, timeout: float | None = None) -> str:  # noqa: ANN401, ASYNC109  # asyncpg's own.
        # SQLAlchemy waits for a rollback even if it is cancelled. Of a connection that ends, the database does it.
        goodbye = _GOODBYE_SECONDS if timeout is None and query == "ROLLBACK;" else timeout
        return await super().execute(query, *args, timeout=goodbye)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncpg's own.
        time = asyncio.get_running_loop().time
        # Pools close their connections one by one: where one was not answered, the next ones do not wait.
        if time() < Closable._silent_until:
            self.terminate()
            return
        try:
            await super().close(timeout=_GOODBYE_SECONDS if timeout is None else timeout)
        except TimeoutError:  # then the connection is terminated
            Closable._silent_until = time() + COMMAND_SECONDS


class Pool:
    """A connection pool that belongs to the event loop of its first use."""

    def __init__(self, url: str, size: int, failed: Failed) -> None:
        self._url = url
        self._size = size
        self._failed = failed
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """
        Provide a connection for one use.

        Raises:
            LogUnavailableError: On any driver error.
        """
        with _translated():
            pool = await self._get()
            async with pool.acquire(timeout=COMMAND_SECONDS) as connection, _guarded(connection, self._failed):
                yield connection

    async def _get(self) -> asyncpg.Pool[asyncpg.Record]:
        if self._pool is None:
            async with self._lock:
                if self._pool is None:
                    self._pool = await asyncpg.create_pool(
                        self._url,
                        min_size=0,
                        max_size=self._size,
                        connect=cast("Any", connect),
                        reset=_keep,
                        **_settings(),
                    )
        return self._pool

    async def expire(self) -> None:
        """Replace every connection before its next use."""
        if self._pool is not None:
            await self._pool.expire_connections()

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()


class OneConnection:
    """
    One connection, for one use at a time, opened again after a failure.

    A pool would start two tasks for each use.
    """

    def __init__(self, url: str, failed: Failed) -> None:
        self._url = url
        self._failed = failed
        self._open: asyncpg.Connection[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()
        self._expired = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Provide the connection for one use, as `Pool.connection` does."""
        with _translated():
            async with self._lock:
                connection = await self._get()
                try:
                    async with _guarded(connection, self._failed):
                        yield connection
                except asyncio.CancelledError:
                    connection.terminate()  # An answer may still come.
                    raise

    async def _get(self) -> asyncpg.Connection[asyncpg.Record]:
        if self._open is not None and self._expired:
            self._open.terminate()
        if self._open is None or self._open.is_closed():
            self._expired = False
            self._open = await connect(self._url, **_settings())
        return self._open

    def expire(self) -> None:
        """Open another connection before the next use."""
        self._expired = True

    async def close(self) -> None:
        async with self._lock:
            if self._open is not None and not self._open.is_closed():
                await self._open.close()


def _settings() -> dict[str, Any]:
    return {
        "connection_class": Closable,
        "timeout": CONNECT_SECONDS,
        "command_timeout": COMMAND_SECONDS,
        "server_settings": SESSION,
    }


@asynccontextmanager
async def _guarded(connection: Connection, failed: Failed) -> AsyncIterator[None]:
    """
    Give up a connection that was interrupted, which may be in any state, or whose server is leaving or only read.

    With it go all others to this server.
    """
    try:
        yield
    except (
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        asyncpg.InternalClientError,
        OSError,
        TimeoutError,
    ) as error:
        if is_useless(error) or not isinstance(error, asyncpg.PostgresError):
            connection.terminate()
            await failed()
        raise
    if is_read_only(connection):
        connection.terminate()
        await failed()


@contextmanager
def _translated() -> Iterator[None]:
    """Turn the errors of the driver into ours."""
    try:
        yield
    except (
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        asyncpg.InternalClientError,
        OSError,
        TimeoutError,
    ) as error:
        raise _unavailable(error) from error


async def _keep(_: object) -> None:
    """Replaces the reset after each use, which costs a round trip; we change no session state."""


def _unavailable(error: Exception) -> LogUnavailableError:
    # Only the type of the error: a driver's message may quote the row, and so a move.
    return LogUnavailableError(f"PostgreSQL: {type(error).__name__}")
