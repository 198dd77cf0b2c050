"""Players and databases for tests of accounts."""

from __future__ import annotations

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from server.identity.players import Player, Players
from tests.server.world import FakeClock


async def new_player(database: AsyncEngine, clock: FakeClock, name: str) -> Player:
    player, _ = await Players(database, clock, None).create(name, None)
    return player


def statements(database: AsyncEngine) -> list[str]:
    """Record every statement from now on, without its parameters."""
    seen: list[str] = []
    event.listen(database.sync_engine, "before_cursor_execute", lambda *given: seen.append(given[2]))
    return seen
