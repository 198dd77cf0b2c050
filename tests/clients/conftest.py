"""A running server for each test of a client."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.world import World, running_world


@pytest.fixture
async def world(sqlite_url: str) -> AsyncIterator[World]:
    """A server on SQLite, with heartbeats at short intervals."""
    async with running_world(sqlite_url, heartbeat_seconds=0.2) as world:
        yield world
