"""
The rate of durable submissions in one process, over HTTP and over WebSockets, and their latency at half of that rate.

Each is compared with something that the same app can do at best: a call that is admitted, validates the same body and
does nothing else, a socket that echoes the same frame. That call is compared with a bare route of the framework. They
take turns, so that a machine that slows down slows all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from statistics import median
from typing import Protocol

from benchmarks.http_load import Caller, Load, ask, connect, drive, drive_at, request
from benchmarks.processes import Running, pin, running, running_process, unpin
from benchmarks.report import Row
from benchmarks.socket_load import asker

CONNECTIONS = 64  # Enough that the server never waits for the load while a commit runs.
SLICES = 4
_SPELLS = "12345678"

_HTTP_AIMS = {"SQLite": 0.85, "PostgreSQL": 0.9}
_SOCKET_AIMS = {"SQLite": 10_000, "PostgreSQL": 13_000}
_COST_AIMS = {"SQLite": 75, "PostgreSQL": 60}


class _Drive(Protocol):
    def __call__(
        self,
        callers: Sequence[Caller],
        requests: Sequence[Iterator[bytes]],
        accept: Callable[[bytes], bool],
        seconds: float,
    ) -> Awaitable[Load]: ...


def measure(name: str, database: str, seconds: float) -> list[Row]:
    """Measure each of the rates for about `seconds`, half of it on the ceiling."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server, running("benchmarks.bare_starlette") as bare:
        pin(1)
        return asyncio.run(_measure(name, server, bare, seconds / 2 / SLICES))


async def _measure(name: str, server: Running, bare: int, seconds: float) -> list[Row]:
    port = server.port
    players = [await Submitter.create(port) for _ in range(CONNECTIONS)]
    connections = [await connect(port) for _ in range(CONNECTIONS)]  # Idle ones are closed after a while.
    calls = [player.calls() for player in players]
    noops = [player.noops() for player in players]
    bare_connections = [await connect(bare) for _ in range(CONNECTIONS)]
    bare_calls = [cycle([request("PUT", "/noop", _body("5"))]) for _ in players]
    ours, ceiling = await _in_turns(drive, connections, noops, bare_connections, bare_calls, seconds)
    noop = Row(
        figure=f"no-op calls/s, {name}",
        value=_rate(ours),
        ceiling=f"bare Starlette route {_rate(ceiling)}",
        ratio=_ratio(ours, ceiling),
        aim="≥ 0.9",
    )
    ours, ceiling = await _in_turns(drive, connections, calls, connections, noops, seconds)
    over_http = Row(
        figure=f"durable submissions/s over HTTP, 1 process, {name}",
        value=_rate(ours),
        ceiling=f"no-op call {_rate(ceiling)}",
        ratio=_ratio(ours, ceiling),
        aim=f"≥ {_HTTP_AIMS[name]}",
    )
    half = median(load.rate for load in ours) / 2
    ours, ceiling = await _in_turns(partial(drive_at, half), connections, calls, connections, noops, seconds)
    at_half = Row(
        figure=f"p99 of a submission at half of that rate, {name}",
        value=f"{_p99(ours):.1f} ms at {half:.0f}/s",
        ceiling=f"no-op call {_p99(ceiling):.1f} ms",
        ratio=median(one.quantile(0.99) / other.quantile(0.99) for one, other in zip(ours, ceiling, strict=True)),
        aim="≤ 2.5",
    )
    sockets = [await asker(port, "/v1/stream", player.token) for player in players]
    echoes = [await asker(port, "/echo") for _ in players]
    frames = [player.frames() for player in players]
    echoed = [cycle([next(supply)]) for supply in frames]
    measured = partial(_drive_measured, server)
    ours, ceiling = await _in_turns(measured, sockets, frames, echoes, echoed, seconds)
    over_sockets = Row(
        figure=f"durable submissions/s over WebSockets, 1 process, {name}",
        value=_rate(ours),
        ceiling=f"echo {_rate(ceiling)}",
        ratio=_ratio(ours, ceiling),
        aim=f"{_SOCKET_AIMS[name]:,}/s",
    )
    costs = Row(
        figure=f"processor time of a submission over WebSockets, {name}",
        value=_cost(ours),
        ceiling=f"echo {_cost(ceiling)}",
        ratio=median(_cpu_seconds(one) / _cpu_seconds(other) for one, other in zip(ours, ceiling, strict=True)),
        aim=f"≤ {_COST_AIMS[name]} µs more",
    )
    callers: list[Caller] = [*connections, *bare_connections, *sockets, *echoes]
    for caller in callers:
        caller.close()
    return [noop, over_http, over_sockets, costs, at_half]


