"""Whether this process can serve requests (`/readyz`)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.codes import ServerCode
from server.access.errors import UnavailableError
from server.logs.archive.archive import Archive
from server.logs.store.contract import LogUnavailableError, Store
from server.logs.store.replica import Replica
from server.logs.store.writer import GroupCommit
from server.runtime.database.queries import connect
from server.runtime.database.schema import OLDEST_TABLE, REVISION_TABLE, Versions, is_usable
from server.runtime.database.times import MOST_SECONDS, Time, describe_difference, seconds_ahead

_PATIENCE_SECONDS: Final = 1
_HOLDS_SECONDS: Final = 1
"""How long an answer of the database is reused, so that any number of requests causes one query."""

REASONS: Final = (
    codes.STOPPING,
    codes.UNHEARD,
    codes.OUTDATED,
    codes.CLOCK_DIFFERS,
    codes.DATABASE_UNAVAILABLE,
)
"""Why a process may not be able to serve."""

_LOOK: Final = text(
    f"SELECT (SELECT version_num FROM {REVISION_TABLE}) AS revision, version_num AS oldest,"
    f" (SELECT match_id FROM matches LIMIT 1) FROM {OLDEST_TABLE}"
)
"""Queries tables, because SQLite answers other queries even if its file is gone."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database as this process uses it: for plain queries, and for its log."""

    engine: AsyncEngine
    store: Store
    log: GroupCommit
    archive: Archive
    """Logs that are not in the database any more."""
    replica: Replica


class Readiness:
    """The conditions for serving: databases with a schema for this server, and notices from other processes."""

    def __init__(self, databases: Sequence[Database], time: Time) -> None:
        """`time`: the clock of the machine, which is to be that of the databases."""
        self._databases = databases
        self._time = time
        self._stopping = False
        self._look: asyncio.Task[None] | None = None
        self._looked_at = 0.0

    def stop(self) -> None:
        """Report not ready from now on."""
        self._stopping = True

    async def reason(self) -> ServerCode | None:
        """Return why the process cannot serve, one of `REASONS`; None if it can."""
        try:
            await self.require()
        except UnavailableError as error:
            return error.code
        return None

    async def require(self) -> None:
        """
        Check that the process can serve; the state of the database may be up to one second old.

        Raises:
            UnavailableError: The process stops, receives no notices, its database does not respond in time, takes no
                writes, has another schema, or another time.
        """
        if self._stopping:
            raise UnavailableError(codes.STOPPING, "This process is stopping. Use another.")
        if not all(database.store.hears for database in self._databases):
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
        for database in self._databases:
            async with connect(database.engine) as connection:
                found = (await connection.execute(_LOOK)).first()
                ahead = await seconds_ahead(connection, self._time)
            if found is None or not is_usable(Versions(found.revision, found.oldest)):
                raise UnavailableError(
                    codes.OUTDATED, "The database has a schema for servers of other versions. Use one of these."
                )
            try:
                await database.store.try_writing()
            except LogUnavailableError as error:
                raise UnavailableError(
                    codes.DATABASE_UNAVAILABLE,
                    "The database takes no writes: its disk is full, or it can only be read.",
                ) from error
            if abs(ahead) > MOST_SECONDS:
                difference = describe_difference(ahead)
                raise UnavailableError(codes.CLOCK_DIFFERS, f"{difference} Use another process.")
