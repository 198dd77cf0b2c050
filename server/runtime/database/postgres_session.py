"""How long connections to PostgreSQL wait, and what they ask of it."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

import asyncpg

DRIVER_ERRORS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What the driver raises: refusals of the server, and what is wrong with a connection, or lost."""

_USELESS: Final = ("08", "57P", "25006", "25P03")
"""
How the states begin with which PostgreSQL refuses what another connection could do: lost; shutting down, crashed or not
up yet; read-only; ended because it was idle in a transaction.
"""


CONNECT_SECONDS = 5

# A database that is silent for longer counts as unavailable; callers must learn this while they still wait.
COMMAND_SECONDS = 10

_GOODBYE_SECONDS = 2

# Independent of the defaults of database and role: what is acknowledged is on disk, each statement sees what was
# committed before it, and a process that stalls in a transaction does not block others for long. Said by statements,
# because poolers refuse or ignore what a client says while it connects.
SESSION: Final = """
SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET idle_in_transaction_session_timeout = 5000
"""

_TRANSACTION: Final = """
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET LOCAL synchronous_commit = on;
SET LOCAL idle_in_transaction_session_timeout = 5000
"""
"""The same for one transaction."""


class Closable(asyncpg.Connection):
    """
    A connection that is given back and closed without long waits for an answer, so that a shutdown ends soon.

    `ended_epochs`: how many epochs were known to have ended when it was opened. `reports`: whether its server itself
    reports its settings, and no pooler repeats what it was once told.
    """

    ended_epochs: int
    reports: bool

    _silent_until: ClassVar[float] = 0.0

    async def execute(self, query: str, *args: Any, timeout: float | None = None) -> str:  # noqa: ANN401, ASYNC109  # asyncpg's own.
        # SQLAlchemy waits for a rollback even if it is cancelled. Of a connection that ends, the database does it.
        goodbye = _GOODBYE_SECONDS if timeout is None and query == "ROLLBACK;" else timeout
        return await super().execute(query, *args, timeout=goodbye)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncpg's own.
        time = asyncio.get_running_loop().time
        # Pools close their connections one by one: where one was not answered, the next ones do not wait.
        if time() < Closable._silent_until:
            self.terminate()
            return
        try:
            await super().close(timeout=_GOODBYE_SECONDS if timeout is None else timeout)
        except TimeoutError:  # then the connection is terminated
            Closable._silent_until = time() + COMMAND_SECONDS


class Pooled(Closable):
    """
    A connection to a pooler in transaction mode, which may use another one of PostgreSQL for each transaction.

    So each transaction says what a session would say once, and what is asked outside of one gets one of its own.
    Statements are parsed with each use, as `asyncpg` does without a cache of statements.
    """

    async def execute(self, query: str, *args: Any, timeout: float | None = None) -> str:  # noqa: ANN401, ASYNC109  # asyncpg's own.
        begins = query.startswith("BEGIN")
        return await super().execute(query + _TRANSACTION if begins else query, *args, timeout=timeout)

    async def _execute(self, *args: Any, **named: Any) -> Any:  # noqa: ANN401  # asyncpg's own, of all its queries.
        if self.is_in_transaction():
            return await super()._execute(*args, **named)  # type: ignore[misc]  # The stubs leave out what is private.
        async with self.transaction():
            return await super()._execute(*args, **named)  # type: ignore[misc]


def is_useless(error: BaseException | None) -> bool:
    """Whether the connection on which this error came must be given up, as another one may work."""
    state = getattr(error, "sqlstate", None)
    return isinstance(state, str) and state.startswith(_USELESS)
