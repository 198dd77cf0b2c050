"""A running server for tests of the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.world import World, running_world


@pytest.fixture
async def world(sqlite_url: str) -> AsyncIterator[World]:
    async with running_world(sqlite_url) as world:
        yield world
