"""
Migrating a database of the schema of 25 November 2026, with so many entries: how long it takes, and how long it delays
a transaction like that of a submission on PostgreSQL.

The reference is the same in one transaction, as it was in 0.2.0.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

import asyncpg
from sqlalchemy import Connection, create_engine, text

from benchmarks.databases import Databases
from benchmarks.report import Row
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import apply, migrate
from server.runtime.database.schema import pending, versions_of

_SCHEMA: Final = "0020"
_ENTRIES_OF_A_MATCH: Final = 33
_PAUSE_SECONDS: Final = 0.005

_NUMBERS: Final = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)"

_MATCHES: Final = f"""
INSERT INTO matches (match_id, game, variant, status, visibility, host_id, created_at, listing)
{_NUMBERS}
SELECT 'm' || (1000000000 + i), 'wizards_duel', 'genius_3_3', 'over', 'public', 'h' || i % 500, '2026', :listing FROM n
"""

_ENTRIES: Final = f"""
INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
{_NUMBERS} SELECT 'm' || (1000000000 + i / {_ENTRIES_OF_A_MATCH}), i % {_ENTRIES_OF_A_MATCH}, 'submitted', '2026',
  :facts, :hash, :hash, :hash
FROM n
"""

_SUBMIT: Final = (
    "INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)"
    " VALUES ('now', $1, '', '', '', '', '', '')",
    "UPDATE matches SET due_at = '2040' WHERE match_id = 'm1000000007' AND $1::int IS NOT NULL",
)


def measure(databases: Databases, entries: int) -> list[Row]:
    """Return rows for both databases."""
    of = f"{entries:,} entries"
    postgres = databases.postgres
    filled = postgres.create_database()
    asyncio.run(_fill_postgres(postgres.url(filled), entries))
    copies = [postgres.url(postgres.create_database(filled)) for _ in range(2)]
    whole, whole_stall = asyncio.run(_beside(copies[0], lambda: _at_once(copies[0])))
    stepped, stall = asyncio.run(_beside(copies[1], lambda: migrate(copies[1])))
    file = databases.folder / "migration.db"
    _fill_sqlite(file, entries)
    copy = Path(shutil.copyfile(file, file.with_name("copy.db")))
    whole_sqlite, stepped_sqlite = (
        _seconds(lambda: _at_once_in_sqlite(copy)),
        _seconds(lambda: migrate(f"sqlite:///{file}")),
    )
    return [
        _row(f"migration of {of}, PostgreSQL", stepped, whole),
        _row("longest stall of a submission meanwhile, PostgreSQL", stall, whole_stall),
        _row(f"migration of {of}, SQLite", stepped_sqlite, whole_sqlite),
    ]


def _row(figure: str, value: float, reference: float) -> Row:
    return Row(figure, f"{value:.2f} s", f"in one transaction: {reference:.2f} s", value / reference)


def _seconds(work: Callable[[], None]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


async def _beside(url: str, work: Callable[[], None]) -> tuple[float, float]:
    """Return how long the work takes, and the longest of the transactions that are made meanwhile."""
    connection = await asyncpg.connect(url)
    working = asyncio.create_task(asyncio.to_thread(_seconds, work))
    longest, number = 0.0, 0
    while not working.done():
        number += 1
        begun = perf_counter()
        async with connection.transaction():
            for statement in _SUBMIT:
                await connection.execute(statement, number)
        longest = max(longest, perf_counter() - begun)
        await asyncio.sleep(_PAUSE_SECONDS)
    await connection.close()
    return await working, longest


def _at_once(url: str) -> None:
    async def run() -> None:
        engine = open_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(_apply_all)
        await engine.dispose()

    asyncio.run(run())


def _at_once_in_sqlite(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        _apply_all(connection)
    engine.dispose()


def _apply_all(connection: Connection) -> None:
    for script in pending(versions_of(connection).revision):
        for _ in getattr(script.module, "portions", lambda _: ())(connection):
            pass
        apply(connection, script.revision)


async def _fill_postgres(url: str, entries: int) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_fill, entries)
    await engine.dispose()


def _fill_sqlite(file: Path, entries: int) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        _fill(connection, entries)
    engine.dispose()


def _fill(connection: Connection, entries: int) -> None:
    apply(connection, _SCHEMA)
    matches = entries // _ENTRIES_OF_A_MATCH
    connection.execute(text(_MATCHES), {"count": matches, "listing": "x" * 1200})
    connection.execute(text(_ENTRIES), {"count": matches * _ENTRIES_OF_A_MATCH, "facts": "x" * 600, "hash": "f" * 64})
