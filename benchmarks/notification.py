"""
The cost of a NOTIFY with each commit in PostgreSQL, for several numbers of writers and listeners (docs/benchmarks.md).

Each kind of commit is measured in turns with the others.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median

import asyncpg

from benchmarks.report import Row
from server.runtime.database.notified import CHANNEL
from tests.postgres import PostgresServer

LISTENERS = (0, 8, 32)
TURNS = 3

_SPAWN = multiprocessing.get_context("spawn")

_TABLE = """
CREATE TABLE entries (
    match_id text COLLATE "C", seq int, kind text, at text, facts text, nonce text, previous text, hash text,
    PRIMARY KEY (match_id, seq)
)"""

_COMMIT = r"""
\set a random(1, 1000000000)
\set b random(1, 1000000000)
WITH added AS (
    INSERT INTO entries
    SELECT to_hex(:a::bigint) || to_hex(:b::bigint) || repeat('0', 10), seq, 'submitted', repeat('0', 27),
        repeat('f', 300), repeat('0', 32), repeat('0', 64), repeat('0', 64)
    FROM generate_series(1, {rows}) AS seq
)
SELECT {what};
"""


def measure(postgres: PostgresServer, seconds: float) -> list[Row]:
    """Measure each kind of commit for `seconds` in each turn."""
    database = postgres.create_database()
    asyncio.run(_execute(postgres.url(database), _TABLE))
    return [_compare(postgres, database, writers, batch, seconds) for writers in (1, 4, 16) for batch in (1, 16)]


def _compare(postgres: PostgresServer, database: str, writers: int, batch: int, seconds: float) -> Row:
    silent: list[float] = []
    notifying: dict[int, list[float]] = {count: [] for count in LISTENERS}
    notice = " ".join(["sender", *["0" * 26 + ":1000"] * batch])
    for _ in range(TURNS):
        silent.append(_commits(postgres, database, _COMMIT.format(rows=batch, what="1"), writers, seconds))
        for count in LISTENERS:
            with _listening(postgres.url(database), count):
                script = _COMMIT.format(rows=batch, what=f"pg_notify('{CHANNEL}', '{notice}')")
                notifying[count].append(_commits(postgres, database, script, writers, seconds))
    told = " · ".join(f"{median(rates):.0f}" for rates in notifying.values())
    return Row(
        figure=f"commits/s with NOTIFY to {' · '.join(map(str, LISTENERS))} listeners; "
        f"{writers} writers, {batch} entries a commit",
        value=f"{told}/s",
        ceiling=f"without NOTIFY {median(silent):.0f}/s",
        ratio=median(told / alone for told, alone in zip(notifying[LISTENERS[1]], silent, strict=True)),
    )


def _commits(postgres: PostgresServer, database: str, script: str, writers: int, seconds: float) -> float:
    file = postgres.folder / "commit.sql"
    file.write_text(script)
    address = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "postgres"]
    load = ["-n", "-M", "prepared", "-c", str(writers), "-T", str(round(seconds)), "-f", str(file)]
    pgbench: Path = postgres.binaries / "pgbench"
    said = subprocess.run([pgbench, *address, *load, database], capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", said)
    if found is None:
        raise RuntimeError(said)
    return float(found.group(1))


async def _execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()


@contextmanager
def _listening(url: str, count: int) -> Iterator[None]:
    """Open `count` listening connections, in a separate process."""
    if count == 0:
        yield
        return
    ready, done = _SPAWN.Event(), _SPAWN.Event()
    process = _SPAWN.Process(target=_listen, args=(url, count, ready, done))
    process.start()
    ready.wait()
    try:
        yield
    finally:
        done.set()
        process.join()


def _listen(url: str, count: int, ready: Event, done: Event) -> None:
    async def listen() -> None:
        connections = [await asyncpg.connect(url) for _ in range(count)]
        for connection in connections:
            await connection.add_listener(CHANNEL, lambda *_: None)
        ready.set()
        await asyncio.to_thread(done.wait)
        for connection in connections:
            connection.terminate()

    asyncio.run(listen())
