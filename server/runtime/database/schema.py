"""
The schema of the database: migrating to it, and refusing to use another one.

The migrations are in `alembic/` in a checkout and next to this module in an installed package.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from functools import cache
from pathlib import Path

import asyncpg
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from alembic import command
from server.runtime.database.connection import open_postgres, sqlite_path
from server.runtime.database.mistakes import explain_errors
from server.runtime.database.sole_use import sole_use
from server.runtime.database.sqlite_session import configure

_ADVISORY_LOCK = 0x6D6F6972  # "moir". Any number that nobody else locks in the same database.

_PATIENCE_SECONDS = 10


_LOCK_SECONDS = 2
"""How long a migration waits for a lock at most, because all others wait behind it."""

_LOCK_TRIES = 30
_LOCK_PAUSE_SECONDS = 1

_TABLES_OF_OURS = frozenset({"entries", "players", "matches"})


class SchemaError(Exception):
    """The database does not have the schema of this server; the text says what to do."""


def migrate(url: str) -> None:
    """
    Migrate the database to the latest schema, from nothing or from any earlier one; several processes may try at once.

    Blocks, and runs its own event loop: within another one, call it in a thread.

    Raises:
        SchemaError: The database is newer than this server, belongs to another program, or its tables stay locked.
        DatabaseMistakeError: PostgreSQL cannot be used.
        SqliteFileError: Another process uses the SQLite file, or its folder is not writable.
    """
    path = sqlite_path(url)
    if path is None:
        with explain_errors(url):
            asyncio.run(_migrate_postgres(url))
    else:
        with sole_use(path, _PATIENCE_SECONDS):
            migrate_sqlite(path)


async def check_schema(engine: AsyncEngine) -> str:
    """
    Check that the database has the schema of this server; returns its revision.

    Raises:
        SchemaError: It is older (or empty), or newer.
    """
    async with engine.connect() as connection:
        current = await connection.run_sync(_revision)
    if current is not None and current == _scripts().get_current_head():
        return current
    _refuse_newer(current)
    if current is None:
        raise SchemaError("The database has no tables yet: run `moirai migrate`.")
    raise SchemaError(f"The database is older than this server (at revision {current}): run `moirai migrate`.")


def require_known(path: Path) -> None:
    """
    Check that an SQLite file is a database of this server, or of an earlier one.

    Raises:
        SchemaError: It belongs to another program, is empty, or newer than this server.
        sqlite3.DatabaseError: It cannot be read.
    """
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= _TABLES_OF_OURS | {"alembic_version"}:
            raise SchemaError(f"{path} is not a database of Moirai.")
        revisions = [revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    _refuse_newer(next(iter(revisions), None))


@cache
def _scripts() -> ScriptDirectory:
    """Return the migrations; read once, because each reading compiles all of them."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    installed = Path(__file__).parent / "migrations"
    checkout = Path(__file__).parents[3] / "alembic"
    config = Config()
    config.set_main_option("script_location", str(installed if installed.is_dir() else checkout).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def migrate_sqlite(path: Path) -> None:
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

    with engine.begin() as connection:
        _upgrade(connection)


def _turn_on_write_ahead_log(path: Path) -> None:
    # SQLite does not wait its turn for this step, so two processes that start on a new file would collide.
    until = time.monotonic() + _PATIENCE_SECONDS
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


async def _migrate_postgres(url: str) -> None:
    # No time limit for statements: building an index may take long.
    engine = open_postgres(url, command_seconds=None)
    try:
        for tries_left in reversed(range(_LOCK_TRIES)):
            try:
                await _migrate_once(engine)
                return
            except DBAPIError as error:
                if not _is_locked(error):
                    raise
                if not tries_left:
                    raise SchemaError(
                        "Other transactions lock the tables: end them, or try again when the load is lower."
                    ) from error
            await asyncio.sleep(_LOCK_PAUSE_SECONDS)
    finally:
        await engine.dispose()


async def _migrate_once(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        # Wait for another migration without limit, but not for locks of running servers.
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
        await connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'"))
        await connection.run_sync(_upgrade)


def _is_locked(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) == asyncpg.LockNotAvailableError.sqlstate


def _upgrade(connection: Connection) -> None:
    config = _config()
    revision = _revision(connection)
    _refuse_strange(connection, revision)
    _refuse_newer(revision)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_strange(connection: Connection, revision: str | None) -> None:
    """Refuse to add our tables to those of another application."""
    tables = set(inspect(connection).get_table_names())
    if not tables or (revision is not None and tables >= _TABLES_OF_OURS):
        return
    raise SchemaError("This database contains tables of another application: use a separate database for Moirai.")


def _refuse_newer(current: str | None) -> None:
    known = {script.revision for script in _scripts().walk_revisions()}
    if current is not None and current not in known:
        raise SchemaError(f"This server is older than the database (at revision {current}): upgrade the server.")