async def _drive_measured(
    server: Running,
    callers: Sequence[Caller],
    requests: Sequence[Iterator[bytes]],
    accept: Callable[[bytes], bool],
    seconds: float,
) -> Load:
    """Drive, and measure the processor time of the server."""
    before = server.cpu_seconds()
    load = await drive(callers, requests, accept, seconds)
    load.cpu_seconds = server.cpu_seconds() - before
    return load


async def _in_turns(
    drive: _Drive,
    callers: Sequence[Caller],
    requests: Sequence[Iterator[bytes]],
    others: Sequence[Caller],
    theirs: Sequence[Iterator[bytes]],
    seconds: float,
) -> tuple[list[Load], list[Load]]:
    ours: list[Load] = []
    ceiling: list[Load] = []
    for _ in range(SLICES):
        ours.append(await drive(callers, requests, is_good, seconds))
        ceiling.append(await drive(others, theirs, is_good, seconds))
    return ours, ceiling


class Submitter:
    """A player of a running match, whose submissions all differ from the previous one."""

    def __init__(self, token: str, match_id: str) -> None:
        self.token = token
        self._match_id = match_id
        self._spells = cycle(_SPELLS)

    @classmethod
    async def create(cls, port: int) -> Submitter:
        """Create a new player in a new match."""
        connection = await connect(port)
        token = (await ask(connection, "POST", "/v1/players", {"name": "Load"}))["token"]
        body = {
            "game": "wizards_duel",
            "options": {"cast_seconds": 604_800},
            "seats": {"a": {}, "b": {"bot": True}},
        }
        match_id = (await ask(connection, "POST", "/v1/matches", body, token))["match_id"]
        await ask(connection, "POST", f"/v1/matches/{match_id}/start", None, token)
        connection.close()
        return cls(token, match_id)

    def calls(self) -> Iterator[bytes]:
        path = f"/v1/matches/{self._match_id}/submission"
        calls = {spell: request("PUT", path, _body(spell), self.token) for spell in _SPELLS}
        return (calls[spell] for spell in self._spells)

    def noops(self) -> Iterator[bytes]:
        return cycle([request("PUT", f"/v1/matches/{self._match_id}/noop", _body("5"), self.token)])

    def frames(self) -> Iterator[bytes]:
        named = {"type": "submit", "match_id": self._match_id}
        frames = {spell: json.dumps({**named, **_body(spell)}).encode() for spell in _SPELLS}
        return (frames[spell] for spell in self._spells)


def _body(spell: str) -> dict[str, object]:
    return {"phase": 1, "move": {"type": "cast", "spell": spell}}


def is_good(reply: bytes) -> bool:
    """Return whether a reply is correct: a new receipt, the no-op's reply, or an echo."""
    return reply.startswith((b"200", b'{"type":"submitted"', b'{"type": "submit"')) and b'"repeated":true' not in reply


def _rate(loads: list[Load]) -> str:
    return f"{median(load.rate for load in loads):.0f}/s, p99 {_p99(loads):.1f} ms"


def _cost(loads: list[Load]) -> str:
    return f"{1e6 * median(map(_cpu_seconds, loads)):.0f} µs"


def _cpu_seconds(load: Load) -> float:
    """Return the processor time of the server for each request."""
    return load.cpu_seconds / len(load.latencies)


def _p99(loads: list[Load]) -> float:
    """In milliseconds."""
    return 1000 * median(load.quantile(0.99) for load in loads)


def _ratio(ours: list[Load], ceiling: list[Load]) -> float:
    return median(one.rate / other.rate for one, other in zip(ours, ceiling, strict=True))
