"""
One deadline of thousands of matches of ten, all of one host: how long it takes until all are closed, how a client fares
meanwhile, and how late the few matches are that have other hosts, or that somebody follows.

Until the deadline, no match is in memory and none has a timer, as after a restart of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.http_load import Load, ask, connect, drive_at
from benchmarks.prepared import Prepared, write
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.socket_load import listen
from benchmarks.submissions import Submitter, is_good
from server.matches.play.deadlines import closing_time
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import EntryRow, MarkRow, MatchRow
from server.runtime.times import timestamp

_entries, _marks, _matches = EntryRow.__table__, MarkRow.__table__, MatchRow.__table__

_RATE = 100
"""Submissions each second, before the storm and during it."""

_CALLERS = 8
_QUIET_SECONDS = 10.0
_LOOK_SECONDS = 0.5
_PATIENCE_SECONDS = 1200
_WRITTEN_AT_ONCE = 200

_WRITING_SECONDS = 0.015
"""How long it takes at most to make and write a match: the deadline is when all are written and the server runs."""

_START_SECONDS = 20
_PHASE = timedelta(days=1)

_BESIDE = 10
"""How many matches have other hosts, and how many of those of the one host are followed."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """
    The matches of a storm: how many there are, and the first ones.

    `alone` and `followed` are when to close those of other hosts, and those to follow, each with its path and a token.
    """

    deadline: datetime
    matches: int
    alone: Mapping[str, datetime]
    followed: Mapping[str, datetime]
    paths: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Storm:
    """
    What a storm took.

    `closed` and `told` are the seconds from the deadline until all matches were closed, and until all players were
    told; each with the server's processor time until then. `alone` and `followed`: by how many seconds the last of
    those matches was late.
    """

    closed: tuple[float, float]
    told: tuple[float, float]
    quiet: Load
    load: Load
    quiet_stall: float
    longest_stall: float
    alone: float
    followed: float


def measure(databases: Mapping[str, str], matches: int) -> list[Row]:
    """Let the deadline of this many matches come, in each of these migrated databases."""
    return [row for name, database in databases.items() for row in _measure(name, database, matches)]


def _measure(name: str, database: str, matches: int) -> list[Row]:
    unpin()
    prospect = _prepare(database, matches)
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        storm = asyncio.run(_weather(server, database, prospect))
    unpin()
    of_ten = f"{matches:,} matches of ten with one deadline, {name}"
    return [
        Row(f"{of_ten}: all closed", _took(storm.closed, matches)),
        Row(f"{of_ten}: all players told", _took(storm.told, matches)),
        Row(
            f"how late is the last of {_BESIDE} of them that are followed, {name}",
            f"{storm.followed:.1f} s",
            aim="≤ 1 s",
        ),
        Row(f"how late is the last of {_BESIDE} of other hosts, {name}", f"{storm.alone:.1f} s", aim="≤ 1 s"),
        Row(
            f"a submission until all are closed, {_RATE}/s, {name}",
            _quantiles(storm.load),
            f"quiet {_quantiles(storm.quiet)}",
            storm.load.quantile(0.99) / storm.quiet.quantile(0.99),
            "≤ 3",
        ),
        Row(
            f"longest iteration of the event loop meanwhile, {name}",
            f"{1000 * storm.longest_stall:.0f} ms",
            f"quiet {1000 * storm.quiet_stall:.0f} ms",
            aim="10 ms",
        ),
    ]


def _prepare(database: str, matches: int) -> Prospect:
    """Write matches in their first phase."""
    deadline = datetime.now(UTC) + timedelta(seconds=matches * _WRITING_SECONDS + _START_SECONDS + _QUIET_SECONDS)
    began = deadline - _PHASE - timedelta(seconds=1)
    alone = [Prepared("apocalypse", "classic", began) for _ in range(_BESIDE)]
    first = Prepared("apocalypse", "classic", began)
    host = first.live.state.created.host
    write(database, [*alone, first])
    followed: list[Prepared] = []
    for start in range(_BESIDE + 1, matches, _WRITTEN_AT_ONCE):
        number = min(_WRITTEN_AT_ONCE, matches - start)
        group = [Prepared("apocalypse", "classic", began, host) for _ in range(number)]
        followed = followed or group[:_BESIDE]
        write(database, group)
    return Prospect(
        deadline,
        matches,
        _turns(alone),
        _turns(followed),
        [(f"/v1/matches/{match.match_id}/stream", next(iter(match.tokens.values()))) for match in followed],
    )


def _turns(matches: Sequence[Prepared]) -> dict[str, datetime]:
    turns = {match.match_id: closing_time(match.live.state) for match in matches}
    return {match_id: at for match_id, at in turns.items() if at is not None}


async def _weather(server: Running, database: str, prospect: Prospect) -> Storm:
    engine, players = open_engine(database), [await Submitter.create(server.port) for _ in range(_CALLERS)]
    await _submit(server, players, 1.0)
    left = _seconds_until(prospect.deadline) - _QUIET_SECONDS
    if left < 0:
        raise RuntimeError("The machine is too slow: the deadline has come before the storm was prepared.")
    await asyncio.sleep(left)
    await _longest_stall(server)
    quiet, loads = await _submit(server, players, _QUIET_SECONDS - _LOOK_SECONDS), list[Load]()
    quiet_stall = await _longest_stall(server)
    sockets = [await listen(server.port, path, token) for path, token in prospect.paths]
    await asyncio.sleep(_seconds_until(prospect.deadline))
    spent = server.cpu_seconds()
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not loads or await _is_open(engine, prospect.deadline):
                loads.append(await _submit(server, players, _LOOK_SECONDS))
            closed = max((await _closed_at(engine)).values()), server.cpu_seconds() - spent
            stall = await _longest_stall(server)
            while await _untold(engine):
                await _submit(server, players, _LOOK_SECONDS)
            told = datetime.now(UTC), server.cpu_seconds() - spent
            stall = max(stall, await _longest_stall(server))
        closed_at = await _closed_at(engine)
    finally:
        await engine.dispose()
        for socket in sockets:
            socket.close()
    return Storm(
        closed=((closed[0] - prospect.deadline).total_seconds(), closed[1]),
        told=((told[0] - prospect.deadline).total_seconds(), told[1]),
        quiet=quiet,
        load=Load(sum(one.seconds for one in loads), [seconds for one in loads for seconds in one.latencies]),
        quiet_stall=quiet_stall,
        longest_stall=stall,
        alone=_latest(prospect.alone, closed_at),
        followed=_latest(prospect.followed, closed_at),
    )


def _seconds_until(moment: datetime) -> float:
    return (moment - datetime.now(UTC)).total_seconds()


def _latest(turns: Mapping[str, datetime], closed_at: Mapping[str, datetime]) -> float:
    """Return by how many seconds the latest of these matches was closed after its turn."""
    return max((closed_at[match_id] - turn).total_seconds() for match_id, turn in turns.items())


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


async def _is_open(engine: AsyncEngine, deadline: datetime) -> bool:
    """Whether a phase with the deadline is open."""
    async with engine.connect() as connection:
        query = select(_matches.c.match_id).where(_matches.c.due_at <= timestamp(deadline + _PHASE / 2)).limit(1)
        return (await connection.execute(query)).first() is not None


async def _closed_at(engine: AsyncEngine) -> dict[str, datetime]:
    """Return when matches were closed, by id."""
    async with engine.connect() as connection:
        rows = await connection.execute(select(_entries.c.log_id, _entries.c.at).where(*_RESOLVED))
        return {match_id: datetime.fromisoformat(at) for match_id, at in rows}


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
