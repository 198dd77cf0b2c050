"""A running server for each test of a client, or for each module."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.clients.typescript_package import packed, with_players
from tests.server.sharing import module_world, own_world, pytest_itemcollected, shared_world, world
from tests.server.world import Json

__all__ = ["module_world", "own_world", "pytest_itemcollected", "shared_world", "world"]


@pytest.fixture(scope="module")
def server_settings() -> Mapping[str, Json]:
    """Heartbeats at short intervals."""
    return {"heartbeat_seconds": 0.2}


@pytest.fixture(scope="session")
def typescript_tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript package as npm packs it."""
    return packed(tmp_path_factory.mktemp("typescript"))


@pytest.fixture(scope="session")
def typescript_players(tmp_path_factory: pytest.TempPathFactory, typescript_tarball: Path) -> Path:
    """A folder with compiled programs that use the package, and the package beside it."""
    return with_players(tmp_path_factory.mktemp("players"), typescript_tarball)
