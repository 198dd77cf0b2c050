"""
The epochs of a database: a restore, or a standby that takes over, begins another one.

After it, what was given out before may be missing, and its numbers be given again: cursors mean nothing across epochs.
PostgreSQL begins another timeline when a standby is promoted and after a recovery to a moment. A dump is restored by
other transactions than those that first wrote its rows. Both are noticed here, by any process; what cannot be noticed
is begun by `begin_epoch` of `set_back.py`. Of two processes that begin the same epoch, one gets that of the other.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

import asyncpg

from server.runtime.clock.clock import SystemClock
from server.runtime.database.postgres_session import is_useless
from server.runtime.database.sqlite_session import configure
from server.runtime.ids import new_id
from server.runtime.times import timestamp

Because: TypeAlias = Literal["first", "restored", "timeline", "copied"]
"""
Why an epoch began: there was none; somebody said that the database was restored; PostgreSQL is on another timeline; the
rows were written by another transaction, as those of a dump are.
"""

_TRANSACTIONS: Final = 2**32
"""PostgreSQL numbers transactions again after this many."""

_LATEST: Final = "SELECT number, epoch FROM epochs ORDER BY number DESC LIMIT 1"

_LATEST_IN_POSTGRES: Final = """
SELECT number, epoch, timeline, inserted_by, epochs.xmin::text::bigint AS written_by, {current} AS current,
txid_current_snapshot()::text AS written
FROM (SELECT) AS always LEFT JOIN epochs ON number = (SELECT max(number) FROM epochs)
"""

# From the name of a WAL file, as any role may ask. `pg_control_checkpoint` is late by a checkpoint.
_CURRENT: Final = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint"

# A ticket that was used is unused again in a database of before.
_BEGIN: Final = f"""
WITH begun AS (
  INSERT INTO epochs (number, epoch, began_at, because, timeline, inserted_by)
  VALUES ($1, $2, $3, $4, $5, txid_current() % {_TRANSACTIONS}) ON CONFLICT DO NOTHING RETURNING number
) DELETE FROM tickets WHERE (SELECT number FROM begun) > 1
"""


@dataclass(frozen=True, slots=True)
class Epoch:
    """
    An epoch: how many there were before it, in what is left of the database, plus one; and its id.

    `written`: which transactions of PostgreSQL that wrote had ended when it was read; None if it was begun then. The
    write-ahead log says less: it also grows by checkpoints.
    """

    number: int
    id: str
    written: str | None = field(default=None, compare=False)


def begin_sqlite_epoch(path: Path) -> Epoch:
    """
    Begin another epoch of a migrated file; for callers that have sole use of it.

    Raises:
        sqlite3.Error: The file cannot be written, or has another schema.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        configure(connection.execute)
        return _begin_sqlite(connection, "restored")


def read_sqlite_epoch(connection: sqlite3.Connection) -> Epoch:
    """Return the current epoch by a connection that commits by itself; begin the first one before any other use."""
    return _latest(connection) or _begin_sqlite(connection, "first")


def _latest(connection: sqlite3.Connection) -> Epoch | None:
    row = connection.execute(_LATEST).fetchone()
    return None if row is None else Epoch(*row)


def _begin_sqlite(connection: sqlite3.Connection, because: Because) -> Epoch:
    now = SystemClock().now()
    connection.execute("BEGIN IMMEDIATE")
    latest = _latest(connection)
    if latest is not None and because == "first":
        connection.execute("ROLLBACK")
        return latest
    epoch = Epoch(1 if latest is None else latest.number + 1, new_id(now))
    connection.execute(
        "INSERT INTO epochs (number, epoch, began_at, because) VALUES (?, ?, ?, ?)",
        (epoch.number, epoch.id, timestamp(now), because),
    )
    if because != "first":  # Nothing was lost before that, and a player may have a ticket before the log is read.
        connection.execute("DELETE FROM tickets")
    connection.execute("COMMIT")
    return epoch


async def read_postgres_epoch(connection: asyncpg.Connection[asyncpg.Record]) -> Epoch:
    """
    Return the current epoch of a PostgreSQL that can be written; begin another one if it is on another timeline, or was
    copied.
    """
    row = await _latest_of(connection)
    because = _why_another(row)
    if because is not None:
        return await _begin_after(connection, row["number"] or 0, because, row["current"])
    return Epoch(row["number"], row["epoch"], row["written"])


async def find_postgres_epoch(connection: asyncpg.Connection[asyncpg.Record]) -> str | None:
    """Return the id of the current epoch of any PostgreSQL; None if it has none yet, or another one has to be begun."""
    try:
        row = await _latest_of(connection)
    except asyncpg.UndefinedTableError:  # It is not migrated yet.
        return None
    return row["epoch"] if _why_another(row) is None else None


async def begin_postgres_epoch(connection: asyncpg.Connection[asyncpg.Record]) -> Epoch:
    """Begin another epoch, after a restore."""
    before = await read_postgres_epoch(connection)
    return await _begin_after(connection, before.number, "restored", (await _latest_of(connection))["current"])


def _why_another(row: asyncpg.Record) -> Because | None:
    """Return why another epoch begins after the latest one; None if it is the current one."""
    if row["number"] is None:
        return "first"
    if row["written_by"] != row["inserted_by"]:
        return "copied"
    return "timeline" if row["current"] not in (None, row["timeline"]) else None


async def _begin_after(
    connection: asyncpg.Connection[asyncpg.Record], number: int, because: Because, timeline: int | None
) -> Epoch:
    """Begin the epoch after this one, or return that which another process has begun meanwhile."""
    now = await connection.fetchval("SELECT clock_timestamp()")
    await connection.execute(_BEGIN, number + 1, new_id(now), timestamp(now), because, timeline)
    row = await connection.fetchrow(_LATEST)
    assert row is not None, "this or the other process has inserted one"
    return Epoch(row["number"], row["epoch"])


async def _latest_of(connection: asyncpg.Connection[asyncpg.Record]) -> asyncpg.Record:
    """Return the latest epoch, the current timeline, null if the server does not say it, and what was written."""
    try:
        row = await connection.fetchrow(_LATEST_IN_POSTGRES.format(current=_CURRENT))
    except asyncpg.PostgresError as error:
        if is_useless(error):
            raise
        row = await connection.fetchrow(_LATEST_IN_POSTGRES.format(current="NULL::bigint"))
    assert row is not None, "a join on the left has a row"
    return row
