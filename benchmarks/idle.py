"""
What a server takes that nobody uses: processor time, memory and transactions; and what its start takes.

The ceiling of a start is a Python that imports what a server cannot do without: FastAPI, SQLAlchemy, asyncpg, uvicorn.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from resource import RUSAGE_CHILDREN, getrusage
from time import sleep

import asyncpg

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
    imports = _cpu_seconds(sys.executable, "-c", "import fastapi, sqlalchemy.ext.asyncio, asyncpg, uvicorn")
    shown = _cpu_seconds(sys.executable, "-m", "server.cli.cli", "--help")
    loaded = _cpu_seconds(sys.executable, "-c", "import server.app")
    ceiling = f"imports of its libraries {imports:.1f} s"
    return [
        *(row for name, database in databases.items() for row in _idle(name, database, seconds)),
        Row("processor time of `moirai --help`", f"{shown:.1f} s", ceiling, shown / imports),
        Row("processor time of importing the server", f"{loaded:.1f} s", ceiling, loaded / imports),
    ]


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


def _cpu_seconds(*command: str) -> float:
    """Return the processor time that a command takes."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
