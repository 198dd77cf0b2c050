"""
Connections for the setting `database`: an engine for plain queries, a store for the log.

    sqlite:///moirai.db                        a file in the working directory (four slashes: an absolute path)
    postgresql://user:password@host:port/name  with the parameters of asyncpg, such as ?sslmode=require
    postgresql://…@one:5432,two:5432/name      several servers, of which the one that can be written is used
    postgresql://…@one:6432/name?sessions=one:5432  a pooler in transaction mode, and what it is before
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit
from weakref import WeakSet

import asyncpg
from sqlalchemy import URL, Engine, NullPool, create_engine, event
from sqlalchemy.engine import Dialect, ExceptionContext, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    InvalidRequestError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from server.access import codes
from server.access.errors import UnavailableError
from server.runtime.database.postgres_hosts import connect, is_retired, sessions_of, urls_of
from server.runtime.database.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS, Closable, is_useless
from server.runtime.database.sqlite_session import configure

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection


_NONE_CAN_BE_USED: Final = "This connection is closed"
"""What SQLAlchemy says if new connections cannot be used either; the class is that of other mistakes, too."""

_WRITTEN: Final = frozenset({"any", "primary", "read-write"})
"""Which servers a PostgreSQL URL may ask for; whichever it is, only one that can be written is used."""

_NO_REPLICA: Final = "The replica must be a standby of the database: MOIRAI_REPLICA=postgresql://…"

_POOLED: Final = "by_pooler"


class DatabaseUrlError(ValueError):
    """A database setting that this server cannot use."""


def sqlite_path(url: str) -> Path | None:
    """
    Return the file of an SQLite database; None for PostgreSQL.

    Raises:
        DatabaseUrlError: It is neither. The text does not repeat the URL, which may contain a password.
    """
    parsed = _parse(url, "The database must be sqlite:///FILE or postgresql://…")
    if parsed.drivername == "postgresql":
        if not _WRITTEN.issuperset(parse_qs(urlsplit(url).query).get("target_session_attrs", ())):
            raise DatabaseUrlError("The server writes: target_session_attrs can only be read-write or primary.")
        return None
    if parsed.drivername != "sqlite":
        raise DatabaseUrlError("The database must be SQLite or PostgreSQL: use sqlite:///FILE or postgresql://…")
    if not parsed.database or parsed.database == ":memory:" or parsed.database.startswith("file:") or parsed.query:
        raise DatabaseUrlError("An SQLite database must be a file: sqlite:///FILE")
    return Path(parsed.database)


def check_replica(replica: str, database: str) -> None:
    """Check the address of a replica; raises DatabaseUrlError if the server cannot use it, as `sqlite_path` does."""
    if sqlite_path(database) is not None:
        raise DatabaseUrlError("Only a PostgreSQL has a replica: unset MOIRAI_REPLICA, or use postgresql://…")
    if _parse(replica, _NO_REPLICA).drivername != "postgresql":
        raise DatabaseUrlError(_NO_REPLICA)


def _parse(url: str, complaint: str) -> URL:
    """Read an address; of several hosts, the last one is returned."""
    try:
        for each in urls_of(url):
            parsed = make_url(each)
            urlsplit(each).port  # noqa: B018  # As the driver will read it, which fails at what the line above lets pass.
    except (ArgumentError, ValueError) as error:
        raise DatabaseUrlError(complaint) from error
    return parsed


class _SqliteConnection(sqlite3.Connection):
    """
    A configured connection, which ends its statements and its transaction when it is closed.

    SQLite itself does so only when nothing refers to its cursors any more, and of a cancelled task something may for
    long: the file would stay locked for writers and checkpoints until the next full garbage collection. SQLAlchemy
    makes all its cursors with `cursor`.
    """

    def __init__(self, *settings: Any, **named: Any) -> None:  # noqa: ANN401  # as the driver has them
        super().__init__(*settings, **named)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()
        configure(self.execute)

    def cursor(self, factory: type[sqlite3.Cursor] = sqlite3.Cursor) -> sqlite3.Cursor:  # type: ignore[override]
        cursor = super().cursor(factory)
        self._cursors.add(cursor)
        return cursor

    def close(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it was closed before
            for cursor in list(self._cursors):
                cursor.close()
            self.rollback()
        super().close()


def open_engine(url: str) -> AsyncEngine:
    """Create the engine for everything but the log, without connecting."""
    path = sqlite_path(url)
    if path is None:
        return open_postgres(url, COMMAND_SECONDS)
    return create_async_engine(
        f"sqlite+aiosqlite:///{path}", connect_args={"factory": _SqliteConnection}, hide_parameters=True
    )


@cache
def open_file(path: str) -> Engine:
    """Return the engine for work in a thread on a file of SQLite; each connection is closed after its work."""
    return create_engine(
        f"sqlite:///{path}", poolclass=NullPool, connect_args={"factory": _SqliteConnection}, hide_parameters=True
    )


def open_postgres(
    url: str, command_seconds: float | None, connect_seconds: float = CONNECT_SECONDS, *, session: bool = False
) -> AsyncEngine:
    """
    Create an engine for PostgreSQL.

    `command_seconds` is the time limit of a statement, or None without a limit, `connect_seconds` that of a connection,
    `session` whether connections are to keep what is said to them from one transaction to the next.
    """
    engine = _open_postgres(url, command_seconds, connect_seconds, session=session)
    event.listen(engine.sync_engine, "checkout", partial(_try_out, engine.dialect))
    return engine


def open_standby(url: str) -> AsyncEngine:
    """Create an engine for standbys of a PostgreSQL; what fails on a connection is not tried again on another one."""
    return _open_postgres(url, COMMAND_SECONDS, CONNECT_SECONDS, standby=True)


def _open_postgres(
    url: str,
    command_seconds: float | None,
    connect_seconds: float,
    *,
    standby: bool = False,
    session: bool = False,
) -> AsyncEngine:
    def open_one(*_: object, **__: object) -> Awaitable[Closable]:
        limits = {"timeout": connect_seconds, "command_timeout": command_seconds}
        return connect(url, standby=standby, session=session, **limits)

    # Calls the driver directly, so that a URL means the same here as for the log.
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=open_one,
        execution_options={_POOLED: not session and sessions_of(url)[1] is not None},
        hide_parameters=True,
        pool_timeout=COMMAND_SECONDS,
    )
    event.listen(engine.sync_engine, "handle_error", _give_up_useless)
    return engine


def is_pooled(engine: AsyncEngine) -> bool:
    """Return whether connections of an engine are those of a pooler in transaction mode."""
    return bool(engine.sync_engine.get_execution_options().get(_POOLED))


@contextmanager
def database_errors() -> Iterator[None]:
    """
    Convert driver errors of a database that does not respond.

    Other errors, such as a violated constraint, are not converted: they are bugs of ours, and a retry would not help.

    Raises:
        UnavailableError: The database does not respond.
    """
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except InvalidRequestError as error:
        if _NONE_CAN_BE_USED not in str(error):
            raise
        raise _unavailable() from error
    except (
        DBAPIError,
        PoolTimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.InternalClientError,
        asyncpg.InterfaceError,  # of a connection that breaks off while it is opened
        OSError,
    ) as error:
        raise _unavailable() from error


def _unavailable() -> UnavailableError:
    return UnavailableError(codes.DATABASE_UNAVAILABLE, "The database does not respond. Try again in a moment.")


def _give_up_useless(failed: ExceptionContext) -> None:
    """Do not reuse a connection after a timeout, nor to a server that is leaving, or that can only be read."""
    if isinstance(failed.original_exception, TimeoutError) or is_useless(failed.original_exception):
        failed.is_disconnect = True


def _try_out(dialect: Dialect, connection: DBAPIConnection, *_: object) -> None:
    """
    Check a connection before use, so that a PostgreSQL that was restarted, is silent or can only be read does not fail
    one query per connection.

    SQLAlchemy's `pool_pre_ping` does not treat a timeout as a disconnect, and invalidates connections one by one.
    """
    connection.autocommit = True  # Or the check would be in a transaction of its own, of two more statements.
    try:
        dialect.do_ping(connection)
    except (dialect.loaded_dbapi.Error, OSError) as error:
        raise InvalidatePoolError from error
    finally:
        connection.autocommit = False
    if is_retired(connection.driver_connection):
        raise InvalidatePoolError
