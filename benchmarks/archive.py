"""
What the archive costs and saves: how small logs become, and how a submission fares while thousands are moved.

The matches that are moved are duels that have long been over. Meanwhile others are played against bots, at a constant
rate; the reference is the same on the same server while nothing is moved.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.http_load import Connection, Load, ask, connect
from benchmarks.prepared import Prepared, write, write_copies
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.tournament import choose, is_asked
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import ArchivedLogRow
from tests.postgres import DISK

Json = Any

_PLAYED: Final = 500
"""How many matches are played meanwhile."""

_RATE: Final = 20
"""Moves each second; with each, a view is read, a bot moves and a phase closes."""

_CALLERS: Final = 16
_SLICE_SECONDS: Final = 3.0
_WARM_SLICES: Final = 5
_QUIET_SLICES: Final = 10
_ORIGINALS: Final = 20

_CAST_SECONDS: Final = 604_800

_LONG_AGO: Final = timedelta(days=60)
_DAYS: Final = 30

_Work: TypeAlias = Callable[[Running, "_Players", AsyncEngine, str, str], Awaitable["_Moved"]]
"""Archives on a server, with those who play, in a database, to a place."""


@dataclass(slots=True)
class _Play:
    """How it was to play: the submissions, and the longest iteration of the server's event loop, in seconds."""

    load: Load = field(default_factory=Load)
    stall: float = 0.0

    async def go_on(self, server: Running, players: _Players) -> None:
        """Play for a slice of time."""
        await _ask(server, "/stall")
        began = perf_counter()
        self.load.latencies += await players.play(_SLICE_SECONDS)
        self.load.seconds += perf_counter() - began
        self.stall = max(self.stall, (await _ask(server, "/stall"))["seconds"])

    def __str__(self) -> str:
        quantiles = (f"p{100 * q:.0f} {1000 * self.load.quantile(q):.1f}" for q in (0.5, 0.99))
        return f"{', '.join(quantiles)} ms"


@dataclass(frozen=True, slots=True)
class _Moved:
    """How many logs were moved, in how many seconds; how it was to play meanwhile, and otherwise."""

    number: int
    seconds: float
    meanwhile: _Play
    quiet: _Play

    def rows(self, how: str) -> list[Row]:
        each = f"{self.number:,} duels in {self.seconds:.0f} s, {1000 * self.seconds / self.number:.0f} ms each"
        ratio = self.meanwhile.load.quantile(0.99) / self.quiet.load.quantile(0.99)
        stalls = [f"{1000 * play.stall:.0f} ms" for play in (self.meanwhile, self.quiet)]
        return [
            Row(f"archived {how}", each),
            Row(
                f"a submission meanwhile, {_RATE}/s in {_PLAYED} matches",
                f"{self.meanwhile}",
                f"{self.quiet}",
                ratio,
                "≤ 2",
            ),
            Row("longest iteration of the event loop meanwhile", stalls[0], f"quiet {stalls[1]}", aim="10 ms"),
        ]


def measure(databases: Mapping[str, Callable[[str], str]], matches: int, seconds: float) -> list[Row]:
    """
    Archive in a server for `seconds`, and beside another one until so many matches are archived.

    `databases` are what returns the URL of an empty one by its name, by their kinds.
    """
    played = [_played() for _ in range(_ORIGINALS)]
    rows: list[Row] = []
    for kind, database in databases.items():
        for name, work in (("by the server", partial(_by_server, seconds=seconds)), ("by `moirai archive`", _beside)):
            url = database(f"archive-{len(rows)}")
            rows += _measure(url, played, matches, work).rows(f"{name}, {kind}")
    return rows


def _played() -> Prepared:
    match = Prepared("wizards_duel", "colosseum", datetime.now(UTC) - _LONG_AGO)
    match.play_out()
    return match


def _measure(database: str, played: Sequence[Prepared], matches: int, work: _Work) -> _Moved:
    """Write the matches, and begin those that are played; then do the work."""
    unpin()
    write(database, played)
    write_copies(database, played, matches - len(played))
    with tempfile.TemporaryDirectory(prefix="moirai-archive-", dir=DISK) as folder:
        place = Path(folder).as_uri()
        with running_process("benchmarks.moirai_server", database, archive=place) as server:
            pin(1)
            moved = asyncio.run(_move(server, database, place, work))
    unpin()
    return moved


