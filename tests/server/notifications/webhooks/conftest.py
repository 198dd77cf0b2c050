"""Targets, and a server that may send to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.notifications.webhooks.target import Targets, hooked_world, running_targets
from tests.server.world import World


@pytest.fixture
async def targets(tmp_path: Path) -> AsyncIterator[Targets]:
    async with running_targets(tmp_path) as targets:
        yield targets


@pytest.fixture
async def hooked(database_url: str, targets: Targets) -> AsyncIterator[World]:
    async with hooked_world(database_url, targets) as world:
        yield world
