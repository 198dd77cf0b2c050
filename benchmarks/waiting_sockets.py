"""
What sockets cost that wait: memory, the processor time of their heartbeats, and their return after a restart.

All are of players of different matches, which are in memory before. The ceiling is a socket of the framework that
does nothing but send back what it gets, and a frame on it.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle

from benchmarks.http_load import Load, connect, drive, drive_at, request
from benchmarks.prepared import duels, write
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.socket_load import Listener, asker, listen
from benchmarks.submissions import Submitter, is_good
from server.cli.serving.one_process import PING_SECONDS
from server.runtime.settings import Settings

_RATE = 100
_CALLERS = 8
_QUIET_SECONDS = 10.0
_SLICE_SECONDS = 0.5
_ECHO_SECONDS = 3.0
_HOUR = 3600

_Followed = Sequence[tuple[str, str]]
"""Paths of streams, each with a token."""


def measure(name: str, database: str, sockets: int, seconds: float) -> list[Row]:
    """Measure this many sockets; `seconds`: how long their heartbeats are measured."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    unpin()
    matches = duels(sockets // 2)
    write(database, matches)
    followed = [(f"/v1/matches/{match.match_id}/stream", token) for match in matches for token in match.tokens.values()]
    settings = {"live_matches": sockets, "live_megabytes": 4000, "connections": 2 * sockets}
    with running_process("benchmarks.moirai_server", database, **settings) as server:
        pin(1)
        bare, echo = asyncio.run(_bare(server, sockets))
    unpin()
    with running_process("benchmarks.moirai_server", database, **settings) as server:
        pin(1)
        grown, beats = asyncio.run(_idle(server, followed, seconds))
    unpin()
    with running_process("benchmarks.moirai_server", database, **settings) as server:
        pin(1)
        back, attempts, quiet, load = asyncio.run(_return(server, followed))
    unpin()
    frames = _HOUR / Settings().heartbeat_seconds + _HOUR / PING_SECONDS
    return [
        Row(
            f"memory of an idle socket, of {sockets:,}, {name}",
            f"{grown / 1000:.1f} kB",
            f"of the framework {bare / 1000:.1f} kB",
            grown / bare,
            "≤ 20 kB",
        ),
        Row(
            f"processor time of the heartbeats of {sockets:,} sockets in an hour, {name}",
            f"{beats:.0f} s",
            f"as many frames sent back {sockets * frames * echo:.0f} s",
            beats / (sockets * frames * echo),
        ),
        Row(
            f"{sockets:,} browsers come back after a restart, {name}",
            f"{back:.1f} s, {attempts:,} attempts",
            aim="≤ 10 s",
        ),
        Row(
            f"a submission meanwhile, {_RATE}/s, {name}",
            _quantiles(load),
            f"quiet {_quantiles(quiet)}",
            load.quantile(0.99) / quiet.quantile(0.99),
            "≤ 3",
        ),
    ]


async def _bare(server: Running, sockets: int) -> tuple[float, float]:
    """Return the bytes of a socket that sends back what it gets, and the seconds of processor time of one frame."""
    first = await asker(server.port, "/echo")
    frame = json.dumps({"type": "submit"}).encode()
    await first.send(frame)
    async with _listening(server, [("/echo", "")] * sockets) as grown:
        spent = server.cpu_seconds()
        load = await drive([first], [cycle([frame])], lambda _: True, _ECHO_SECONDS)
        return grown / sockets, (server.cpu_seconds() - spent) / len(load.latencies)


async def _idle(server: Running, followed: _Followed, seconds: float) -> tuple[float, float]:
    """Return the bytes of each socket, and the seconds of processor time that all of them take in an hour."""
    connection = await connect(server.port)
    for path, token in followed:  # The matches, their viewers and the tokens are in memory then.
        reply = await connection.send(request("GET", path.replace("/stream", "/view"), None, token))
        assert reply.startswith(b"200")
    connection.close()
    async with _listening(server, followed) as grown:
        await asyncio.sleep(1)
        spent = server.cpu_seconds()
        await asyncio.sleep(seconds)
        return grown / len(followed), (server.cpu_seconds() - spent) * _HOUR / seconds


async def _return(server: Running, followed: _Followed) -> tuple[float, int, Load, Load]:
    """Return how long it takes until all are back, with how many attempts; and submissions before and meanwhile."""
    players = [await Submitter.create(server.port) for _ in range(_CALLERS)]
    calls = [player.calls() for player in players]
    await _submit(server, calls, 1.0)
    quiet, loads = await _submit(server, calls, _QUIET_SECONDS), list[Load]()
    pipe = asyncio.subprocess.PIPE
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.crowd", str(server.port)), stdin=pipe, stdout=pipe
    )
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    crowd.stdin.write(json.dumps(followed).encode())
    crowd.stdin.close()
    coming = asyncio.create_task(crowd.stdout.read())
    while not coming.done():
        loads.append(await _submit(server, calls, _SLICE_SECONDS))
    back, attempts = json.loads(await coming)
    await crowd.wait()
    together = Load(sum(load.seconds for load in loads), [taken for load in loads for taken in load.latencies])
    return back, attempts, quiet, together


async def _submit(server: Running, calls: Sequence[Iterator[bytes]], seconds: float) -> Load:
    connections = [await connect(server.port) for _ in calls]
    load = await drive_at(_RATE, connections, calls, is_good, seconds)
    for connection in connections:
        connection.close()
    return load


@asynccontextmanager
async def _listening(server: Running, followed: _Followed) -> AsyncIterator[int]:
    """Listen on these streams; yields by how many bytes the server has grown."""
    before, opened = server.resident_bytes(), list[Listener]()
    try:
        for path, token in followed:
            opened.append(await listen(server.port, path, token or None))
        yield server.resident_bytes() - before
    finally:
        for listener in opened:
            listener.close()


def _quantiles(load: Load) -> str:
    return f"p50 {1000 * load.quantile(0.5):.1f} ms, p99 {1000 * load.quantile(0.99):.1f} ms"
