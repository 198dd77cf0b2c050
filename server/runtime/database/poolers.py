"""
Whether a pooler between a server and PostgreSQL keeps sessions (docs/deploying.md#a-pooler).

In session mode, a connection has one of PostgreSQL for itself until it ends. In transaction mode, it has one for each
transaction: what was set, prepared, locked or listened to before stays with a connection that others use by then.
"""

from __future__ import annotations

import secrets
from typing import Final

import asyncpg

from server.runtime.database.mistakes import NO_SESSION, DatabaseMistakeError, explain_errors
from server.runtime.database.postgres_hosts import connect
from server.runtime.database.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS, Closable

_TRIES: Final = 20
"""How often it is tried: others who use the pooler may hide what it does from a try."""

_OTHERS: Final = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query NOT IN ('', $2))"
"""Whether others use a process of PostgreSQL: what it was asked last is not what we asked."""


async def require_session(url: str) -> None:
    """
    Check that this server can work with what is between it and PostgreSQL.

    Raises:
        DatabaseMistakeError: It is a pooler that does not keep the sessions of connections that need it, or PostgreSQL
            cannot be used for another reason.
    """
    with explain_errors(url):
        connection = await _open(url)
        try:
            if not await keeps_session(connection, url):
                raise DatabaseMistakeError(NO_SESSION)
        finally:
            await connection.close()


async def keeps_session(connection: Closable, url: str) -> bool:
    """Return whether a connection that was opened for a session keeps it; `url`: by which address."""
    if connection.reports:
        return True
    own = await _process_of(connection)
    if own is None:
        return False
    other = await _open(url)
    asks = f"SELECT pg_backend_pid() /* {secrets.token_hex(8)} */"
    try:
        for _ in range(_TRIES):
            if await _process_of(connection, asks) != own:
                return False
            async with other.transaction():
                # A pooler lends first what was given back last, and during a transaction to nobody else.
                if await _process_of(other) in (None, own) or await other.fetchval(_OTHERS, own, asks):
                    return False
    finally:
        await other.close()
    return True


async def _open(url: str) -> Closable:
    return await connect(url, session=True, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS)


async def _process_of(
    connection: asyncpg.Connection[asyncpg.Record], asks: str = "SELECT pg_backend_pid()"
) -> int | None:
    """Return the process of PostgreSQL that answers; None if it is not the one for which the query was prepared."""
    try:
        process: int = await connection.fetchval(asks)
    except (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError):
        return None
    return process
