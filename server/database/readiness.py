"""Whether this process can serve what comes next (`/readyz`)."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.connection import database_errors
from server.errors import UnavailableError
from server.log.contract import Store

_PATIENCE_SECONDS: Final = 1
_HOLDS_SECONDS: Final = 1
"""How long an answer of the database is given to all who ask; however many they are, it is asked once."""

_LOOK: Final = text("SELECT version_num, (SELECT match_id FROM matches LIMIT 1) FROM alembic_version")
"""Of tables, for SQLite answers what needs none without its file."""


class Readiness:
    """What a process needs in order to serve: its database as it knows it, and the word of the others over it."""

    def __init__(self, database: AsyncEngine, store: Store, revision: str) -> None:
        """`revision`: the shape of the database that this process works on."""
        self._database = database
        self._revision = revision
        self._store = store
        self._stopping = False
        self._look: asyncio.Task[None] | None = None
        self._looked_at = 0.0

    def stop(self) -> None:
        """Be ready no more."""
        self._stopping = True

    async def require(self) -> None:
        """
        Make sure that the process can serve; of the database, that it could within the last second.

        Raises:
            UnavailableError: It stops, does not hear of what others append, its database does not answer in time, or
                was brought to another shape.
        """
        if self._stopping:
            raise UnavailableError("stopping", "This process is stopping. Use another.")
        if not self._store.hears:
            raise UnavailableError(
                "unheard", "This process does not receive notices from other processes. Use another."
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
                "database_unavailable", f"The database did not respond within {_PATIENCE_SECONDS} s."
            ) from error

    async def _ask(self) -> None:
        with database_errors():
            async with self._database.connect() as connection:
                found = (await connection.execute(_LOOK)).scalars().all()
        if found != [self._revision]:
            raise UnavailableError(
                "outdated", "The database has the schema of another version. Use a server of that version."
            )
