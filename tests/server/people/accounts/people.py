"""Players and databases for tests of accounts."""

from __future__ import annotations

from sqlalchemy import event, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Player
from server.people.identity.acting import Actor
from server.people.identity.players import Players
from server.runtime.database.tables import TokenRow
from tests.server.world import FakeClock


async def new_player(database: AsyncEngine, clock: FakeClock, name: str) -> Player:
    player, _ = await Players(database, clock, None).create(name, None)
    return player


async def actor_of(database: AsyncEngine, player: Player) -> Actor:
    """What the player acts with: the first token."""
    wanted = select(TokenRow.__table__).where(TokenRow.__table__.c.player_id == player.id)
    async with database.connect() as connection:
        row = (await connection.execute(wanted)).first()
    assert row is not None
    return Actor(player.id, token_id=row.token_id, secret_hash=row.secret_hash)


def statements(database: AsyncEngine) -> list[str]:
    """Record every statement from now on, without its parameters."""
    seen: list[str] = []
    event.listen(database.sync_engine, "before_cursor_execute", lambda *given: seen.append(given[2]))
    return seen
