"""
Durable submissions accepted over HTTP by one process, against a call of the same app that validates the same body and
does nothing. The two take turns, so that a machine that slows down slows both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import cycle
from statistics import median

from benchmarks.http_load import Connection, Load, ask, connect, drive, request
from benchmarks.processes import pin, running, unpin
from benchmarks.report import Row

CONNECTIONS = 64  # Enough that the server never waits for the load while a commit runs.
SLICES = 4


def measure(name: str, database: str, seconds: float) -> Row:
    """Run for about so long, half of it on the ceiling."""
    unpin()
    with running("benchmarks.moirai_server", database) as port:
        pin(1)
        return asyncio.run(_measure(name, port, seconds / 2 / SLICES))


async def _measure(name: str, port: int, seconds: float) -> Row:
    connections = [await connect(port) for _ in range(CONNECTIONS)]
    submissions = [await _submissions(connection) for connection in connections]
    noops = [cycle([request("PUT", "/noop", _body("5"))]) for _ in connections]
    ours: list[Load] = []
    ceiling: list[Load] = []
    for _ in range(SLICES):
        ours.append(await drive(connections, submissions, _is_new, seconds))
        ceiling.append(await drive(connections, noops, lambda reply: reply.startswith(b"200"), seconds))
    for connection in connections:
        connection.close()
    return Row(
        figure=f"durable submissions/s over HTTP, 1 process, {name}",
        value=f"{median(load.rate for load in ours):.0f}/s, p99 {_p99(ours):.1f} ms",
        ceiling=f"no-op call {median(load.rate for load in ceiling):.0f}/s, p99 {_p99(ceiling):.1f} ms",
        ratio=median(one.rate / other.rate for one, other in zip(ours, ceiling, strict=True)),
        aim="≥ 0.5",
    )


async def _submissions(connection: Connection) -> Iterator[bytes]:
    """Submissions of one player for a running match, each other than the one before."""
    token = (await ask(connection, "POST", "/v1/players", {"name": "Load"}))["token"]
    body = {
        "game": "wizards_duel",
        "options": {"cast_seconds": 604_800},
        "seats": {"a": {}, "b": {"bot": True}},
    }
    match_id = (await ask(connection, "POST", "/v1/matches", body, token))["match_id"]
    await ask(connection, "POST", f"/v1/matches/{match_id}/start", None, token)
    path = f"/v1/matches/{match_id}/submission"
    return cycle([request("PUT", path, _body(spell), token) for spell in "12345678"])


def _body(spell: str) -> dict[str, object]:
    return {"phase": 1, "move": {"type": "cast", "spell": spell}}


def _is_new(reply: bytes) -> bool:
    return reply.startswith(b"200") and b'"repeated":false' in reply


def _p99(loads: list[Load]) -> float:
    return 1000 * median(load.quantile(0.99) for load in loads)
