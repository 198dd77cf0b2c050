"""A dry run of a submission: it is checked as a submission would be, and has no effect."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.world import Client, World, running_world

pytestmark = pytest.mark.one_server

Json = Any

FIVE = {"type": "cast", "spell": "5"}


async def _try(client: Client, match_id: str, move: Json, expect: int, phase: int = 1) -> Json:
    path = f"/v1/matches/{match_id}/submission?dry_run=true"
    return await client.put(path, {"phase": phase, "move": move}, expect)


async def test_a_dry_run_of_a_legal_move_succeeds_and_changes_nothing(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(show_submitted=True)
    before = await ada.view(match_id), await bo.view(match_id)

    await _try(ada, match_id, FIVE, expect=204)

    assert (await ada.view(match_id), await bo.view(match_id)) == before


async def test_a_dry_run_is_refused_as_a_submission_would_be(world: World) -> None:
    ada, bo, zoe = [await world.player(name) for name in ("Ada", "Bo", "Zoe")]
    match_id = await world.duel(ada, bo)
    banned = {"type": "cast", "spell": "9"}

    for client, move, phase, status in (
        (ada, banned, 1, 422),
        (ada, FIVE, 2, 409),
        (zoe, FIVE, 1, 403),
        (ada, {}, 1, 422),
    ):
        tried = await _try(client, match_id, move, status, phase)
        assert tried == await client.submit(match_id, phase, move, expect=status)


async def test_a_standing_submission_is_left_as_it_is(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, FIVE)

    await _try(ada, match_id, {"type": "cast", "spell": "6"}, expect=204)

    assert (await ada.view(match_id))["submission"]["move"] == FIVE


async def test_trying_out_counts_for_nothing_but_calls(sqlite_url: str) -> None:
    async with running_world(sqlite_url, submissions_per_phase=2) as world:
        ada, _, match_id = await world.ada_and_bo()

        for _ in range(5):
            await _try(ada, match_id, FIVE, expect=204)

        await ada.submit(match_id, 1, FIVE)
