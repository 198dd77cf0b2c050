"""A database with an archive in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.logs.archive.archived import ArchivedWorld, opened_archive


@pytest.fixture
async def archived(database_url: str, tmp_path: Path) -> AsyncIterator[ArchivedWorld]:
    """An empty database of either kind, with an archive in a folder."""
    async with opened_archive(database_url, tmp_path / "archive") as world:
        yield world
