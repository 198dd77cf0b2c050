"""
The databases that are measured: each commit is on disk before it is acknowledged, and how long that takes is printed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import asyncpg

from server.runtime.database.migrating import migrate
from tests.postgres import DISK, PostgresServer, running_postgres

DURABLE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""The settings of PostgreSQL without which a commit may be lost although it was acknowledged."""

_FLUSHES: Final = 100
_PAGE: Final = bytes(8192)


class ForgetfulPostgresError(RuntimeError):
    """A PostgreSQL acknowledges commits that are not on disk, so no figure with it means anything."""


@dataclass(frozen=True, slots=True)
class Databases:
    """New migrated databases without rows."""

    folder: Path
    postgres: PostgresServer

    def sqlite(self, name: str) -> str:
        """Return the URL of a new file."""
        return _migrated(f"sqlite:///{self.folder / name}.db")

    def postgresql(self) -> str:
        """Return the URL of a new database of the server."""
        return _migrated(self.postgres.url(self.postgres.create_database()))


@contextmanager
def durable_databases() -> Iterator[Databases]:
    """
    Start a PostgreSQL of the benchmarks' own; print its settings, and the time of a flush.

    Meanwhile SIGTERM ends this process as an exception does, so that PostgreSQL and its folder do not stay.
    """
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with (
            running_postgres(durable=True) as postgres,
            tempfile.TemporaryDirectory(prefix="moirai-bench-", dir=DISK) as folder,
        ):
            print(f"PostgreSQL: {require_durable(postgres)}; {_flush_time(postgres.folder)}", flush=True)
            yield Databases(Path(folder), postgres)
    finally:
        signal.signal(signal.SIGTERM, before)


def require_durable(postgres: PostgresServer) -> str:
    """
    Return how the server keeps what it acknowledges.

    Raises:
        ForgetfulPostgresError: It may forget what it has acknowledged.
    """
    settings = asyncio.run(read_settings(postgres.url("postgres")))
    described = ", ".join(f"{name} = {value}" for name, value in settings.items())
    if set(settings.values()) != {"on"}:
        raise ForgetfulPostgresError(f"Benchmarks need a PostgreSQL that syncs; this one has {described}.")
    return described


async def read_settings(url: str) -> dict[str, str]:
    """Return the values of `DURABLE` by name."""
    connection = await asyncpg.connect(url)
    try:
        return {name: await connection.fetchval(f"SHOW {name}") for name in DURABLE}
    finally:
        await connection.close()


def _flush_time(folder: Path) -> str:
    """Return how long it takes to flush one page in this folder, as each commit does."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(_FLUSHES):
            begun = perf_counter()
            os.pwrite(file.fileno(), _PAGE, 0)
            os.fdatasync(file.fileno())
            times.append(1000 * (perf_counter() - begun))
    return f"a flush takes {median(times):.2f} ms, at most {max(times):.2f}"


def _migrated(url: str) -> str:
    migrate(url)
    return url
