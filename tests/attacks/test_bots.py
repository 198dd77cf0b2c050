"""Matches of bots alone: one small request must not make the server compute at full speed for a stranger."""

from __future__ import annotations

import asyncio
from typing import Final

from tests.attacks.ground import TIMES, attacked

SECONDS: Final = 5 * TIMES

BODY: Final = {
    "game": "wizards_duel",
    "pace": "eager",
    "autostart": True,
    "seats": {"a": {"bot": True}, "b": {"bot": True}},
}


async def test_matches_of_bots_are_charged_to_their_creator_and_play_slowly(sqlite_url: str) -> None:
    """
    Creating one costs five seconds of a token's budget, and it writes four entries a second.
    """
    async with attacked(sqlite_url) as ground:
        eve = await ground.guest("Eve")
        loop = asyncio.get_running_loop()
        began = loop.time()
        made: list[str] = []
        while loop.time() < began + SECONDS:
            reply = await eve.http.post("/v1/matches", json=BODY)
            if reply.status_code == 201:
                made.append(reply.json()["match_id"])
            await asyncio.sleep(0.1)

        creating = loop.time() - began
        zoe = await ground.guest("Zoe")
        seen = [(await zoe.get(f"/v1/matches/{match_id}"))["phase"] for match_id in made]
        playing = loop.time() - began
        phases = [phase["number"] for phase in seen if phase is not None]  # The first of them end before that.

    assert 1 <= len(made) <= 1 + creating / 3
    assert max(phases) <= 2 + (playing + 5) * 4 / 3
    assert min(phases) >= 1
