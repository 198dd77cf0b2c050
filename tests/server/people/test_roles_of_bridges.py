"""A role that a player holds gives a bridge what the player has agreed to; what the player knows is known with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.notifications.webhooks.target import PATH, hook, hooked_world, running_targets, send
from tests.server.people.bridging import FIVE, agree, duel, pair, through
from tests.server.people.oauth.browser import Browser
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

KEY = "laplace and his demon"
"""The administrator key of the servers in tests."""

CUP = {"match": {"game": "wizards_duel", "options": {}}, "label": "Cup", "system": "swiss", "rounds": 1}


async def test_a_host_who_has_seen_hidden_moves_takes_no_seat_through_a_bridge(world: World) -> None:
    """Also by one that may not host, for which the host is a spectator."""
    ada, _, _, acting = await pair(world, "watch play")
    bo, cy, director = await world.players("Bo", "Cy", "Director")
    match_id = await duel(ada)
    await ada.act(match_id, {"type": "give_role", "player_id": director.player_id, "role": "director"})
    await bo.sit(match_id, "a")
    await cy.sit(match_id, "b")
    await ada.post(f"/v1/matches/{match_id}/start", None)
    await bo.submit(match_id, 1, FIVE)
    await director.act(match_id, {"type": "replace_player", "seat": "b", "player_id": ada.player_id})

    refused = await acting.sit(match_id, "b", expect=403)

    assert (await ada.view(match_id))["viewer"] == "host"
    assert refused["code"] == "host_cannot_join"


async def test_a_private_match_that_the_player_has_only_created_is_unknown_without_the_scope(world: World) -> None:
    ada, browser, bridge, acting = await pair(world, "watch play")
    match_id = await duel(ada, visibility="private", label="Secret match")
    lists = ["/v1/matches", "/v1/matches?mine=true"]

    hidden = await acting.get(f"/v1/matches/{match_id}/view", expect=404)
    before = ["Secret" in str(await acting.get(path)) for path in lists]
    await agree(browser, bridge, "watch host")

    assert hidden["code"] == "unknown_match"
    assert before == [False, False]
    assert ["Secret" in str(await acting.get(path)) for path in lists] == [True, True]


@pytest.fixture
async def hooked(sqlite_url: str, tmp_path: Path) -> AsyncIterator[tuple[World, Json]]:
    """A server that may send to the targets beside it."""
    async with running_targets(tmp_path) as targets, hooked_world(sqlite_url, targets) as world:
        yield world, targets


async def test_a_bridge_follows_a_private_event_while_it_may_know_of_it(hooked: tuple[World, Json]) -> None:
    """What the player may do as an administrator does not count, as in calls."""
    world, targets = hooked
    ada, browser = await world.player("Ada", KEY), Browser(world)
    await browser.sign_in(ada)
    bridge, bo = await world.players("Chat bridge", "Bo")
    await agree(browser, bridge, "watch organise notify")
    acting, target = through(bridge, ada.player_id), targets.target("event")
    made = await bo.post("/v1/tournaments", {**CUP, "visibility": "private"}, expect=201)
    cup = f"/v1/tournaments/{made['tournament_id']}"
    await bo.post(f"{cup}/actions", {"type": "give_role", "player_id": ada.player_id, "role": "arbiter"})
    await hook(acting, target, event={"type": "tournament", "id": made["tournament_id"]})

    await bo.post(f"{cup}/actions", {"type": "open"})
    await send(world)
    told = len(target.received)
    await bo.post(f"{cup}/actions", {"type": "take_role", "player_id": ada.player_id})
    await bo.post(f"{cup}/actions", {"type": "announce", "text": "After."})
    await send(world)

    assert told > 0
    assert len(target.received) == told
    assert [each["disabled_because"] for each in (await ada.get(PATH))["webhooks"]] == ["no_access"]
