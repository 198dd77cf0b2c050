"""Migrated PostgreSQL databases without rows: to empty one takes a hundredth of the time that it takes to copy one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import asyncpg

from server.runtime.database.migrating import migrate
from tests.postgres import PostgresServer

T = TypeVar("T")

_MOST_TESTS: Final = 50
"""After so many tests, what they have deleted would make later ones slow."""

_SCHEMA: Final = """
SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
  SELECT 'class ' || oid || ' ' || xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'column ' || attrelid || ' ' || attnum || ' ' || a.xmin
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'function ' || oid || ' ' || xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT 'trigger ' || oid || ' ' || xmin FROM pg_event_trigger
  UNION ALL SELECT 'setting ' || setdatabase || ' ' || xmin FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS parts (part)
"""
"""A hash of all that defines a database, besides its rows: it changes with whatever a test does to the schema."""

_VERSIONS: Final = "SELECT concat(schema_revision, alembic_version) FROM schema_revision, alembic_version"

_TABLES: Final = """
SELECT quote_ident(tablename) FROM pg_tables
WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'schema_revision')
"""

_OTHERS: Final = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def migrated(server: PostgresServer) -> str:
    """Create a template, and return its name."""
    template = server.create_database()
    migrate(server.url(template))
    return template


class EmptyDatabases:
    """Copies of a template: each is lent to one test at a time, and comes back empty."""

    def __init__(self, server: PostgresServer, template: str) -> None:
        self._server = server
        self._template = template
        self._schemas: dict[str, str] = {}
        self._lent: dict[str, int] = {}
        self._free: list[str] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """Lend a database, by its address."""
        name = self._free.pop() if self._free else self._created()
        url = self._server.url(name)
        yield url
        self._lent[name] = self._lent.get(name, 0) + 1
        if self._lent[name] < _MOST_TESTS and _run(_emptied(url, self._schemas[name])):
            self._free.append(name)
        else:
            self._server.drop_database(name)

    def _created(self) -> str:
        name = self._server.create_database(self._template)
        self._schemas[name] = _run(_schema_of(self._server.url(name)))
        return name


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Do this in an event loop of its own, which leaves that of the tests as it is."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        return runner.run(work)


async def _schema_of(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return await _read_schema(connection)
    finally:
        await connection.close()


async def _read_schema(connection: asyncpg.Connection) -> str:
    return f"{await connection.fetchval(_SCHEMA)} {await connection.fetchval(_VERSIONS)}"


async def _emptied(url: str, schema: str) -> bool:
    """Delete all rows, and end the connections that others have; returns False if the database has another schema."""
    try:
        connection = await asyncpg.connect(url)
    except (OSError, asyncpg.PostgresError):  # A test may have made it inaccessible.
        return False
    try:
        await connection.fetch(_OTHERS)
        if await _read_schema(connection) != schema:
            return False
        tables = [row[0] for row in await connection.fetch(_TABLES)]
        await connection.execute("; ".join(f"DELETE FROM {table}" for table in tables))
    finally:
        await connection.close()
    return True
