"""
What notices between processes cost PostgreSQL, for several numbers of writers and listeners (docs/scaling.md).

A notice in the transaction of each commit, as servers sent them before, holds a lock of the whole cluster until the
commit is on disk. Now each process sends its notices apart, in a transaction that waits for no flush. Each way is
measured in turns with the others, and with commits without any notice.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median

import asyncpg

from benchmarks.report import Row
from server.logs.store.notices import PAUSE_SECONDS
from server.runtime.database.notified import CHANNEL
from tests.postgres import PostgresServer

WRITERS = (1, 4, 16, 64)
LISTENERS = (0, 8)
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


_SEND = rf"""
\sleep {round(1000 * PAUSE_SECONDS)} ms
SELECT pg_notify('{CHANNEL}', '{{notice}}');
"""


def measure(postgres: PostgresServer, seconds: float) -> list[Row]:
    """Measure each way for `seconds` in each turn."""
    database = postgres.create_database()
    asyncio.run(_execute(postgres.url(database), _TABLE))
    return [
        _compare(postgres, database, writers, batch, listeners, seconds)
        for writers in WRITERS
        for batch in (1, 16)
        for listeners in LISTENERS
    ]


def _compare(postgres: PostgresServer, database: str, writers: int, batch: int, listeners: int, seconds: float) -> Row:
    silent, inside, apart = list[float](), list[float](), list[float]()
    notice = " ".join(["sender", *["0" * 26 + ":1000"] * batch])
    commit = _COMMIT.format(rows=batch, what="1")
    notifying = _COMMIT.format(rows=batch, what=f"pg_notify('{CHANNEL}', '{notice}')")
    with _listening(postgres.url(database), listeners):
        for _ in range(TURNS):
            silent.append(_commits(postgres, database, commit, writers, seconds))
            inside.append(_commits(postgres, database, notifying, writers, seconds))
            with _sending(postgres, database, writers, _SEND.format(notice=notice), seconds):
                apart.append(_commits(postgres, database, commit, writers, seconds))
    return Row(
        figure=f"commits/s of {writers} writers, {batch} entries a commit, {listeners} listeners: "
        "notices in the commit · apart",
        value=f"{median(inside):.0f} · {median(apart):.0f}/s",
        ceiling=f"without notices {median(silent):.0f}/s",
        ratio=median(told / alone for told, alone in zip(apart, silent, strict=True)),
    )


@contextmanager
def _sending(postgres: PostgresServer, database: str, senders: int, script: str, seconds: float) -> Iterator[None]:
    """Let as many processes as write send notices, each in transactions of its own."""
    file = postgres.folder / "send.sql"
    file.write_text(script)
    load = ["-n", "-c", str(senders), "-T", str(round(seconds)), "-f", str(file), database]
    environment = {**os.environ, "PGOPTIONS": "-c synchronous_commit=off"}
    sending = subprocess.Popen(
        [postgres.binaries / "pgbench", *_address(postgres), *load], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        sending.wait()


def _commits(postgres: PostgresServer, database: str, script: str, writers: int, seconds: float) -> float:
    file = postgres.folder / "commit.sql"
    file.write_text(script)
    load = ["-n", "-M", "prepared", "-c", str(writers), "-T", str(round(seconds)), "-f", str(file)]
    pgbench: Path = postgres.binaries / "pgbench"
    command: list[str | Path] = [pgbench, *_address(postgres), *load, database]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", said)
    if found is None:
        raise RuntimeError(said)
    return float(found.group(1))


def _address(postgres: PostgresServer) -> tuple[str, ...]:
    return ("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "postgres")


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
