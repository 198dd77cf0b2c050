"""Blocks: they end friendships and let no link make another one, and who is blocked cannot tell (docs/people.md)."""

from __future__ import annotations

from typing import Any

import pytest

from server.people.friends.blocks import MAX_BLOCKS
from server.runtime.database.queries import execute
from server.runtime.database.tables import BlockRow
from server.runtime.ids import make_id
from tests.server.people.friends.test_friends import accept, befriend, friends_of, link_of
from tests.server.world import Client, World

Json = Any


@pytest.fixture
def world(world_on_either: World) -> World:
    return world_on_either


async def _blocked_by(player: Client) -> list[str]:
    return [blocked["name"] for blocked in (await player.get("/v1/me/blocks"))["blocks"]]


async def test_a_block_ends_a_friendship_and_no_link_makes_another_one(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    await befriend(ada, bo)
    await befriend(ada, cy)
    of_ada, of_bo = await link_of(ada), await link_of(bo)

    first = await ada.put(f"/v1/me/blocks/{bo.player_id}", None)
    world.clock.advance(60)
    again = await ada.put(f"/v1/me/blocks/{bo.player_id}", None)

    assert first == again
    assert await friends_of(ada) == ["Cy"]
    assert await friends_of(bo) == []
    assert await _blocked_by(ada) == ["Bo"]
    assert (await accept(bo, of_ada, 404))["code"] == "unknown_friend_link"
    assert (await accept(ada, of_bo, 409))["code"] == "player_blocked"


async def test_who_is_unblocked_can_become_a_friend_again(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    token = await link_of(ada)
    await ada.put(f"/v1/me/blocks/{bo.player_id}", None)

    for _ in ("first", "repeated"):
        await ada.delete(f"/v1/me/blocks/{bo.player_id}", 204)

    assert await _blocked_by(ada) == []
    await accept(bo, token)


async def test_who_is_blocked_reads_the_same_as_before(world: World) -> None:
    """Apart from the link, nothing that the blocked player can ask for tells of the block."""
    ada, bo = await world.players("Ada", "Bo")
    match_id = await world.duel(ada, bo)
    asked = (
        f"/v1/players/{ada.player_id}",
        "/v1/me/blocks",
        "/v1/me/friends",
        "/v1/me/events",
        f"/v1/matches/{match_id}",
    )
    views = (f"/v1/matches/{match_id}/view", f"/v1/matches/{match_id}/events")
    before = [await bo.get(path) for path in (*asked, *views)]

    await ada.put(f"/v1/me/blocks/{bo.player_id}", None)
    await world.settle()
    after = [await bo.get(path) for path in (*asked, *views)]

    assert [_without_now(reply) for reply in after] == [_without_now(reply) for reply in before]
    assert await bo.put(f"/v1/me/blocks/{ada.player_id}", None)
    # Each has blocked the other: the link says no more than that it does not work.
    assert (await accept(bo, await link_of(ada), 404))["code"] == "unknown_friend_link"


def _without_now(reply: Json) -> Json:
    return {name: value for name, value in reply.items() if name != "server_now"}


async def test_nobody_blocks_themselves_or_somebody_unknown(world: World) -> None:
    ada = await world.player("Ada")

    assert (await ada.put(f"/v1/me/blocks/{ada.player_id}", None, 409))["code"] == "own_block"
    assert (await ada.put(f"/v1/me/blocks/{'0' * 26}", None, 404))["code"] == "unknown_player"
    assert await _blocked_by(ada) == []


async def test_blocks_are_bounded(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    now = world.clock.now()
    rows = [
        {"player_id": ada.player_id, "blocked_id": make_id(now, number), "since": ""} for number in range(MAX_BLOCKS)
    ]
    await execute(world.app.state.server.database, BlockRow.__table__.insert().values(rows))

    assert (await ada.put(f"/v1/me/blocks/{bo.player_id}", None, 409))["code"] == "too_many_blocks"


async def test_a_block_is_between_both_wherever_the_server_asks(world: World) -> None:
    ada, bo, cy, dan = await world.players("Ada", "Bo", "Cy", "Dan")
    await ada.put(f"/v1/me/blocks/{bo.player_id}", None)
    await cy.put(f"/v1/me/blocks/{ada.player_id}", None)
    blocks = world.app.state.server.blocks
    everybody = [each.player_id for each in (bo, cy, dan)]

    assert await blocks.blocks_between(ada.player_id, everybody) == {bo.player_id, cy.player_id}
    assert await blocks.blocks_between(bo.player_id, [ada.player_id, dan.player_id]) == {ada.player_id}
    assert await blocks.blocks_between(dan.player_id, everybody) == frozenset()
    assert await blocks.blocks_between(ada.player_id, []) == frozenset()
