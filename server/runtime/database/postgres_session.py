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

SESSION = {
    # A process that stalls in a transaction must not block others for long.
    "idle_in_transaction_session_timeout": "5000",
    # Independent of the defaults of database and role: what is acknowledged is on disk, and each statement sees what
    # was committed before it.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
}


class Closable(asyncpg.Connection):
    """
    A connection that is given back and closed without long waits for an answer, so that a shutdown ends soon.

    `epoch` is the id of the epoch of the database when it was opened; None if that was not known.
    """

    epoch: str | None = None

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


def is_useless(error: BaseException | None) -> bool:
    """Whether the connection on which this error came must be given up, as another one may work."""
    state = getattr(error, "sqlstate", None)
    return isinstance(state, str) and state.startswith(_USELESS)
