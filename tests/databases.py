"""What others may read in a database, and do to it, while servers use it."""

from __future__ import annotations

import asyncio

import asyncpg
from sqlalchemy import text

from server.runtime.database.connection import open_engine
from tests.waiting import patience

LISTENERS = "^LISTEN|^SELECT 1"
"""Which connections to cut, by their last query: those that receive notices."""


async def execute(database: str, statement: str, **values: str) -> None:
    """Run a statement on a database of either kind."""
    engine = open_engine(database)
    try:
        async with engine.begin() as connection:
            await connection.execute(text(statement), values)
    finally:
        await engine.dispose()


async def rows(database: str, query: str) -> list[tuple[object, ...]]:
    """Return what a query finds in a database of either kind."""
    engine = open_engine(database)
    try:
        async with engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(text(query))]
    finally:
        await engine.dispose()


async def cut_connections(url: str, which: str = "") -> int:
    """End connections of servers to a PostgreSQL, all or those with this last query; return how many there were."""
    connection = await asyncpg.connect(url)
    cut = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ $1",
        which,
    )
    await connection.close()
    return len(cut)


async def until_somebody_waits(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Wait until somebody waits for a lock in this database of PostgreSQL."""
    # Whoever waits has a lock on one of its tables, or waits for that. What `pg_stat_activity` says stands still during
    # a transaction.
    waiting = """
        SELECT EXISTS (
          SELECT FROM pg_locks AS wanted JOIN pg_locks AS other USING (pid)
          WHERE NOT wanted.granted AND other.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        )
    """
    async with patience():
        while not await connection.fetchval(waiting):  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0.01)
