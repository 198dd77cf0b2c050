"""A store for each test of the log."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.logs.store.contract import Store
from tests.server.stores import opened


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An empty store of either kind."""
    async with opened(database_url) as store:
        yield store
