"""Fixtures of tests of accounts: a fresh database of either kind, and a player."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Player
from tests.server.people.accounts.people import new_player
from tests.server.world import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def ada(database: AsyncEngine, clock: FakeClock) -> Player:
    """A player."""
    return await new_player(database, clock, "Ada")
