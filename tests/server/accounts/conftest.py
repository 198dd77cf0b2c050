"""Fixtures of tests of accounts: a fresh database of either kind, and a player."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.connection import open_engine
from server.identity.players import Player
from tests.server.accounts.people import new_player
from tests.server.world import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A fresh database of either kind."""
    engine = open_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
async def ada(database: AsyncEngine, clock: FakeClock) -> Player:
    """A player."""
    return await new_player(database, clock, "Ada")
