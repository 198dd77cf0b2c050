"""A running server for each test, on SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.world import World, running_world


@pytest.fixture
async def world(sqlite_url: str) -> AsyncIterator[World]:
    """A server on SQLite, for tests that do not depend on the database."""
    async with running_world(sqlite_url) as world:
        yield world


@pytest.fixture
async def world_on_either(database_url: str) -> AsyncIterator[World]:
    """A server on SQLite, and one on PostgreSQL."""
    async with running_world(database_url) as world:
        yield world
