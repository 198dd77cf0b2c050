"""Programs of the TypeScript client sign in by device flow, and renew their tokens by themselves."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.clients.node import node
from tests.server.people.oauth.browser import signed_in
from tests.server.world import World
from tests.waiting import patience


async def test_a_program_follows_a_match_although_its_tokens_expire(world: World, typescript_players: Path) -> None:
    """Its socket is closed with the token of the first hour, and opened again with the next one."""
    player, browser = await signed_in(world)
    match_id = await world.duel(player, player, await world.player("Bo"))
    given = json.dumps({"server": world.url, "match_id": match_id})
    program = await asyncio.create_subprocess_exec(
        node(), str(typescript_players / "sign_in.js"), given, stdout=asyncio.subprocess.PIPE
    )

    async def said() -> Any:  # noqa: ANN401  # JSON
        assert program.stdout is not None
        return json.loads(await program.stdout.readline())

    async with patience():
        shown = await said()
        await browser.decide(shown["code"])
        signed_in_as = await said()
        states = [(await said())["state"]]
        world.clock.advance(3600)
        while states[-2:] != ["reconnecting", "live"]:
            states.append((await said())["state"])
        await world.pass_time(1)
        while "state" in (ended := await said()):
            pass
        refused = await said()
        await program.wait()

    assert shown["url"].endswith(f"/oauth/device?user_code={shown['code']}")
    assert signed_in_as == {"player_id": player.player_id}
    assert ended == {"renewed": True, "again": player.player_id}
    assert refused == {"refused": "insufficient_scope"}
