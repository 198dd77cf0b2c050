"""Suspending the players of a server."""

from __future__ import annotations

from typing import Protocol

import pytest

from tests.databases import execute


class Suspend(Protocol):
    """Suspends a player, or ends that."""

    async def __call__(self, player_id: str, *, ended: bool = False) -> None: ...


@pytest.fixture
def suspend(sqlite_url: str) -> Suspend:
    """As `Suspend`, for the server of `world`."""

    async def mark(player_id: str, *, ended: bool = False) -> None:
        at = "NULL" if ended else "'2040-01-01T00:00:00.000000Z'"
        await execute(sqlite_url, f"UPDATE players SET suspended_at = {at} WHERE id = :id", id=player_id)

    return mark
