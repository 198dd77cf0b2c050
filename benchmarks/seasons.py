"""
The view of a season after its sixteen matches, by the byte of what it tells, compared with the view after the first.
"""

from __future__ import annotations

import asyncio
import json
from statistics import median
from typing import Any, Final

from benchmarks.http_load import Connection, ask, connect
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from tests.server.series.seasons import THE_SEASON

Json = Any

_CALLS: Final = 100
_PATIENCE_SECONDS: Final = 600
_POLL_SECONDS: Final = 0.5


def measure(database: str, slices: int) -> list[Row]:
    """Play the season from eleven to one with bots, then read both views in turns, in so many slices of each."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        return [asyncio.run(_measure(server, slices))]


async def _measure(server: Running, slices: int) -> Row:
    connection = await connect(server.port)
    token: str = (await ask(connection, "POST", "/v1/players", {"name": "Director"}))["token"]
    whole = await _season(connection, token, "when_done")
    begun = await _season(connection, token, "by_word")
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            if await _is_there(connection, token, whole, begun):
                break
    first: list[float] = []
    last: list[float] = []
    for _ in range(slices):
        first.append(await _per_byte(server, connection, token, begun))
        last.append(await _per_byte(server, connection, token, whole))
    connection.close()
    return Row(
        figure="view of a season after 16 matches, processor time by byte",
        value=f"{median(last) * 1e9:.0f} ns",
        ceiling=f"after the first episode {median(first) * 1e9:.0f} ns",
        ratio=median(last) / median(first),
        aim="≤ 1.3",
    )


async def _season(connection: Connection, token: str, start: str) -> str:
    """Start a season of bots; return its path."""
    body = {"label": "Eleven to one", **THE_SEASON, "players": [None] * 11, "start": start}
    path = f"/v1/series/{(await ask(connection, 'POST', '/v1/series', body, token))['series_id']}"
    await ask(connection, "POST", f"{path}/actions", {"type": "start"}, token)
    return path


async def _is_there(connection: Connection, token: str, whole: str, begun: str) -> bool:
    """Whether one season is over, and the first episode of the other."""
    views = [await ask(connection, "GET", f"{path}/view", None, token) for path in (whole, begun)]
    return bool(views[0]["status"] == "over" and views[1]["episodes"][0]["done"])


async def _per_byte(server: Running, connection: Connection, token: str, path: str) -> float:
    """Return the server's processor time for a view, by the byte of its reply."""
    before, told = server.cpu_seconds(), 0
    for _ in range(_CALLS):
        view: Json = await ask(connection, "GET", f"{path}/view", None, token)
        told += len(json.dumps(view))
    return (server.cpu_seconds() - before) / told
