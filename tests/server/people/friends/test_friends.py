"""Friends by link, and their tables; who is whose friend is known to these players alone (docs/people.md)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from server.people.friends.friends import MAX_FRIENDS
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import BlockRow, FriendLinkRow, FriendshipRow
from server.runtime.ids import make_id
from tests.server.world import Client, World

Json = Any


@pytest.fixture
def world(world_on_either: World) -> World:
    return world_on_either


async def link_of(player: Client) -> str:
    """Give the player a new link; return its token."""
    token: str = (await player.post("/v1/me/friend-link", None, 201))["token"]
    return token


async def accept(player: Client, token: str, expect: int = 200) -> Json:
    return await player.post(f"/v1/friend-links/{token}/accept", None, expect)


async def befriend(one: Client, other: Client) -> None:
    await accept(other, await link_of(one))


async def friends_of(player: Client) -> list[str]:
    return [friend["name"] for friend in (await player.get("/v1/me/friends"))["friends"]]


async def test_who_accepts_a_link_and_its_owner_are_friends(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    token = await link_of(ada)
    before = await bo.get(f"/v1/friend-links/{token}")

    first = await accept(bo, token)
    world.clock.advance(60)
    again = await accept(bo, token)

    assert before == {"player_id": ada.player_id, "name": "Ada", "since": None}
    assert first == again
    assert (await bo.get(f"/v1/friend-links/{token}"))["since"] == first["since"]
    assert (await bo.get("/v1/me/friends"))["friends"] == [first]
    assert (await ada.get("/v1/me/friends"))["friends"] == [
        {"player_id": bo.player_id, "name": "Bo", "since": first["since"]}
    ]


async def test_two_who_accept_each_others_links_at_once_are_friends_once(world: World) -> None:
    """Who comes second finds the friendship of the other; no call waits for another for ever."""
    ada, bo = await world.players("Ada", "Bo")
    of_ada, of_bo = await link_of(ada), await link_of(bo)

    calls = [accept(player, token) for _ in range(5) for player, token in ((ada, of_bo), (bo, of_ada))]
    made = await asyncio.gather(*calls)

    assert len({(one["name"], one["since"]) for one in made}) == 2
    assert (await friends_of(ada), await friends_of(bo)) == (["Bo"], ["Ada"])


async def test_a_player_has_one_link_which_a_new_one_replaces(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    assert await ada.get("/v1/me/friend-link") == {"token": None, "created_at": None}
    earlier = await link_of(ada)
    await accept(bo, earlier)
    world.clock.advance(1)

    later = await link_of(ada)

    assert (await ada.get("/v1/me/friend-link"))["token"] == later
    assert (await accept(cy, earlier, 404))["code"] == "unknown_friend_link"
    await accept(cy, later)
    assert await friends_of(ada) == ["Cy", "Bo"]


async def test_a_link_that_does_not_work_is_refused_alike_whatever_the_reason(world: World) -> None:
    ada, bo, cy, eve = await world.players("Ada", "Bo", "Cy", "Eve")
    replaced, token, of_eve = await link_of(ada), await link_of(ada), await link_of(eve)
    await ada.put(f"/v1/me/blocks/{bo.player_id}", None)
    admin = await world.player("Themis", administrator_key="laplace and his demon")
    await admin.post(f"/v1/administration/players/{eve.player_id}/actions", {"type": "suspend", "reason": "Spam"})

    refusals = [
        await bo.get(f"/v1/friend-links/{tried}", 404)
        for tried in (token, replaced, f"{ada.player_id}.guess", of_eve, "nonsense", f"{'0' * 26}.guess")
    ]
    accepted = await accept(bo, token, 404)

    assert {(one["code"], one["detail"]) for one in (*refusals, accepted)} == {
        ("unknown_friend_link", refusals[0]["detail"])
    }
    assert await accept(cy, token)


async def test_nobody_becomes_a_friend_of_themselves(world: World) -> None:
    ada = await world.player("Ada")
    token = await link_of(ada)

    refused = await accept(ada, token, 409)

    assert refused["code"] == "own_friend_link"
    assert await friends_of(ada) == []


async def test_either_of_two_ends_a_friendship_for_both(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    await befriend(ada, bo)
    await befriend(ada, cy)

    for _ in ("first", "repeated"):
        await bo.delete(f"/v1/me/friends/{ada.player_id}", 204)

    assert await friends_of(bo) == []
    assert await friends_of(ada) == ["Cy"]


async def test_friends_are_bounded_on_both_sides(world: World) -> None:
    """Somebody with too many friends is told so; of the owner of a link, nobody else is."""
    ada, bo = await world.players("Ada", "Bo")
    token, of_bo = await link_of(ada), await link_of(bo)
    now = world.clock.now()
    rows = [
        {"player_id": ada.player_id, "friend_id": make_id(now, number), "since": ""} for number in range(MAX_FRIENDS)
    ]
    await execute(world.app.state.server.database, FriendshipRow.__table__.insert().values(rows))

    assert (await accept(bo, token, 404))["code"] == "unknown_friend_link"
    assert (await accept(ada, of_bo, 409))["code"] == "too_many_friends"
    assert await friends_of(bo) == []


async def test_tables_of_friends_are_those_that_one_may_see(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    await befriend(ada, bo)
    table = {"game": "wizards_duel", "seats": {"a": {}}}
    public = (await bo.post("/v1/matches", {**table, "seats": {"a": {"player_id": bo.player_id}}}, 201))["match_id"]
    await bo.post("/v1/matches", {**table, "seats": {"a": {"player_id": bo.player_id}}, "visibility": "private"}, 201)
    await cy.post("/v1/matches", {**table, "seats": {"a": {"player_id": cy.player_id}}}, 201)
    await bo.sit(public, "a")

    seen = [match["match_id"] for match in (await ada.get("/v1/matches", friends=True))["matches"]]

    assert seen == [public]
    assert (await cy.get("/v1/matches", friends=True))["matches"] == []
    assert (await world.nobody().get("/v1/matches", friends=True))["matches"] == []


async def test_everybody_may_know_since_when_a_player_is_here(world: World) -> None:
    """A player who has left, or is suspended, is unknown like one who never was."""
    ada, eve, max_ = await world.players("Ada", "Eve", "Max")
    admin = await world.player("Themis", administrator_key="laplace and his demon")
    await admin.post(f"/v1/administration/players/{eve.player_id}/actions", {"type": "suspend", "reason": "Spam"})
    gone = await max_.http.request("DELETE", "/v1/me", json={"name": "Max"})

    seen = await world.nobody().get(f"/v1/players/{ada.player_id}")
    unknown = [
        await ada.get(f"/v1/players/{known}", 404) for known in (eve.player_id, max_.player_id, "0" * 26, "nobody")
    ]

    assert gone.status_code == 202
    assert seen == {"player_id": ada.player_id, "name": "Ada", "created_at": (await ada.get("/v1/me"))["created_at"]}
    assert {(one["code"], one["detail"]) for one in unknown} == {("unknown_player", unknown[0]["detail"])}


async def test_everybody_finds_the_players_of_a_name(world: World) -> None:
    """Several can have it; only the exact one counts, and who has left or is suspended is not found."""
    first, second, eve, max_ = [await world.player(name) for name in ("Ada", "Ada", "Ada", "Max")]
    admin = await world.player("Themis", administrator_key="laplace and his demon")
    await admin.post(f"/v1/administration/players/{eve.player_id}/actions", {"type": "suspend", "reason": "Spam"})
    await max_.http.request("DELETE", "/v1/me", json={"name": "Max"})
    nobody = world.nobody()

    async def ids(name: str) -> list[str]:
        return [each["player_id"] for each in (await nobody.get("/v1/players", name=name))["players"]]

    assert await ids("Ada") == sorted([first.player_id, second.player_id])
    assert [await ids(name) for name in ("ada", "Ad", "Max", "Nobody")] == [[]] * 4
    page = await nobody.get("/v1/players", name="Ada", limit=1)
    rest = await nobody.get("/v1/players", name="Ada", limit=1, after=page["next"])
    assert [one["players"][0]["player_id"] for one in (page, rest)] == sorted([first.player_id, second.player_id])
    assert rest["next"] is None
    bad = [await nobody.http.get("/v1/players", params={"name": name}) for name in ("", "a\x00b", "x" * 41)]
    assert [reply.status_code for reply in bad] == [422] * 3
    await first.http.patch("/v1/me", json={"name": "Ada the Second"})
    assert await ids("Ada") == [second.player_id]


async def test_who_is_forgotten_leaves_no_friendship_and_no_block_behind(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    await befriend(bo, ada)
    await befriend(bo, cy)
    await ada.put(f"/v1/me/blocks/{cy.player_id}", None)
    await cy.put(f"/v1/me/blocks/{ada.player_id}", None)
    await bo.http.request("DELETE", "/v1/me", json={"name": "Bo"})
    await cy.http.request("DELETE", "/v1/me", json={"name": "Cy"})
    assert await friends_of(ada) == []

    await world.app.state.server.forgetting.settle()

    for table in (FriendLinkRow.__table__, FriendshipRow.__table__, BlockRow.__table__):
        assert (await fetch(world.app.state.server.database, select(table))).all() == [], table.name
