"""A database, or a running server, for each test or module, on SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.database.connection import open_engine
from tests.server.sharing import module_world, own_world, pytest_itemcollected, server_settings, shared_world, world
from tests.server.world import World, running_world

__all__ = ["module_world", "own_world", "pytest_itemcollected", "server_settings", "shared_world", "world"]


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A fresh database of either kind."""
    engine = open_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
async def world_on_either(database_url: str) -> AsyncIterator[World]:
    """A server on SQLite, and one on PostgreSQL."""
    async with running_world(database_url) as world:
        yield world
