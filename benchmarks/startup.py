"""
Start over a database with many running matches: what the server uses while nobody calls, when the first call is
answered, how late deadlines are closed from then on, and how long it takes to close thousands that are due at once,
with a client calling meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter, sleep

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.http_load import Connection, connect, request
from benchmarks.prepared import OPEN_FOR, Prepared, duels, write
from benchmarks.processes import pin, running_process, unpin
from benchmarks.report import Row
from engines.kit import seat_id
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import EntryRow
from server.runtime.times import parse_timestamp

_A = seat_id("a")
_entries = EntryRow.__table__

_SPREAD_SECONDS = 5
_IDLE_SECONDS = 10
_PATIENCE_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Started:
    """A start: when the first call was answered, how late each deadline was closed, how long calls took meanwhile."""

    answered_seconds: float
    late_seconds: Sequence[float]
    call_seconds: Sequence[float]


def measure(databases: Mapping[str, str], matches: int, due: int) -> list[Row]:
    """Start with this many running matches, first with few that fall due one by one, then with `due` at once."""
    running, overdue = duels(matches), duels(due, closes_at=datetime.now(UTC) - timedelta(minutes=1))
    return [row for name, database in databases.items() for row in _measure(name, database, running, overdue)]


def _measure(name: str, database: str, running: list[Prepared], due: list[Prepared]) -> list[Row]:
    write(database, running)
    idle = _idle(database)
    soon = [duels(1, datetime.now(UTC) + timedelta(seconds=4 + _SPREAD_SECONDS * at / 100))[0] for at in range(100)]
    write(database, soon)
    calm = _start(database, running[0], len(soon))
    write(database, due)
    storm = _start(database, running[0], len(soon) + len(due))
    return [
        Row(f"{len(running):,} running matches and no call, {name}", f"{100 * idle:.1f} % of a core"),
        Row(f"start with {len(running):,} running matches, {name}: first answer", f"{calm.answered_seconds:.1f} s"),
        Row(
            f"deadlines after the start, {name}: closed late by",
            f"p50 {median(calm.late_seconds):.2f} s, at most {max(calm.late_seconds):.2f} s",
        ),
        Row(
            f"start with {len(due):,} deadlines due, {name}: first answer, all closed",
            f"{storm.answered_seconds:.1f} s, {max(storm.late_seconds):.1f} s",
        ),
        Row(f"a submission meanwhile, {name}", _quantiles(storm.call_seconds), f"else {_quantiles(calm.call_seconds)}"),
    ]


def _idle(database: str) -> float:
    """Return the cores that a server uses to which nobody talks."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        sleep(_IDLE_SECONDS / 2)  # until all that a start does is done
        before = server.cpu_seconds()
        sleep(_IDLE_SECONDS)
        return (server.cpu_seconds() - before) / _IDLE_SECONDS


def _start(database: str, match: Prepared, closed: int) -> Started:
    """Start, and submit in this match until `closed` phases are closed in all."""
    unpin()
    wall, begun = datetime.now(UTC), perf_counter()
    with running_process("benchmarks.moirai_server", database) as server:
        answered = perf_counter() - begun
        pin(1)
        calls = asyncio.run(_call_until_closed(database, server.port, match, closed))
    return Started(answered, asyncio.run(_lateness(database, wall)), calls)


async def _call_until_closed(database: str, port: int, match: Prepared, closed: int) -> list[float]:
    engine = open_engine(database)
    connection = await connect(port)
    calls: list[float] = []
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while await _closed(engine) < closed:
                for spell in "12345678" * 3:
                    calls.append(await _submit(connection, match, spell))
                    await asyncio.sleep(0.005)
    finally:
        connection.close()
        await engine.dispose()
    return calls


async def _submit(connection: Connection, match: Prepared, spell: str) -> float:
    body = {"phase": 1, "move": {"type": "cast", "spell": spell}}
    sent = perf_counter()
    reply = await connection.send(request("PUT", f"/v1/matches/{match.match_id}/submission", body, match.tokens[_A]))
    if not reply.startswith(b"2"):
        raise RuntimeError(reply.decode())
    return perf_counter() - sent


async def _closed(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        query = select(func.count()).select_from(_entries).where(_entries.c.seq == 3, _entries.c.kind == "resolved")
        return int((await connection.execute(query)).scalar_one())


async def _lateness(database: str, since: datetime) -> list[float]:
    """Return how long after its deadline, or after this start, each phase was closed that was closed since."""
    engine = open_engine(database)
    async with engine.connect() as connection:
        began = _entries.alias()
        query = (
            select(_entries.c.at, began.c.at)
            .join(began, (began.c.log_id == _entries.c.log_id) & (began.c.seq == 2))
            .where(_entries.c.seq == 3, _entries.c.kind == "resolved")
        )
        rows = (await connection.execute(query)).all()
    await engine.dispose()
    pairs = [(parse_timestamp(closed), parse_timestamp(opened) + OPEN_FOR) for closed, opened in rows]
    return [(closed - max(due, since)).total_seconds() for closed, due in pairs if closed >= since]


def _quantiles(seconds: Sequence[float]) -> str:
    p50, p99 = (1000 * sorted(seconds)[int(q * len(seconds))] for q in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"
