"""What a server takes that nobody uses: processor time, memory and transactions; and what its start takes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import sleep

import asyncpg

from benchmarks import starts
from benchmarks.processes import running_process, unpin
from benchmarks.report import Row

_SETTLE_SECONDS = 90
"""After a start, some of what a server looks at every minute is looked at a second time."""

_TRANSACTIONS = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"
_STATISTICS_SECONDS = 2
"""PostgreSQL counts a transaction a second late."""


def measure(databases: Mapping[str, str], seconds: float) -> list[Row]:
    """Leave servers alone for so long, and start some commands."""
    unpin()
    return [*(row for name, database in databases.items() for row in _idle(name, database, seconds)), *starts.measure()]


def _idle(name: str, database: str, seconds: float) -> list[Row]:
    with running_process("benchmarks.moirai_server", database) as server:
        sleep(_SETTLE_SECONDS)
        before, used = _transactions(database), server.cpu_seconds()
        sleep(seconds)
        used = server.cpu_seconds() - used
        sleep(_STATISTICS_SECONDS)
        # The last look at the count is a transaction, too.
        asked = None if before is None else (_transactions(database) or 0) - before - 1
        rows = [
            Row(f"an idle server, {name}: processor time", f"{100 * used / seconds:.2f} % of a core", aim="≤ 1 %"),
            Row(f"an idle server, {name}: memory", f"{server.resident_bytes() / 1e6:.0f} MB", aim="≤ 110 MB"),
        ]
        if asked is not None:
            rows.append(
                Row(f"an idle server, {name}: transactions a minute", f"{60 * asked / seconds:.0f}", aim="≤ 10")
            )
        return rows


def _transactions(database: str) -> int | None:
    """Return how many transactions the database has had; None if it is SQLite."""

    async def ask() -> int:
        connection = await asyncpg.connect(database)
        try:
            count: int = await connection.fetchval(_TRANSACTIONS)
        finally:
            await connection.close()
        return count

    return None if database.startswith("sqlite") else asyncio.run(ask())
