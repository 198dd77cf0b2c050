"""The clock of the database, and by how much another one differs from it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Text, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from server.runtime.times import parse_timestamp

MOST_SECONDS: Final = 1.0
"""By how much a clock may differ from that of the database."""

Time: TypeAlias = Callable[[], datetime]
"""A clock: returns the time."""

log = logging.getLogger(__name__)


class Now(FunctionElement[str]):
    """The time of the database, as `server.runtime.times.timestamp` writes it; in SQLite to the millisecond."""

    name = "now"
    type = Text()
    inherit_cache = True


@compiles(Now, "postgresql")
def _in_postgres(_element: Now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own.
    return """to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""


@compiles(Now, "sqlite")
def _in_sqlite(_element: Now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own.
    return "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"


async def seconds_ahead(connection: AsyncConnection, time: Time) -> float:
    """Return by how much a clock is at least ahead of that of the database; negative if it is behind."""
    before = time()
    now = parse_timestamp((await connection.execute(select(Now()))).scalar_one())
    after = time()
    # What lies in between may be nothing but the time that the query took.
    return (before - now).total_seconds() if now < before else min(0.0, (after - now).total_seconds())


def describe_difference(ahead: float) -> str:
    """Return a sentence that says by how much the clock of this machine is ahead of that of the database."""
    where = "ahead of" if ahead > 0 else "behind"
    return f"The clock of this machine is {abs(ahead):.1f} s {where} that of the database."


async def warn_of_difference(database: AsyncEngine, time: Time) -> None:
    """Log a warning if a clock differs too much from that of the database."""
    async with database.connect() as connection:
        ahead = await seconds_ahead(connection, time)
    if abs(ahead) > MOST_SECONDS:
        log.warning("%s Deadlines and expiries are wrong by that: synchronise both (NTP).", describe_difference(ahead))
