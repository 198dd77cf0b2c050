"""
A replica: a standby of the primary that is asked about what is over, so that the primary has less to do.

Nobody can tell which of the two has answered. The primary says of which epoch it is and how far its write-ahead log
goes, and a replica that has reached this in the same epoch has all that anybody was told by then. It is not waited for
long: if it is behind, gone or of another branch, the primary answers, as it does without a replica.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeAlias

import asyncpg
from sqlalchemy import Executable, Row, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import UnavailableError
from server.logs.store.contract import LogUnavailableError
from server.logs.store.postgres_connections import OneConnection
from server.runtime.back_off import BackOff
from server.runtime.background import end
from server.runtime.database.connection import open_standby
from server.runtime.database.postgres_session import DRIVER_ERRORS
from server.runtime.database.queries import fetch
from server.runtime.failures import summary
from server.runtime.metrics import metrics

_PATIENCE_SECONDS: Final = 1.0
"""For how long a replica is waited for, with connecting and all: so much later a caller has the answer at most."""

_POLL_SECONDS: Final = 0.005
"""Time between two looks whether it has reached the primary; on the same network it is behind by less."""

_FAILURES: Final = (LogUnavailableError, UnavailableError, SQLAlchemyError, *DRIVER_ERRORS)
"""Whatever is wrong with a replica must not matter to who asks."""

_IT: Final = "replica"

NOW: Final = """
SELECT (SELECT epoch FROM epochs ORDER BY number DESC LIMIT 1) AS epoch, pg_current_wal_lsn()::text AS written
"""
"""
What the primary is asked. All that a statement sees was written before the statement asks how far the log goes.

More columns can follow: a second statement would cost the primary as much again as reading a short log.
"""

_HAS_ALL: Final = text("""
SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(CAST(:written AS text) AS pg_lsn)
    AND CAST(:epoch AS text) = (SELECT epoch FROM epochs ORDER BY number DESC LIMIT 1)
""")

Found: TypeAlias = Sequence[Row[*tuple[Any, ...]]]

log = logging.getLogger(__name__)


class Replica:
    """The replica of a primary, or none: then the primary answers everything."""

    def __init__(self, url: str, primary: AsyncEngine, standby: AsyncEngine | None) -> None:
        """`url` leads to the primary."""
        self._primary = primary
        self._standby = standby
        # What a pool does to lend a connection costs the primary twice as much as the answer.
        self._asked = OneConnection(url, _ignore, failed=_ignore)
        self._failed = BackOff()
        self._asking: set[asyncio.Task[Found]] = set()

    @property
    def exists(self) -> bool:
        """Whether there is one, which may be gone for now."""
        return self._standby is not None

    async def fetch(self, query: Executable) -> Found:
        """
        Return the rows that a query about what is over finds, from whichever of the two.

        Raises:
            UnavailableError: The primary has to answer, and does not respond.
        """
        found = await self.ask(lambda _: query)
        return (await fetch(self._primary, query)).all() if found is None else found

    async def ask(
        self, query_of: Callable[[asyncpg.Record], Executable | None], now: str = NOW, *values: str
    ) -> Found | None:
        """
        Return the rows that the replica finds; None if the primary has to be asked.

        `query_of` makes the query of what the primary says, which is asked `now`, a statement that begins like `NOW`,
        with these values; None if what it is about is not over.
        """
        if self._standby is None or self._failed.rests(_IT):
            return None
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._asked.connection() as connection:
                known = await connection.fetchrow(now, *values)
            query = None if known is None else query_of(known)
            if known is None or query is None:
                return None
            found = await self._in_time(_ask(self._standby, known, query))
        except _FAILURES as error:
            self._leave_alone(summary(error))
            return None
        if found is not None:
            metrics.replica_reads += 1
            self._failed.record_success(_IT)
        return found

    async def close(self) -> None:
        """Give up what is still asked, and all connections."""
        await end(self._asking)
        await self._asked.close()
        if self._standby is not None:
            await self._standby.dispose()

    async def _in_time(self, answer: Coroutine[Any, Any, Found]) -> Found | None:
        # A task of its own, because a connection that is not answered may take longer to be given up.
        asking = asyncio.create_task(answer)
        self._asking.add(asking)
        asking.add_done_callback(self._forget)
        try:
            await asyncio.wait((asking,), timeout=_PATIENCE_SECONDS)
        finally:
            in_time = asking.done()
            asking.cancel()
        if in_time:
            return await asking
        self._leave_alone("it is behind, of another branch, or does not respond")
        return None

    def _forget(self, asking: asyncio.Task[Found]) -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # Somebody has waited for it, or nobody does any more.

    def _leave_alone(self, why: str) -> None:
        """Ask it nothing for a while; of many who wait for it at once, the first one decides."""
        metrics.replica_failures += 1
        if not self._failed.rests(_IT):
            self._failed.record_failure(_IT)
            log.warning("the replica was not used: %s", why)


def open_replica(url: str, primary: AsyncEngine, standby: str | None) -> Replica:
    """Return the replica of the primary at `url` with this address, or none, without connecting."""
    return Replica(url, primary, None if standby is None else open_standby(standby))


async def _ignore(*_: object) -> None:
    """Nothing depends on this connection."""


async def _ask(standby: AsyncEngine, known: asyncpg.Record, query: Executable) -> Found:
    # In one transaction, so that nothing between here and there can lead the two statements to two servers.
    async with standby.connect() as connection:
        far_enough = _HAS_ALL.bindparams(written=known["written"], epoch=known["epoch"])
        while not (await connection.execute(far_enough)).scalar():  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(_POLL_SECONDS)
        return (await connection.execute(query)).all()
