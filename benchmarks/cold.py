"""
The first view of a match that is not in memory, of every game, in the middle of play and at its end.

Before each cold call, the server forgets all matches; the reference is the same call right after it. Matches that are
over are also read from an archive, in a folder and, where its server is installed, in a bucket (tests/s3). Sources take
turns, call by call.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter, sleep
from typing import IO, Final, TypeAlias

import httpx

from benchmarks.http_load import Connection, connect, request
from benchmarks.prepared import Prepared, write
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from engines.catalogue import GAMES
from server.logs.archive.archive import Moved, open_archive
from server.logs.store.opening import open_store
from server.runtime.clock.clock import SystemClock
from server.runtime.database.connection import open_engine
from tests.postgres import DISK
from tests.s3.bucket import BUCKET, URL, variables

Source: TypeAlias = Callable[[str, Sequence[str]], AbstractContextManager[Mapping[str, object]]]
"""Puts matches that are over where they are read from; yields the settings that a server needs to read them there."""

_S3: Final = Path(__file__).parents[1] / ".venv-s3"


@contextmanager
def _log(database: str, over: Sequence[str]) -> Iterator[Mapping[str, object]]:
    yield {}


@contextmanager
def _folder(database: str, over: Sequence[str]) -> Iterator[Mapping[str, object]]:
    with TemporaryDirectory(prefix="moirai-archive-", dir=DISK) as folder:
        yield asyncio.run(_archive(database, over, Path(folder).as_uri()))


@contextmanager
def _bucket(database: str, over: Sequence[str]) -> Iterator[Mapping[str, object]]:
    command = [str(_S3 / "bin" / "python"), "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
    with TemporaryFile("w+") as said, subprocess.Popen(command, stdout=said, stderr=said) as server:
        try:
            while not (address := re.search(r"http://127\.0\.0\.1:\d+", _read(said))):
                sleep(0.1)
            os.environ.update(variables(address[0]))
            httpx.put(f"{address[0]}/{BUCKET}").raise_for_status()
            yield asyncio.run(_archive(database, over, URL))
        finally:
            server.terminate()


def _read(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


async def _archive(database: str, over: Sequence[str], place: str) -> Mapping[str, object]:
    """Move matches to the archive in this place; return the setting."""
    engine, store = open_engine(database), open_store(database)
    archive = open_archive(store, engine, place, SystemClock())
    for match_id in over:
        assert await archive.move(match_id, "matches") is Moved.ARCHIVED
    await store.close()
    await engine.dispose()
    return {"archive": place}


_ARCHIVES: Final[Mapping[str, Source]] = {"a folder": _folder, **({"S3": _bucket} if _S3.exists() else {})}

SOURCES: Final[Mapping[str, Source]] = {"the log": _log, **_ARCHIVES}
"""From where matches are read, by name; each in a database of its own."""

_ALIKE: Final = 3
"""How many matches of a kind take turns."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Matches of one game, in the middle of play or over."""

    name: str
    matches: Sequence[Prepared]

    @property
    def over(self) -> bool:
        return self.matches[0].live.state.ended

    def __str__(self) -> str:
        entries = median(len(match.live.entries) for match in self.matches)
        return f"{self.name}, {'over' if self.over else 'in play'}, {entries:.0f} entries"

    def views(self) -> Iterator[bytes]:
        """Yield calls for the view of a seat in one match after another."""
        tokens = [(match.match_id, next(iter(match.tokens.values()))) for match in self.matches]
        return cycle([request("GET", f"/v1/matches/{match_id}/view", None, token) for match_id, token in tokens])


@dataclass
class _Times:
    """The seconds that calls took, and the processor time of the server, each in order."""

    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)

    async def take(self, server: Running, connection: Connection, call: bytes) -> None:
        """Make one call."""
        cpu, sent = server.cpu_seconds(), perf_counter()
        reply = await connection.send(call)
        self.seconds.append(perf_counter() - sent)
        self.cpu_seconds.append(server.cpu_seconds() - cpu)
        if not reply.startswith(b"2"):
            raise RuntimeError(reply.decode())

    def __str__(self) -> str:
        return f"CPU {1000 * median(self.cpu_seconds):.1f} ms, p50 {1000 * median(self.seconds):.1f} ms"


def measure(database: Callable[[str], str], calls: int) -> list[Row]:
    """Return rows from this many calls of each kind; `database` returns the URL of an empty one by its name."""
    groups = [group for game in GAMES for group in _played(game)]
    over = [match.match_id for group in groups if group.over for match in group.matches]
    unpin()
    with ExitStack() as processes:
        servers: dict[str, Running] = {}
        for name, put in SOURCES.items():
            url = database(f"cold-{len(servers)}")
            write(url, [match for group in groups for match in group.matches])
            settings = processes.enter_context(put(url, over))
            process = running_process("benchmarks.moirai_server", url, sweep_seconds=3600, **settings)
            servers[name] = processes.enter_context(process)
        pin(1)
        return asyncio.run(_measure(groups, servers, calls))


async def _measure(groups: Sequence[_Group], servers: Mapping[str, Running], calls: int) -> list[Row]:
    rows: list[Row] = []
    for group in groups:
        connections = {name: await connect(server.port) for name, server in servers.items()}
        sources = [name for name in servers if group.over or name not in _ARCHIVES]
        cold, warm, views = {name: _Times() for name in sources}, {name: _Times() for name in sources}, group.views()
        for call in (next(views) for _ in range(calls)):
            for name in sources:
                await connections[name].send(request("GET", "/forget"))
                await cold[name].take(servers[name], connections[name], call)
                await warm[name].take(servers[name], connections[name], call)
        rows += [_row(f"view from {name}: {group}", cold[name], warm[name]) for name in sources]
        for connection in connections.values():
            connection.close()
    return rows


def _row(figure: str, cold: _Times, warm: _Times) -> Row:
    return Row(figure, str(cold), f"from memory: {warm}", median(cold.cpu_seconds) / median(warm.cpu_seconds))


def _played(game: str) -> list[_Group]:
    """Play matches of this game's first variant to their end, and as many to the middle."""
    over = [_play(game, None) for _ in range(_ALIKE)]
    half = max(1, round(median(phases for _, phases in over)) // 2)
    return [
        _Group(game, [match for match, _ in played]) for played in ([_play(game, half) for _ in range(_ALIKE)], over)
    ]


def _play(game: str, most: int | None) -> tuple[Prepared, int]:
    """Play this many phases, or all, with every seat in every phase; return the match, and how many there were."""
    # Phases are closed by the host, seconds after they opened, so that the last deadline is still ahead.
    match, phases = Prepared(game, next(iter(GAMES[game].variants)), datetime.now(UTC)), 0
    while (phase := match.live.state.phase) is not None and phases != most:
        for seat in phase.seats:
            match.submit(seat)
        match.close()
        phases += 1
    return match, phases
