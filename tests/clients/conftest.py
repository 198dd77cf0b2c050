"""A running server for each test of a client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.clients.typescript_package import packed, with_players
from tests.server.world import World, running_world


@pytest.fixture
async def world(sqlite_url: str) -> AsyncIterator[World]:
    """A server on SQLite, with heartbeats at short intervals."""
    async with running_world(sqlite_url, heartbeat_seconds=0.2) as world:
        yield world


@pytest.fixture(scope="session")
def typescript_tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript package as npm packs it."""
    return packed(tmp_path_factory.mktemp("typescript"))


@pytest.fixture(scope="session")
def typescript_players(tmp_path_factory: pytest.TempPathFactory, typescript_tarball: Path) -> Path:
    """A folder with compiled programs that use the package, and the package beside it."""
    return with_players(tmp_path_factory.mktemp("players"), typescript_tarball)
