"""
Migrate a database: each migration in a transaction of its own, and what touches every row in portions.

It may be killed at any point, and continues there when it is started again. On PostgreSQL, servers serve meanwhile,
where the versions allow it (docs/upgrading.md): no transaction waits for a lock for more than two seconds.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from server.runtime.database.connection import open_postgres, sqlite_path
from server.runtime.database.mistakes import causes_of, explain_errors
from server.runtime.database.poolers import require_session
from server.runtime.database.portions import Portion, Portions
from server.runtime.database.schema import (
    SchemaError,
    Versions,
    config,
    later_of,
    oldest_beside,
    pending,
    record,
    scripts,
    usable_revision,
    versions_of,
)
from server.runtime.database.sole_use import sole_use
from server.runtime.database.sqlite_session import configure

if TYPE_CHECKING:
    from alembic.script import Script

Tell: TypeAlias = Callable[[str], None]
"""Receives lines for people about what is being done."""

_ADVISORY_LOCK: Final = 0x6D6F6972  # "moir". Any number that nobody else locks in the same database.

_SOLE_USE_SECONDS = 10

ANSWER_SECONDS = 60
"""How long a PostgreSQL may take to accept a connection and to answer first: it may be starting, or very busy."""

_STARTING_PAUSE_SECONDS: Final = 1

_LOCK_SECONDS = 2
"""How long a migration waits for a lock at most, because all others wait behind it."""

_LOCK_TRIES: Final = 30
_LOCK_PAUSE_SECONDS = 1

_PARTS: Final = 10
"""How often a long migration says how far it is."""


def migrate(url: str, tell: Tell = lambda _: None) -> None:
    """
    Migrate the database to the latest schema, from nothing or from any earlier one; several processes may try at once.

    Blocks, and runs its own event loop: within another one, call it in a thread.

    Raises:
        SchemaError: The database is too new for this server, belongs to another program, or its tables stay locked.
        DatabaseMistakeError: PostgreSQL cannot be used.
        SqliteFileError: Another process uses the SQLite file, or its folder is not writable.
    """
    path = sqlite_path(url)
    if path is None:
        with explain_errors(url):
            asyncio.run(_migrate_postgres(url, tell))
    else:
        with sole_use(path, _SOLE_USE_SECONDS):
            migrate_sqlite(path, tell)


def migrate_sqlite(path: Path, tell: Tell = lambda _: None) -> None:
    """Like `migrate`, for callers that have sole use of the file."""
    _turn_on_write_ahead_log(path)
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, hide_parameters=True)

    # By default the driver commits before each DDL statement; a migration must be atomic.
    @event.listens_for(engine, "connect")
    def take_over_transactions(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        configure(cursor.execute)
        cursor.close()

    @event.listens_for(engine, "begin")
    def keep_other_migrations_out(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.connect() as connection:
        _migrate(connection, tell)


def _turn_on_write_ahead_log(path: Path) -> None:
    # SQLite does not wait its turn for this step, so two processes that start on a new file would collide.
    until = time.monotonic() + _SOLE_USE_SECONDS
    while True:
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                configure(connection.execute)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


async def _migrate_postgres(url: str, tell: Tell) -> None:
    # No time limit for statements: building an index may take long.
    engine = open_postgres(url, command_seconds=None, connect_seconds=ANSWER_SECONDS, session=True)
    try:
        connection = await first_answer(engine)
        try:
            await require_session(url)
            # Wait for another migration without limit, but not for locks of running servers.
            await connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _ADVISORY_LOCK})
            await connection.execute(text(f"SET lock_timeout = '{_LOCK_SECONDS}s'"))
            await connection.commit()
            await connection.run_sync(_migrate, tell)
        finally:
            await connection.close()
    finally:
        await engine.dispose()


async def first_answer(engine: AsyncEngine) -> AsyncConnection:
    """
    Connect to a PostgreSQL that may be starting, or slow.

    Raises:
        TimeoutError: It has not answered for a minute.
    """
    async with asyncio.timeout(ANSWER_SECONDS):
        while True:
            try:
                return await engine.connect()
            except DBAPIError as error:
                if not any(isinstance(each, asyncpg.CannotConnectNowError) for each in causes_of(error)):
                    raise
            await asyncio.sleep(_STARTING_PAUSE_SECONDS)


def _migrate(connection: Connection, tell: Tell) -> None:
    """Apply what is missing; on a new database all at once, as there are no rows and no servers."""
    with connection.begin():
        revision = usable_revision(connection)
        if revision is None:
            apply(connection, "head")
            return
    for script in pending(revision):
        tell(f"{script.revision}: {script.doc}")
        _fill(connection, script, tell)
        _with_locks(connection, lambda script=script: apply(connection, script.revision))  # type: ignore[misc]


def _fill(connection: Connection, script: Script, tell: Tell) -> None:
    """Let a migration work on every row in portions; after waiting too long for a lock, it looks for what is left."""
    portions: Portions | None = getattr(script.module, "portions", None)
    if portions is None:
        return
    work: Iterator[Portion] = iter(())
    told = -1

    def one() -> Portion | None:
        return next(work, None)

    def begin() -> None:
        nonlocal work
        work = portions(connection)

    begin()
    while portion := _with_locks(connection, one, begin):
        part = _PARTS * portion.done // max(portion.of, portion.done)
        if part != told:
            tell(f"{script.revision}: {100 * part // _PARTS} % of {portion.of:,} rows of {portion.table}")
            told = part


def _with_locks(
    connection: Connection, work: Callable[[], Portion | None], again: Callable[[], None] = lambda: None
) -> Portion | None:
    """
    Do something in a transaction of its own, which waits for locks only briefly; `again` is called before a retry.

    Raises:
        SchemaError: The tables stay locked.
    """
    for tries_left in reversed(range(_LOCK_TRIES)):
        try:
            with connection.begin():
                return work()
        except DBAPIError as error:
            if not _is_locked(error):
                raise
            if not tries_left:
                raise SchemaError(
                    "Other transactions lock the tables: end them, or try again when the load is lower."
                ) from error
        time.sleep(_LOCK_PAUSE_SECONDS)
        again()
    raise AssertionError("the last try returns or raises")


def _is_locked(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) == asyncpg.LockNotAvailableError.sqlstate


def apply(connection: Connection, revision: str) -> None:
    """Apply the migrations up to this one, in the transaction of the connection."""
    from alembic.runtime.environment import EnvironmentContext

    record(connection, versions_of(connection))
    settings = config()
    settings.attributes["connection"] = connection
    known = scripts()
    with EnvironmentContext(settings, known, fn=lambda current, _: known._upgrade_revs(revision, current)):
        known.run_env()
    now = versions_of(connection)
    if now.revision is not None:
        oldest = oldest_beside(now.revision)
        record(connection, Versions(now.revision, later_of(oldest, now.oldest or oldest)))
