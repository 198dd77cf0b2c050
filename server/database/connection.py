"""
From the setting `database` to something that talks to it: an engine for plain queries, a store for the log.

    sqlite:///moirai.db                        a file beside the working directory (four slashes: an absolute path)
    postgresql://user:password@host:port/name  with the parameters asyncpg knows, such as ?sslmode=require
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import Dialect, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidatePoolError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from server.errors import UnavailableError
from server.log.contract import Store
from server.log.postgres import COMMAND_SECONDS, CONNECT_SECONDS, SESSION, Closable, PostgresStore
from server.log.sqlite import SqliteStore, configure

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection


class DatabaseUrlError(ValueError):
    """A database setting that this server cannot use."""


def sqlite_path(url: str) -> Path | None:
    """
    The file of an SQLite database; None for PostgreSQL.

    Raises:
        DatabaseUrlError: It is neither. The text does not repeat the URL, which may hold a password.
    """
    try:
        parsed = make_url(url)
        urlsplit(url).port  # noqa: B018  # As the driver will read it, which fails at what the line above lets pass.
    except (ArgumentError, ValueError) as error:
        raise DatabaseUrlError("The database must be sqlite:///FILE or postgresql://…") from error
    if parsed.drivername == "postgresql":
        return None
    if parsed.drivername != "sqlite":
        raise DatabaseUrlError("The database must be SQLite or PostgreSQL: use sqlite:///FILE or postgresql://…")
    if not parsed.database or parsed.database == ":memory:" or parsed.database.startswith("file:") or parsed.query:
        raise DatabaseUrlError("An SQLite database must be a file: sqlite:///FILE")
    return Path(parsed.database)


def open_engine(url: str) -> AsyncEngine:
    """An engine for everything but the log; nothing is connected yet."""
    path = sqlite_path(url)
    if path is None:
        return open_postgres(url, COMMAND_SECONDS)
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _configure)
    return engine


def open_postgres(url: str, command_seconds: float | None) -> AsyncEngine:
    """An engine for PostgreSQL; no statement may take longer, None: each may take as long as it takes."""
    # Through the driver itself, so that a URL means the same here as for the log.
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda *_, **__: asyncpg.connect(
            url,
            connection_class=Closable,
            timeout=CONNECT_SECONDS,
            command_timeout=command_seconds,
            server_settings=SESSION,
        ),
        hide_parameters=True,
        pool_timeout=COMMAND_SECONDS,
    )
    event.listen(engine.sync_engine, "handle_error", _give_up_silent)
    event.listen(engine.sync_engine, "checkout", partial(_try_out, engine.dialect))
    return engine


def open_store(url: str) -> Store:
    """The log's store; nothing is connected yet."""
    path = sqlite_path(url)
    return PostgresStore(url) if path is None else SqliteStore(path)


@contextmanager
def database_errors() -> Iterator[None]:
    """
    Turn what a driver raises when its database does not answer into our own error.

    A broken constraint or statement stays what it is: a bug of ours, which trying again would not mend.

    Raises:
        UnavailableError: The database does not answer.
    """
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except (
        DBAPIError,
        PoolTimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.InternalClientError,
        OSError,
    ) as error:
        raise UnavailableError(
            "database_unavailable", "The database does not respond. Try again in a moment."
        ) from error


def _give_up_silent(failed: ExceptionContext) -> None:
    """Nobody shall be given a connection again on which an answer did not come."""
    if isinstance(failed.original_exception, TimeoutError):
        failed.is_disconnect = True


def _try_out(dialect: Dialect, connection: DBAPIConnection, *_: object) -> None:
    """
    A PostgreSQL that was restarted or fell silent must not cost each pooled connection a failed query.

    SQLAlchemy's own `pool_pre_ping` does not take silence for an end, and gives up one connection after the other.
    """
    try:
        dialect.do_ping(connection)
    except (dialect.loaded_dbapi.Error, OSError) as error:
        raise InvalidatePoolError from error


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    configure(cursor.execute)
    cursor.close()