async def _move(server: Running, database: str, place: str, work: _Work) -> _Moved:
    players, engine = await _Players.create(server.port), open_engine(database)
    try:
        for _ in range(_WARM_SLICES):
            await _Play().go_on(server, players)
        return await work(server, players, engine, database, place)
    finally:
        await engine.dispose()


async def _by_server(
    server: Running, players: _Players, engine: AsyncEngine, database: str, place: str, seconds: float
) -> _Moved:
    """Let the server archive every other slice."""
    meanwhile, quiet = _Play(), _Play()
    while meanwhile.load.seconds < seconds:
        await _ask(server, "/archive?on=true")
        await meanwhile.go_on(server, players)
        await _ask(server, "/archive?on=false")
        await quiet.go_on(server, players)
    return _Moved(await _count(engine), meanwhile.load.seconds, meanwhile, quiet)


async def _beside(server: Running, players: _Players, engine: AsyncEngine, database: str, place: str) -> _Moved:
    """Let a command archive everything; the quiet time is half before it and half after it."""
    meanwhile, quiet = _Play(), _Play()
    for _ in range(_QUIET_SLICES):
        await quiet.go_on(server, players)
    command = (sys.executable, "-m", "server.cli.cli", "archive", "--days", str(_DAYS))
    settings = {"MOIRAI_DATABASE": database, "MOIRAI_ARCHIVE": place}
    began = perf_counter()
    process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **settings})
    ended = asyncio.create_task(process.wait())
    while not ended.done():
        await meanwhile.go_on(server, players)
    seconds = perf_counter() - began
    if await ended:
        raise RuntimeError("not everything was archived")
    for _ in range(_QUIET_SLICES):
        await quiet.go_on(server, players)
    return _Moved(await _count(engine), seconds, meanwhile, quiet)


async def _ask(server: Running, path: str) -> Json:
    connection = await connect(server.port)
    reply = await ask(connection, "GET", path)
    connection.close()
    return reply


async def _count(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(ArchivedLogRow.__table__))).scalar_one())


class _Players:
    """Who play many duels against bots, in turns, over some connections."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._random = Random(1)
        self._matches: deque[tuple[str, str]] = deque()
        self._names = count(1)

    @classmethod
    async def create(cls, port: int) -> _Players:
        """Begin all duels."""
        players = cls(port)
        connection = await connect(port)
        for _ in range(_PLAYED):
            await players._begin(connection)
        connection.close()
        return players

    async def play(self, seconds: float) -> list[float]:
        """Make moves at a constant rate; return the seconds that each submission took."""
        connections = [await connect(self._port) for _ in range(_CALLERS)]
        began, taken, pause = perf_counter(), list[float](), _CALLERS / _RATE

        async def play(place: int, connection: Connection) -> None:
            due = began + pause * place / _CALLERS
            while due < began + seconds:
                await asyncio.sleep(due - perf_counter())
                taken.extend(await self._move(connection))
                due += pause

        await asyncio.gather(*(play(*each) for each in enumerate(connections)))
        for connection in connections:
            connection.close()
        return taken

    async def _move(self, connection: Connection) -> list[float]:
        """Make one move in the match whose turn it is, if one is awaited; begin another match for one that is over."""
        match_id, token = self._matches.popleft()
        view = await ask(connection, "GET", f"/v1/matches/{match_id}/view", None, token)
        if view["status"] == "over":
            await self._begin(connection)
            return []
        self._matches.append((match_id, token))
        if not is_asked(view):  # The phase is being closed at this moment.
            return []
        body = {"phase": view["phase"]["number"], "move": choose(view["prompt"], self._random)}
        sent = perf_counter()
        await ask(connection, "PUT", f"/v1/matches/{match_id}/submission", body, token)
        return [perf_counter() - sent]

    async def _begin(self, connection: Connection) -> None:
        player = await ask(connection, "POST", "/v1/players", {"name": f"Player {next(self._names)}"})
        body = {
            "game": "wizards_duel",
            "pace": "eager",
            "autostart": True,
            "options": {"cast_seconds": _CAST_SECONDS},
            "seats": {"a": {}, "b": {"bot": True}},
        }
        created = await ask(connection, "POST", "/v1/matches", body, player["token"])
        self._matches.append((created["match_id"], player["token"]))
