"""A running server for each test of a client, or for each module."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.clients.typescript_package import packed, with_players
from tests.locks import locked
from tests.server.sharing import module_world, own_world, pytest_itemcollected, shared_world, world
from tests.server.world import Json

__all__ = ["module_world", "own_world", "pytest_itemcollected", "shared_world", "world"]


@pytest.fixture(scope="module")
def server_settings() -> Mapping[str, Json]:
    """Heartbeats at short intervals."""
    return {"heartbeat_seconds": 0.2}


@pytest.fixture(scope="session")
def typescript_tarball(run_folder: Path) -> Path:
    """The TypeScript package as npm packs it, once for all processes of a run."""
    folder = run_folder / "typescript"
    with locked(run_folder / "packing"):
        return next(folder.glob("*.tgz"), None) or packed(folder)


@pytest.fixture(scope="session")
def typescript_players(run_folder: Path, typescript_tarball: Path) -> Path:
    """A folder with compiled programs that use the package, and the package beside it."""
    folder = run_folder / "players"
    with locked(run_folder / "compiling"):
        if not folder.exists():
            folder.mkdir()
            with_players(folder, typescript_tarball)
    return folder / "built"
