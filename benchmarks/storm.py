"""
One deadline of thousands of matches of ten: how long it takes until all are closed, and how a client fares meanwhile.

The deadline has passed when the server starts, so no match is in memory and none has a timer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.http_load import Load, ask, connect, drive_at
from benchmarks.prepared import Prepared, write
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.submissions import Submitter, is_good
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import EntryRow, MarkRow
from server.runtime.times import timestamp

_entries, _marks = EntryRow.__table__, MarkRow.__table__

_RATE = 100
"""Submissions each second, before the storm and during it."""

_CALLERS = 8
_QUIET_SECONDS = 10.0
_LOOK_SECONDS = 0.5
_PATIENCE_SECONDS = 1200
_WRITTEN_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Storm:
    """
    What a storm took.

    `closed` and `told` are the seconds until all matches were closed, and until all players were told; each with the
    server's processor time until then.
    """

    closed: tuple[float, float]
    told: tuple[float, float]
    load: Load
    longest_stall: float


def measure(databases: Mapping[str, str], matches: int) -> list[Row]:
    """Let the deadline of this many matches pass at once, in each of these migrated databases."""
    return [row for name, database in databases.items() for row in _measure(name, database, matches)]


def _measure(name: str, database: str, matches: int) -> list[Row]:
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        quiet = asyncio.run(_quiet(server))
        quiet_stall = asyncio.run(_longest_stall(server))
    unpin()
    for group in _overdue(matches):
        write(database, group)
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        storm = asyncio.run(_weather(server, database, matches))
    return [
        Row(f"{matches:,} matches of ten with one deadline, {name}: all closed", _took(storm.closed, matches)),
        Row(f"{matches:,} matches of ten with one deadline, {name}: all players told", _took(storm.told, matches)),
        Row(
            f"a submission until all are closed, {_RATE}/s, {name}",
            _quantiles(storm.load),
            f"quiet {_quantiles(quiet)}",
            storm.load.quantile(0.99) / quiet.quantile(0.99),
            "≤ 3",
        ),
        Row(
            f"longest iteration of the event loop meanwhile, {name}",
            f"{1000 * storm.longest_stall:.0f} ms",
            f"quiet {1000 * quiet_stall:.0f} ms",
            aim="10 ms",
        ),
    ]


def _overdue(matches: int) -> Iterator[list[Prepared]]:
    """Yield groups of matches in their first phase, which closed long ago."""
    began = datetime.now(UTC) - timedelta(days=400)
    for start in range(0, matches, _WRITTEN_AT_ONCE):
        number = min(_WRITTEN_AT_ONCE, matches - start)
        yield [Prepared("apocalypse", "classic", began) for _ in range(number)]


async def _quiet(server: Running) -> Load:
    players = [await Submitter.create(server.port) for _ in range(_CALLERS)]
    await _submit(server, players, 1.0)
    await _longest_stall(server)
    return await _submit(server, players, _QUIET_SECONDS)


async def _weather(server: Running, database: str, matches: int) -> Storm:
    began, spent = datetime.now(UTC), server.cpu_seconds()
    engine = open_engine(database)
    players = [await Submitter.create(server.port) for _ in range(_CALLERS)]
    loads: list[Load] = []
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not loads or await _closed(engine, began) < matches:
                loads.append(await _submit(server, players, _LOOK_SECONDS))
            closed = await _last_closed(engine), server.cpu_seconds() - spent
            stall = await _longest_stall(server)
            while await _untold(engine):
                await _submit(server, players, _LOOK_SECONDS)
            told = datetime.now(UTC), server.cpu_seconds() - spent
            stall = max(stall, await _longest_stall(server))
    finally:
        await engine.dispose()
    load = Load(sum(one.seconds for one in loads), [seconds for one in loads for seconds in one.latencies])
    return Storm(
        ((closed[0] - began).total_seconds(), closed[1]), ((told[0] - began).total_seconds(), told[1]), load, stall
    )


async def _submit(server: Running, players: list[Submitter], seconds: float) -> Load:
    connections = [await connect(server.port) for _ in players]
    load = await drive_at(_RATE, connections, [player.calls() for player in players], is_good, seconds)
    for connection in connections:
        connection.close()
    return load


async def _longest_stall(server: Running) -> float:
    """Return the processor time of the longest iteration of the server's loop since it was asked last."""
    connection = await connect(server.port)
    stall = float((await ask(connection, "GET", "/stall"))["seconds"])
    connection.close()
    return stall


_RESOLVED = (_entries.c.seq == 3, _entries.c.kind == "resolved")


async def _closed(engine: AsyncEngine, since: datetime) -> int:
    async with engine.connect() as connection:
        query = select(func.count()).select_from(_entries).where(*_RESOLVED, _entries.c.at >= timestamp(since))
        return int((await connection.execute(query)).scalar_one())


async def _last_closed(engine: AsyncEngine) -> datetime:
    async with engine.connect() as connection:
        query = select(func.max(_entries.c.at)).where(*_RESOLVED)
        return datetime.fromisoformat((await connection.execute(query)).scalar_one())


async def _untold(engine: AsyncEngine) -> bool:
    """Whether players are still to be told what entries have caused."""
    async with engine.connect() as connection:
        query = select(func.count()).select_from(_marks).where(_marks.c.seq > 0)
        return bool((await connection.execute(query)).scalar_one())


def _took(took: tuple[float, float], matches: int) -> str:
    seconds, cpu_seconds = took
    return f"{seconds:.1f} s, CPU {1000 * cpu_seconds / matches:.2f} ms each"


def _quantiles(load: Load) -> str:
    return f"p50 {1000 * load.quantile(0.5):.1f} ms, p99 {1000 * load.quantile(0.99):.1f} ms"
