"""A new name: what has begun keeps the old one, because it is a fact of its log; what begins later has the new one."""

from __future__ import annotations

import pytest

from tests.server.world import Client, running_world


async def test_a_running_match_keeps_the_name_and_a_new_one_has_the_new_name(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada, bo, running = await world.ada_and_bo()

        reply = await ada.http.patch("/v1/me", json={"name": "Clotho"})

        assert (reply.status_code, reply.json()["name"]) == (200, "Clotho")
        begun = await world.duel(ada, bo)
        assert await _names(bo, running) == ["Ada", "Bo"]
        assert await _names(bo, begun) == ["Clotho", "Bo"]
        assert await _names(ada, running) == ["Ada", "Bo"]


@pytest.mark.parametrize("name", ["", " ", "a\u200bb", "\ue000", "x" * 41])
async def test_a_bad_name_changes_nothing(sqlite_url: str, name: str) -> None:
    async with running_world(sqlite_url) as world:
        ada = await world.player("Ada")

        reply = await ada.http.patch("/v1/me", json={"name": name})

        assert reply.status_code == 422
        assert (await ada.get("/v1/me"))["name"] == "Ada"


async def _names(viewer: Client, match_id: str) -> list[str]:
    match = await viewer.get(f"/v1/matches/{match_id}")
    return [seat["player"]["name"] for seat in match["seats"]]
