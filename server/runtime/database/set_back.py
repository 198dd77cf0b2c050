"""Another epoch for a database that was set back in a way that nothing would notice."""

from __future__ import annotations

import asyncio

from server.runtime.database.connection import sqlite_path
from server.runtime.database.epochs import Epoch, begin_postgres_epoch, begin_sqlite_epoch
from server.runtime.database.mistakes import explain_errors
from server.runtime.database.postgres_hosts import connect
from server.runtime.database.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS
from server.runtime.database.sole_use import sole_use


def begin_epoch(url: str) -> Epoch:
    """
    Begin another epoch of a migrated database, after it was restored in a way that nothing would notice.

    Blocks, and runs its own event loop, as `migrate` does.

    Raises:
        DatabaseMistakeError: PostgreSQL cannot be used.
        SqliteFileError: Another process uses the SQLite file, or its folder is not writable.
    """
    path = sqlite_path(url)
    if path is not None:
        with sole_use(path):
            return begin_sqlite_epoch(path)
    with explain_errors(url):
        return asyncio.run(_begin_postgres(url))


async def _begin_postgres(url: str) -> Epoch:
    connection = await connect(url, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS)
    try:
        return await begin_postgres_epoch(connection)
    finally:
        await connection.close()
