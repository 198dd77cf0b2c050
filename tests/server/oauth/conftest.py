"""A server for the tests of a file, and suspending its players."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio

from tests.databases import execute
from tests.server.world import World, running_world


class Suspend(Protocol):
    """Suspends a player, or ends that."""

    async def __call__(self, player_id: str, *, ended: bool = False) -> None: ...


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """One server for tests that leave it as it was for others."""
    file = shutil.copyfile(sqlite_template, tmp_path_factory.mktemp("oauth") / "moirai.db")
    async with running_world(f"sqlite:///{file}") as world:
        yield world


@pytest.fixture
def suspend(sqlite_url: str) -> Suspend:
    """As `Suspend`, for the server of `world`."""

    async def mark(player_id: str, *, ended: bool = False) -> None:
        at = "NULL" if ended else "'2040-01-01T00:00:00.000000Z'"
        await execute(sqlite_url, f"UPDATE players SET suspended_at = {at} WHERE id = :id", id=player_id)

    return mark
