"""How the database is asked: with a connection for reading, in a transaction, or by a single statement of either."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import CursorResult, Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.runtime.database.connection import database_errors

Rows: TypeAlias = CursorResult[*tuple[Any, ...]]
"""What a statement returns, rows of any columns among it."""


@asynccontextmanager
async def connect(database: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Connect in order to read; raises UnavailableError, as the others here do, if the database does not respond."""
    with database_errors():
        async with database.connect() as connection:
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


async def fetch(database: AsyncEngine, query: Executable) -> Rows:
    """Return the rows that a query finds."""
    async with connect(database) as connection:
        return await connection.execute(query)


async def execute(database: AsyncEngine, *statements: Executable) -> Rows:
    """Execute statements in one transaction; return the result of the last one."""
    async with begin(database) as connection:
        *before, last = statements
        for statement in before:
            await connection.execute(statement)
        return await connection.execute(last)
