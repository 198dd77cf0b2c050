"""Connections to PostgreSQL, which give up on a database that is silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, TypeAlias, cast

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from server.logs.store.contract import LogUnavailableError
from server.runtime.database.postgres_hosts import connect, is_retired
from server.runtime.database.postgres_session import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    DRIVER_ERRORS,
    Closable,
    is_useless,
)

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record] | asyncpg.Connection[asyncpg.Record]"

Opened: TypeAlias = Callable[[Closable], Awaitable[object]]
"""Is awaited with a new connection before its first use."""

Failed: TypeAlias = Callable[[], Awaitable[None]]
"""Is awaited after a connection has failed."""


class Pool:
    """A connection pool that belongs to the event loop of its first use."""

    def __init__(self, url: str, opened: Opened, size: int, failed: Failed) -> None:
        self._url = url
        self._opened = opened
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
        with _translate_errors():
            pool = await self._get()
            async with pool.acquire(timeout=COMMAND_SECONDS) as connection, _guard(connection, self._failed):
                yield connection

    async def _get(self) -> asyncpg.Pool[asyncpg.Record]:
        if self._pool is None:
            async with self._lock:
                if self._pool is None:
                    self._pool = await asyncpg.create_pool(
                        self._url,
                        min_size=0,
                        max_size=self._size,
                        connect=cast("Any", partial(_open, self._opened)),
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

    def __init__(self, url: str, opened: Opened, failed: Failed) -> None:
        self._url = url
        self._opened = opened
        self._failed = failed
        self._open: asyncpg.Connection[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()
        self._expired = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Provide the connection for one use, as `Pool.connection` does."""
        with _translate_errors():
            async with self._lock:
                connection = await self._get()
                try:
                    async with _guard(connection, self._failed):
                        yield connection
                except asyncio.CancelledError:
                    connection.terminate()  # An answer may still come.
                    raise

    async def _get(self) -> asyncpg.Connection[asyncpg.Record]:
        if self._open is not None and (self._expired or is_retired(self._open)):
            self._open.terminate()
        if self._open is None or self._open.is_closed():
            self._expired = False
            self._open = await _open(self._opened, self._url, **_settings())
        return self._open

    def expire(self) -> None:
        """Open another connection before the next use."""
        self._expired = True

    async def close(self) -> None:
        async with self._lock:
            if self._open is not None and not self._open.is_closed():
                await self._open.close()


async def _open(opened: Opened, url: str, **settings: Any) -> asyncpg.Connection[asyncpg.Record]:  # noqa: ANN401  # asyncpg's own.
    connection = await connect(url, **settings)
    try:
        await opened(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


def _settings() -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": COMMAND_SECONDS,
    }


@asynccontextmanager
async def _guard(connection: Connection, failed: Failed) -> AsyncIterator[None]:
    """
    Give up a connection that was interrupted, which may be in any state, or whose server is leaving or only read.

    With it go all others to this server.
    """
    try:
        yield
    except DRIVER_ERRORS as error:
        if is_useless(error) or not isinstance(error, asyncpg.PostgresError):
            connection.terminate()
            await failed()
        raise
    if is_retired(connection):
        connection.terminate()
        await failed()


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Turn the errors of the driver into ours."""
    try:
        yield
    except DRIVER_ERRORS as error:
        raise _unavailable(error) from error


async def _keep(_: object) -> None:
    """Replaces the reset after each use, which costs a round trip; we change no session state."""


def _unavailable(error: Exception) -> LogUnavailableError:
    # Only the type of the error: a driver's message may quote the row, and so a move.
    return LogUnavailableError(f"PostgreSQL: {type(error).__name__}")
