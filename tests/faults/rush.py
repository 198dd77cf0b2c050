"""Players who submit as fast as they are answered, hundreds of times a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

import httpx

from tests.waiting import PATIENCE_SECONDS, until

_MATCHES: Final = 6


@dataclass
class Rush:
    """
    Two players a match who submit as fast as they are answered; `receipts` are all that they got, in order.

    `host` hosts all matches, and has no seat.
    """

    host: httpx.AsyncClient
    matches: list[str] = field(default_factory=list)
    receipts: list[str] = field(default_factory=list)

    async def progress(self, submissions: int) -> None:
        """Wait until this many more submissions were acknowledged."""
        before = len(self.receipts)
        await until(lambda: len(self.receipts) >= before + submissions)


@asynccontextmanager
async def rush(url: str, matches: int = _MATCHES) -> AsyncIterator[Rush]:
    """Submit to a server, over connections of their own, until the end."""
    going = Rush(await sign_up(url, "Host"))
    players = [await sign_up(url, f"Player {number}") for number in range(2 * matches)]
    try:
        async with asyncio.TaskGroup() as group:
            tasks = []
            for a, b in zip(players[::2], players[1::2], strict=True):
                going.matches.append(match_id := await _duel(going.host, a, b))
                tasks += [group.create_task(_submit(player, match_id, going)) for player in (a, b)]
            yield going
            for task in tasks:
                task.cancel()
    finally:
        for player in (going.host, *players):
            await player.aclose()


async def sign_up(url: str, name: str) -> httpx.AsyncClient:
    """Return a client with the token of a new player."""
    http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False)
    token = (await http.post("/v1/players", json={"name": name})).json()["token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return http


async def _duel(host: httpx.AsyncClient, ada: httpx.AsyncClient, bo: httpx.AsyncClient) -> str:
    """Return the id of a running match that waits long for submissions."""
    body = {"game": "wizards_duel", "options": {"cast_seconds": 86400}, "autostart": True}
    match_id = str((await host.post("/v1/matches", json=body)).json()["match_id"])
    for player, seat in ((ada, "a"), (bo, "b")):
        await player.put(f"/v1/matches/{match_id}/seats/{seat}", json={})

    async def runs() -> bool:
        return bool((await ada.get(f"/v1/matches/{match_id}")).json()["status"] == "running")

    await until(runs)
    return match_id


async def _submit(player: httpx.AsyncClient, match_id: str, going: Rush) -> None:
    for spell in cycle("4567"):
        move = {"phase": 1, "move": {"type": "cast", "spell": spell}}
        reply = await player.put(f"/v1/matches/{match_id}/submission", json=move)
        if reply.status_code == 200:
            going.receipts.append(reply.json()["receipt"])
