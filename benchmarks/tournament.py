"""
A tournament of bots over the public API: many duels at once, each bot choosing by its prompt, compared with as many
no-op calls.
"""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.http_load import Connection, ask, connect, drive_count
from benchmarks.processes import pin, running, unpin
from benchmarks.report import Row
from benchmarks.submissions import Submitter, is_good

Json = Any

_CONNECTIONS = 100
_PATIENCE_SECONDS = 1200


def measure(database: str, duels: int) -> list[Row]:
    """Play this many duels, all of which are open at once."""
    unpin()
    with running("benchmarks.moirai_server", database) as port:
        pin(1)
        return [asyncio.run(_measure(port, duels))]


async def _measure(port: int, duels: int) -> Row:
    bench = _Tournament([await connect(port) for _ in range(_CONNECTIONS)])
    begun = perf_counter()
    async with asyncio.timeout(_PATIENCE_SECONDS):
        await asyncio.gather(*(bench.play(number) for number in range(duels)))
    spent = perf_counter() - begun
    for connection in bench.connections:
        connection.close()
    fresh = [await connect(port) for _ in range(_CONNECTIONS)]  # The server closes those that were idle for long.
    noops = await drive_count(fresh, (await Submitter.create(port)).noops(), is_good, bench.calls)
    for connection in fresh:
        connection.close()
    return Row(
        figure=f"tournament of {duels} duels at once, by bots",
        value=f"{spent:.1f} s for {bench.calls} calls",
        ceiling=f"as many no-op calls {noops.seconds:.1f} s",
        ratio=spent / noops.seconds,
        aim="≤ 1.8",
    )


class _Tournament:
    """The calls of all bots, which share some persistent connections."""

    def __init__(self, connections: list[Connection]) -> None:
        self.connections = connections
        self.calls = 0
        self._free: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for connection in connections:
            self._free.put_nowait(connection)

    async def play(self, number: int) -> None:
        """Play one duel from the creation of its players to its end."""
        random = Random(number)
        tokens = [(await self._call("POST", "/v1/players", {"name": f"Bot {seat}"}))["token"] for seat in "ab"]
        body = {"game": "wizards_duel", "pace": "eager", "autostart": True, "seats": {"a": {}}}
        match_id = (await self._call("POST", "/v1/matches", body, tokens[0]))["match_id"]
        path = f"/v1/matches/{match_id}"
        await self._call("PUT", f"{path}/seats/b", {}, tokens[1])
        while True:
            views = [await self._call("GET", f"{path}/view", None, token) for token in tokens]
            if views[0]["status"] == "over":
                return
            asked = [(view, token) for view, token in zip(views, tokens, strict=True) if is_asked(view)]
            for view, token in asked:
                body = {"phase": view["phase"]["number"], "move": choose(view["prompt"], random)}
                await self._call("PUT", f"{path}/submission", body, token)
            if not asked:
                await asyncio.sleep(0.02)  # The phase is being closed at this moment.

    async def _call(self, method: str, path: str, body: Json = None, token: str | None = None) -> Json:
        self.calls += 1
        connection = await self._free.get()
        try:
            return await ask(connection, method, path, body, token)
        finally:
            self._free.put_nowait(connection)


def is_asked(view: Json) -> bool:
    return view["status"] == "running" and view["prompt"] is not None and view["submission"] is None


def choose(schema: Json, random: Random) -> Json:
    """Choose a move that fits the prompt of a duel."""
    if "oneOf" in schema or "anyOf" in schema:
        return choose(random.choice(schema.get("oneOf") or schema["anyOf"]), random)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    return {name: choose(part, random) for name, part in schema["properties"].items()}
