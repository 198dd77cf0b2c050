"""Whether this process can serve what comes next (`/readyz`)."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.connection import database_errors
from server.database.tables import MatchRow
from server.errors import UnavailableError
from server.log.contract import Store

_PATIENCE_SECONDS: Final = 1

_LOOK: Final = select(MatchRow.__table__.c.match_id).limit(1)
"""Of a table, for SQLite answers what needs none without its file."""


class Readiness:
    """What a process needs in order to serve: its database, and the word of the others over the same one."""

    def __init__(self, database: AsyncEngine, store: Store) -> None:
        self._database = database
        self._store = store
        self._stopping = False

    def stop(self) -> None:
        """Be ready no more."""
        self._stopping = True

    async def require(self) -> None:
        """
        Make sure that the process can serve.

        Raises:
            UnavailableError: It stops, does not hear of what others append, or its database does not answer in time.
        """
        if self._stopping:
            raise UnavailableError("stopping", "This process is stopping. Use another.")
        if not self._store.hears:
            raise UnavailableError("unheard", "This process does not hear of what others append. Use another.")
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._ask()
        except TimeoutError as error:
            raise UnavailableError(
                "database_unavailable", f"The database did not answer within {_PATIENCE_SECONDS} s."
            ) from error

    async def _ask(self) -> None:
        with database_errors():
            async with self._database.connect() as connection:
                await connection.execute(_LOOK)
