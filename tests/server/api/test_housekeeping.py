"""Expired data is deleted."""

from __future__ import annotations

from datetime import datetime

import pytest

from server.logs.replies import housekeeping
from server.logs.replies.housekeeping import Housekeeping
from tests.databases import rows
from tests.server.world import World

NEW = {"game": "wizards_duel"}


async def test_a_reply_is_kept_for_a_day_and_no_longer(world_on_either: World, database_url: str) -> None:
    world = world_on_either
    ada = await world.player("Ada")
    first = await ada.post("/v1/matches", NEW, expect=201, key="once")

    world.clock.advance(24 * 3600)
    await world.app.state.server.housekeeping.tidy()
    again = await ada.post("/v1/matches", NEW, expect=201, key="once")
    world.clock.advance(1)
    await world.app.state.server.housekeeping.tidy()
    left = await _stored_replies(database_url)
    later = await ada.post("/v1/matches", NEW, expect=201, key="once")

    assert again["match_id"] == first["match_id"]
    assert left == 0
    assert later["match_id"] != first["match_id"]


async def test_expired_replies_are_deleted_in_batches(
    world_on_either: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleting all at once would block the commits of others for seconds."""
    world = world_on_either
    monkeypatch.setattr(housekeeping, "_DELETED_AT_ONCE", 2)
    ada = await world.player("Ada")
    for number in range(5):
        await ada.post("/v1/matches", NEW, expect=201, key=f"{number}")
    world.clock.advance(24 * 3600 + 1)
    left: list[int] = []
    delete = Housekeeping.delete

    async def counted(keeping: Housekeeping, before: datetime, most: int) -> bool:
        more = await delete(keeping, before, most)
        left.append(await _stored_replies(database_url))
        return more

    monkeypatch.setattr(Housekeeping, "delete", counted)
    await world.app.state.server.housekeeping.tidy()

    assert left == [3, 1, 0]


async def _stored_replies(database: str) -> int:
    return len(await rows(database, "SELECT * FROM kept_replies"))
