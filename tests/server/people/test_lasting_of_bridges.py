"""Nothing that a bridge does for a player gives anybody power for longer than the player has agreed to."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from server.access.rights import NEVER_ON_BEHALF
from tests.published import document
from tests.server.organising.series.seasons import SHORT
from tests.server.people.bridging import EVERYTHING, HOOK, duel, pair, through
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

CUP = {"match": {"game": "wizards_duel", "options": {}}, "label": "Cup", "system": "swiss", "rounds": 1}


BODIES: Json = {
    "putPushSubscription": {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "x", "auth": "x"}},
    "putReminders": {"push": [], "calendar": []},
    "addEntrants": {"people": [{"name": "Cy"}]},
}
"""What the calls need to be readable."""


async def _end_consent(ada: Client) -> None:
    """Let a player withdraw what a bridge may do."""
    (given,) = [each for each in (await ada.get("/v1/me/tokens"))["tokens"] if each["name"] == "Chat bridge"]
    await ada.delete(f"/v1/me/tokens/{given['token_id']}", expect=204)


async def test_a_bridge_names_no_directors_of_what_it_creates(world: World) -> None:
    """Itself among them: it would direct a private event of the player for ever."""
    _, _, bridge, acting = await pair(world, EVERYTHING)
    players = [player.player_id for player in await world.players("Bo", "Cy")]
    named = {"visibility": "private", "directors": [bridge.player_id]}

    cup = await acting.post("/v1/tournaments", {**CUP, **named}, expect=403)
    season = await acting.post("/v1/series", {**SHORT, "label": "S", "players": players, **named}, expect=403)
    without = await acting.post("/v1/tournaments", {**CUP, "directors": []}, expect=201)

    assert [cup["code"], season["code"]] == ["not_on_behalf"] * 2
    assert without["label"] == "Cup"


async def test_what_is_refused_to_bridges_says_so_in_the_document(world: World) -> None:
    """They are refused with every scope that a bridge can have."""
    _, _, _, acting = await pair(world, EVERYTHING)
    operations = {
        operation["operationId"]: (method, path, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }

    assert operations.keys() >= NEVER_ON_BEHALF
    for name in sorted(NEVER_ON_BEHALF):
        method, path, operation = operations[name]
        reply = await acting.http.request(method.upper(), re.sub(r"{\w+}", "0" * 26, path), json=BODIES.get(name))
        assert (name, reply.status_code, reply.json().get("code")) == (name, 403, "not_on_behalf")
        assert "not_on_behalf" in str(operation["responses"]["403"]) or "NotOnBehalf" in str(operation["responses"])


async def test_friends_blocks_and_the_players_own_notifications_are_left_alone(world: World) -> None:
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    await ada.put(f"/v1/me/blocks/{bridge.player_id}", None)
    own = (await ada.post("/v1/me/calendar", None, expect=201))["path"]
    link = (await (await world.player("Accomplice")).post("/v1/me/friend-link", None, expect=201))["token"]

    refused = [
        await acting.http.delete(f"/v1/me/blocks/{bridge.player_id}"),
        await acting.http.post("/v1/me/friend-link"),
        await acting.http.post(f"/v1/friend-links/{link}/accept"),
        await acting.http.post("/v1/me/calendar"),
        await acting.http.delete("/v1/me/calendar"),
    ]

    assert [reply.json()["code"] for reply in refused] == ["not_on_behalf"] * len(refused)
    assert len((await ada.get("/v1/me/blocks"))["blocks"]) == 1
    assert (await ada.get("/v1/me/friends"))["friends"] == []
    assert (await ada.http.get(own)).status_code == 200


async def _invite(acting: Client, ada: Client) -> list[str]:
    """Let a bridge make an invitation to a match and one to an event; return their tokens."""
    match_id = await duel(ada, visibility="private")
    cup = (await acting.post("/v1/tournaments", {**CUP, "visibility": "private"}, expect=201))["tournament_id"]
    await acting.post(f"/v1/tournaments/{cup}/actions", {"type": "open"})
    made = [
        await acting.post(f"{path}/invitations", {}, expect=201)
        for path in (f"/v1/matches/{match_id}", f"/v1/tournaments/{cup}")
    ]
    return [each["token"] for each in made]


async def _accepted(player: Client, tokens: list[str]) -> list[int]:
    return [(await player.http.post(f"/v1/invitations/{each}/accept", json={})).status_code for each in tokens]


async def test_invitations_that_a_bridge_has_made_end_with_the_consent(world_on_either: World) -> None:
    world = world_on_either
    ada, _, _, acting = await pair(world, EVERYTHING)
    friend, thief = await world.players("Friend", "Thief")
    by_bridge = await _invite(acting, ada)
    mine = (await ada.post(f"/v1/matches/{await duel(ada)}/invitations", {}, expect=201))["token"]

    before = await _accepted(friend, by_bridge[:1])
    await _end_consent(ada)

    assert before == [200]
    assert await _accepted(thief, by_bridge) == [404, 404]
    assert await _accepted(thief, [mine]) == [200]


async def test_a_call_that_had_begun_leaves_nothing_when_the_token_is_renewed(world: World) -> None:
    """The lookup of a name can take seconds, as long as the owner of the name wants."""
    ada, _, bridge, _ = await pair(world, EVERYTHING)
    body = {"name": "Stolen", "scopes": EVERYTHING.split()}
    made = await bridge.post("/v1/me/tokens", body, expect=201)
    match_id, server = await duel(ada, visibility="private"), world.app.state.server
    access = await server.admission.on_behalf(await server.bearers.by_token(made["token"]), ada.player_id)
    world.clock.advance(1)

    await bridge.post(f"/v1/me/tokens/{made['token_id']}/renewal", None)
    world.clock.advance(1)
    await server.webhooks.create(access.player, access.made_with, HOOK["url"], ["*"], [600], None, "en")
    invited = await server.invitations.make(access.player, access.made_with, match_id, 1, timedelta(days=1))
    await server.withdrawals.tidy()

    assert (await ada.get("/v1/webhooks"))["webhooks"] == []
    assert await _accepted(await world.player("Accomplice"), [invited.token]) == [404]


async def test_whether_a_bridge_still_acts_is_asked_when_its_invitation_is_used(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else looks for them: there can be very many, and a change of any player would look through all."""
    ada, _, _, acting = await pair(world, EVERYTHING)
    by_bridge, server = await _invite(acting, ada), world.app.state.server
    monkeypatch.setattr(server.changes, "watchers", [server.upkeep.notice])
    match_id = (await ada.get("/v1/matches?mine=true"))["matches"][0]["match_id"]
    before = (await ada.get(f"/v1/matches/{match_id}/invitations"))["invitations"]

    await _end_consent(ada)

    assert len(before) == 1
    assert await _accepted(await world.player("Thief"), by_bridge) == [404, 404]
    assert (await ada.get(f"/v1/matches/{match_id}/invitations"))["invitations"] == []


@pytest.mark.parametrize("how", ["withdrawn", "renewed"])
async def test_what_a_thief_of_the_bridges_token_has_made_ends_with_it(world: World, how: str) -> None:
    """Also if the bridge only gives the token another secret."""
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    body = {"name": "Stolen", "scopes": EVERYTHING.split()}
    made = await bridge.post("/v1/me/tokens", body, expect=201)
    thief = through(bridge, ada.player_id, made["token"])
    invitations = await _invite(thief, ada)
    kept = (await acting.post("/v1/webhooks", HOOK, expect=201))["webhook_id"]
    await thief.post("/v1/webhooks", HOOK, expect=201)
    world.clock.advance(1)

    if how == "renewed":
        await bridge.post(f"/v1/me/tokens/{made['token_id']}/renewal", None)
    else:
        await bridge.delete(f"/v1/me/tokens/{made['token_id']}", expect=204)

    assert await _accepted(await world.player("Accomplice"), invitations) == [404, 404]
    assert [each["webhook_id"] for each in (await ada.get("/v1/webhooks"))["webhooks"]] == [kept]
