"""Whether this process can serve requests (`/readyz`)."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from server import codes
from server.database.connection import database_errors
from server.errors import UnavailableError
from server.log.contract import Store

_PATIENCE_SECONDS: Final = 1
_HOLDS_SECONDS: Final = 1
"""How long an answer of the database is reused, so that any number of requests causes one query."""

_LOOK: Final = text("SELECT version_num, (SELECT match_id FROM matches LIMIT 1) FROM alembic_version")
"""Queries tables, because SQLite answers other queries even if its file is gone."""


class Readiness:
    """The conditions for serving: a database with the expected schema, and notices from other processes."""

    def __init__(self, database: AsyncEngine, store: Store, revision: str) -> None:
        """`revision`: the schema revision with which this process works."""
        self._database = database
        self._revision = revision
        self._store = store
        self._stopping = False
        self._look: asyncio.Task[None] | None = None
        self._looked_at = 0.0

    def stop(self) -> None:
        """Report not ready from now on."""
        self._stopping = True

    async def require(self) -> None:
        """
        Check that the process can serve; the state of the database may be up to one second old.

        Raises:
            UnavailableError: The process stops, receives no notices, its database does not respond in time, or has
                another schema.
        """
        if self._stopping:
            raise UnavailableError(codes.STOPPING, "This process is stopping. Use another.")
        if not self._store.hears:
            raise UnavailableError(
                codes.UNHEARD, "This process does not receive notices from other processes. Use another."
            )
        now = asyncio.get_running_loop().time()
        if self._look is None or (self._look.done() and now - self._looked_at > _HOLDS_SECONDS):
            self._looked_at = now
            self._look = asyncio.create_task(self._ask_in_time())
        await asyncio.shield(self._look)

    async def _ask_in_time(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._ask()
        except TimeoutError as error:
            raise UnavailableError(
                codes.DATABASE_UNAVAILABLE, f"The database did not respond within {_PATIENCE_SECONDS} s."
            ) from error

    async def _ask(self) -> None:
        with database_errors():
            async with self._database.connect() as connection:
                found = (await connection.execute(_LOOK)).scalars().all()
        if found != [self._revision]:
            raise UnavailableError(
                codes.OUTDATED, "The database has the schema of another version. Use a server of that version."
            )
