"""A duel against a bot, as a client starts it."""

from __future__ import annotations

from typing import Any

from moirai_client import Client, Match
from tests.server.world import World


async def against_a_bot(world: World, client: Client, **terms: Any) -> Match:  # noqa: ANN401  # JSON
    """Return a running match in which the client has seat `a`, and was told two events."""
    request: Any = {"game": "wizards_duel", "seats": {"a": {}, "b": {"bot": True}}, "autostart": True, **terms}
    match = await client.create_match(request)
    await world.settle()
    return match
