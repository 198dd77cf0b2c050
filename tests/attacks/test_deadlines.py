"""A player whose submission arrives in time is counted, whatever others send meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from datetime import UTC, datetime
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.attacks.ground import NEIGHBOUR_ADDRESS, TIMES, Guest, attacked, in_another_process
from tests.waiting import patience

Json = Any

CAST_SECONDS: Final = 20

BEFORE_SECONDS: Final = 12.0
"""How long before the deadline the victim submits: a slow machine, kept busy, has to read it by then."""

BURST: Final = 150


async def test_a_submission_just_before_the_deadline_counts(database_url: str) -> None:
    """
    An attacker requests the history of a match repeatedly and keeps the server busy past the deadline.

    On PostgreSQL two workers serve, and the kernel chooses the victim's.
    """
    workers = "1" if database_url.startswith("sqlite") else "2"
    async with attacked(database_url, workers=workers) as ground:
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
            assert (await _first_round(ada, match_id))["spells"]["a"] == "4"
            await flood


async def _lengthen(guest: Guest, match_id: str) -> None:
    """Make the history of the match long, as fast as the limits allow."""
    for number in range(150):
        move = {"type": "cast", "spell": str(1 + number % 8)}
        await guest.put(f"/v1/matches/{match_id}/submission", {"phase": 1, "move": move})


async def _first_round(guest: Guest, match_id: str) -> Json:
    """Return what a duel's view shows of its first round, once that is played."""
    async with patience():
        while not (rounds := (await guest.get(f"/v1/matches/{match_id}/view"))["view"]["rounds"]):  # noqa: ASYNC110  # Nobody tells a caller who holds no stream.
            await asyncio.sleep(0.1)
    return rounds[0]


def _flood(url: str, token: str, match_id: str, until: float) -> None:
    """Connect, request the whole history repeatedly in one burst, and disconnect, until that time."""
    logging.disable()  # The library raises when the other end disconnects.
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
