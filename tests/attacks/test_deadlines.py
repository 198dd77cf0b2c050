"""A player who is in time stays in time, whatever somebody else sends meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.attacks.ground import NEIGHBOUR_ADDRESS, TIMES, Ground, Guest, attacked, in_another_process
from tests.serving import PATIENCE_SECONDS

Json = Any

CAST_SECONDS: Final = 10

BEFORE_SECONDS: Final = 0.15
"""How long before the deadline the victim submits: a person would, and no call of a quiet server takes as long."""

BURST: Final = 150


@pytest.mark.parametrize("database", ["SQLite", "PostgreSQL with two workers"])
async def test_who_submits_just_before_the_deadline_is_counted(request: pytest.FixtureRequest, database: str) -> None:
    """
    An attacker who asks for the history of a match again and again keeps the server busy over the deadline.
    """
    two = database != "SQLite"
    url: str = request.getfixturevalue("postgres_url" if two else "sqlite_url")
    async with attacked(url, workers="2" if two else "1") as ground:
        eve, mallory = await ground.guest("Eve"), await ground.guest("Mallory")
        long_one = await ground.duel(eve, mallory)
        await _lengthen(eve, long_one)
        ada, bo = [await ground.guest(name, address=NEIGHBOUR_ADDRESS) for name in ("Ada", "Bo")]
        for _ in range(TIMES):
            match_id = await ground.duel(ada, bo, options={"cast_seconds": CAST_SECONDS})
            closes_at = datetime.fromisoformat((await ada.get(f"/v1/matches/{match_id}/view"))["closes_at"])
            flood = asyncio.create_task(
                in_another_process(_flood, ground.url, eve.token, long_one, closes_at.timestamp() + 1)
            )

            await asyncio.sleep((closes_at - datetime.now(UTC)).total_seconds() - BEFORE_SECONDS)
            body = {"phase": 1, "move": {"type": "cast", "spell": "4"}}
            reply = await ada.http.put(f"/v1/matches/{match_id}/submission", json=body)

            assert reply.status_code == 200, reply.text
            assert await _spells(ground, ada, match_id) == {"a": "4"}
            await flood


async def _lengthen(guest: Guest, match_id: str) -> None:
    """Make a long history of the match, as fast as the limits allow."""
    for number in range(150):
        move = {"type": "cast", "spell": str(1 + number % 8)}
        await guest.put(f"/v1/matches/{match_id}/submission", {"phase": 1, "move": move})


async def _spells(ground: Ground, guest: Guest, match_id: str) -> Json:
    """Who cast what in the first round, once it is played."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (rounds := (await guest.get(f"/v1/matches/{match_id}/view"))["view"]["rounds"]):  # noqa: ASYNC110  # Nobody tells a caller who holds no stream.
            await asyncio.sleep(0.1)
    return {seat: spell for seat, spell in rounds[0]["spells"].items() if spell is not None}


def _flood(url: str, token: str, match_id: str, until: float) -> None:
    """Connect, ask for the whole history again and again in one burst, and hang up, until that time."""
    burst = [{"type": "subscribe", "match_id": match_id, "after": 0}, {"type": "unsubscribe", "match_id": match_id}]
    frames = [json.dumps(frame) for frame in burst * BURST]
    while time.time() < until:
        try:
            headers = {"Authorization": f"Bearer {token}"}
            with connect(url.replace("http", "ws") + "/v1/stream", additional_headers=headers) as socket:
                for frame in frames:
                    socket.send(frame)
                socket.socket.close()
        except (OSError, WebSocketException):
            time.sleep(0.05)
