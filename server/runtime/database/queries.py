"""How the database is asked: with a connection for reading, in a transaction, or by a single statement of either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, CursorResult, Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.runtime.database.connection import database_errors, is_pooled, open_file

ResultT = TypeVar("ResultT")

Rows: TypeAlias = CursorResult[*tuple[Any, ...]]
"""What a statement returns, rows of any columns among it."""


@asynccontextmanager
async def connect(database: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """
    Connect to read, or for one statement that is a transaction of its own.

    Raises:
        UnavailableError: The database does not respond. The others here raise it, too.
    """
    with database_errors():
        # A pooler in transaction mode is told with each transaction what others are told once.
        by_pooler = is_pooled(database)
        async with database.begin() if by_pooler else database.connect() as connection:
            # In PostgreSQL, the beginning and the end of a transaction are two more statements.
            if _is_postgres(database) and not by_pooler:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection


@asynccontextmanager
async def begin(database: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Begin a transaction, which is committed at the end, or rolled back after an error."""
    with database_errors():
        async with database.begin() as connection:
            yield connection


@asynccontextmanager
async def overwriting(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Begin a transaction in which what is replaced or deleted is also overwritten in the file."""
    async with begin(engine) as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA secure_delete = ON")
        yield connection


async def overwrite(engine: AsyncEngine, work: Callable[[Connection], ResultT]) -> ResultT:
    """
    Do work in a transaction as in `overwriting`, in a file of SQLite in a thread of its own.

    There it keeps all other writers waiting, so it must not wait for the event loop between its statements.
    """
    if engine.dialect.name == "sqlite":
        with database_errors():
            return await asyncio.to_thread(_overwrite_in_file, str(engine.url.database), work)
    async with begin(engine) as connection:
        return await connection.run_sync(work)


def _overwrite_in_file(path: str, work: Callable[[Connection], ResultT]) -> ResultT:
    with open_file(path).begin() as connection:
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
        return work(connection)


async def fetch(database: AsyncEngine, query: Executable) -> Rows:
    """Return the rows that a query finds."""
    async with connect(database) as connection:
        return await connection.execute(query)


async def execute(database: AsyncEngine, *statements: Executable) -> Rows:
    """Execute statements in one transaction; return the result of the last one."""
    *before, last = statements
    async with begin(database) if before or not _is_postgres(database) else connect(database) as connection:
        for statement in before:
            await connection.execute(statement)
        return await connection.execute(last)


def _is_postgres(database: AsyncEngine) -> bool:
    return database.dialect.name == "postgresql"
