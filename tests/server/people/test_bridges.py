"""Bridges: a player whose one token acts for others who agreed, for as long as they do, and no further."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from server.access.scopes import SCOPES, scope_text
from server.runtime.database.queries import execute
from server.runtime.database.tables import TokenRow
from tests.published_frames import connect
from tests.server.people.bridging import (
    EVERYTHING,
    FIVE,
    HOOK,
    agree,
    decide,
    duel,
    fetch,
    own_stream,
    pair,
    program_of,
    refused,
    through,
)
from tests.server.people.oauth.browser import Browser, Program, signed_in
from tests.server.world import Stream, World, running_world

pytestmark = pytest.mark.one_server

Json = Any

KEY = "laplace and his demon"
"""The administrator key of the servers in tests."""


async def test_a_player_who_agrees_is_played_for_with_the_one_token_of_the_bridge(world_on_either: World) -> None:
    world = world_on_either
    ada, _, bridge, acting = await pair(world)
    bo = await world.player("Bo")
    match_id = (await bo.post("/v1/matches", {"game": "wizards_duel", "options": {}}, expect=201))["match_id"]
    await bo.sit(match_id, "b")

    await acting.sit(match_id, "a")
    await bo.post(f"/v1/matches/{match_id}/start", None)
    await acting.submit(match_id, 1, FIVE)
    me = await acting.get("/v1/me")

    assert (me["player_id"], me["name"]) == (ada.player_id, "Ada")
    assert sorted(me["token"]["scopes"]) == ["notify", "play", "talk", "watch"]
    assert (await ada.view(match_id))["viewer"] == "a"
    assert (await bridge.get("/v1/me"))["player_id"] == bridge.player_id


async def test_nobody_without_the_bridges_own_token_gets_what_was_agreed_to(world: World) -> None:
    """Neither another program under its id, nor another player, nor a program with a token for the bridge."""
    ada, browser = await signed_in(world, "Ada")
    bridge, other = await world.players("Chat bridge", "Thief")
    own_browser = Browser(world)
    await own_browser.sign_in(bridge)
    program = Program(world)
    code = (await own_browser.consent(program.request(scope="watch play talk")))["code"]
    granted = (await program.redeem(code)).json()["access_token"]
    thief = program_of(bridge)
    code = (await browser.consent(thief.request()))["code"]

    for secret in (None, other.token, granted, "moirai_" + bridge.player_id + ".guess"):
        reply = await thief.redeem(code, client_secret=secret)
        assert (reply.status_code, reply.json()["error"]) == (400, "invalid_client")
    for token in (other.token, granted):
        await refused(through(bridge, ada.player_id, token), "no_consent")


async def test_the_reply_names_the_player_and_gives_access_to_nothing(world: World) -> None:
    """With a token, the bridge could act without a trace, and as an administrator if the player is one."""
    ada, browser = await signed_in(world, "Ada")

    told = await agree(browser, await world.player("Chat bridge"))

    assert (told["player_id"], told["token_type"]) == (ada.player_id, "N_A")
    assert "refresh_token" not in told
    await refused(world.connect(ada.player_id, told["access_token"]), "unknown_token", 401)


ACCOUNT_CALLS = (
    ("PATCH", "/v1/me", {"name": "Eve"}),
    ("DELETE", "/v1/me", {"name": "Ada"}),
    ("POST", "/v1/me/end-access", None),
    ("POST", "/v1/me/tokens", {"name": "Mine", "scopes": ["watch"]}),
    ("GET", "/v1/me/tokens", None),
    ("POST", f"/v1/me/tokens/{'0' * 26}/renewal", None),
    ("DELETE", f"/v1/me/tokens/{'0' * 26}", None),
    ("DELETE", "/v1/me/tokens", None),
    ("POST", "/v1/guests", {"name": "Guest"}),
    ("POST", f"/v1/guests/{'0' * 26}/sign-in-link", None),
    ("GET", "/v1/administration/audit", None),
    ("GET", "/v1/administration/reports", None),
)
"""All calls about tokens, programs and the account, and some of administrators."""


@pytest.mark.parametrize("made", [False, True], ids=["agreed", "guest"])
async def test_nothing_about_the_account_is_done_for_another_player(world: World, made: bool) -> None:
    """Whatever the player and the bridge have: here both are administrators, with tokens of every scope."""
    ada, browser = await world.player("Ada", KEY), Browser(world)
    await browser.sign_in(ada)
    bridge = await world.player("Chat bridge", KEY)
    if made:
        guest = (await bridge.post("/v1/guests", {"name": "Guest"}, expect=201))["player_id"]
        acting = through(bridge, guest)
    else:
        await agree(browser, bridge, EVERYTHING)
        acting = through(bridge, ada.player_id)
    every = update(TokenRow).where(TokenRow.__table__.c.bridge_id.is_not(None)).values(scopes=scope_text(SCOPES))
    await execute(world.app.state.server.players._database, every)

    replies = [await acting.http.request(method, path, json=body) for method, path, body in ACCOUNT_CALLS]
    me = await acting.get("/v1/me")
    push = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "x", "auth": "x"}}

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(403, "insufficient_scope")] * len(
        ACCOUNT_CALLS
    )
    assert set(me["token"]["scopes"]) == set(EVERYTHING.split())
    assert me["administrator"] is False
    assert (await acting.post("/v1/tickets", None, expect=403))["code"] == "not_on_behalf"
    assert (await acting.http.put("/v1/me/push-subscriptions", json=push)).status_code in (403, 422)


async def test_the_account_is_not_opened_with_the_header(world: World) -> None:
    _, _, _, acting = await pair(world, EVERYTHING)

    headers = {**acting.http.headers, "Origin": world.url}
    reply = await world.http().post("/account/sign-in/token", headers=headers)

    assert (reply.status_code, reply.json()["code"]) == (403, "wrong_token")


async def test_an_administrator_lends_no_power_to_a_bridge(world: World) -> None:
    ada, browser = await world.player("Ada", KEY), Browser(world)
    await browser.sign_in(ada)
    bridge, host = await world.players("Chat bridge", "Bo")
    await agree(browser, bridge, EVERYTHING)
    acting = through(bridge, ada.player_id)
    private, public = await duel(host, visibility="private"), await duel(host)

    hidden = await acting.get(f"/v1/matches/{private}", expect=404)
    voided = await acting.act(public, {"type": "void", "reason": "Mine."}, expect=403)

    assert (hidden["code"], voided["code"]) == ("unknown_match", "host_only")
    assert (await acting.view(public))["viewer"] == "spectator"
    assert private not in str(await acting.get("/v1/matches"))
    assert (await ada.view(private))["viewer"] == "host"


async def test_roles_count_only_with_the_scope_that_names_them(world: World) -> None:
    """Who directs sees everything: a player who lets a bridge watch and play has not agreed to that."""
    ada, browser, bridge, acting = await pair(world, "watch play talk notify")
    match_id = await duel(ada, visibility="private")
    match = {"game": "wizards_duel", "options": {}}
    body = {"match": match, "label": "Cup", "system": "swiss", "rounds": 1, "visibility": "private"}
    cup = (await ada.post("/v1/tournaments", body, expect=201))["tournament_id"]

    before = [
        (await acting.get(f"/v1/matches/{match_id}/view", expect=404))["code"],
        (await acting.get(f"/v1/matches/{match_id}/log", expect=404))["code"],
        (await acting.get(f"/v1/tournaments/{cup}/view", expect=404))["code"],
        (await acting.post(f"/v1/matches/{match_id}/start", None, expect=403))["code"],
    ]
    await agree(browser, bridge, EVERYTHING)

    assert before == ["unknown_match", "unknown_match", "unknown_tournament", "insufficient_scope"]
    assert (await acting.view(match_id))["viewer"] == "host"
    assert (await acting.get(f"/v1/tournaments/{cup}/view"))["viewer"] == "host"


async def test_lists_show_no_private_things_that_the_player_only_directs(world: World) -> None:
    """Without the scope of the role, their names are as secret as they are."""
    ada, browser, bridge, acting = await pair(world, "watch play")
    bo = await world.player("Bo")
    match_id = await duel(bo, visibility="private", label="Secret match")
    given = {"type": "give_role", "player_id": ada.player_id, "role": "director"}
    await bo.post(f"/v1/matches/{match_id}/actions", given)
    body = {"match": {"game": "wizards_duel", "options": {}}, "label": "Secret cup", "system": "swiss", "rounds": 1}
    directed = {**body, "visibility": "private", "directors": [ada.player_id]}
    await bo.post("/v1/tournaments", directed, expect=201)
    lists = [f"/v1/{kind}{query}" for kind in ("matches", "tournaments") for query in ("", "?mine=true")]

    before = ["Secret" in str(await acting.get(path)) for path in lists]
    await agree(browser, bridge, EVERYTHING)

    assert before == [False] * 4
    assert ["Secret" in str(await acting.get(path)) for path in lists] == [True] * 4


async def test_a_bridge_gives_nobody_a_role(world: World) -> None:
    """It would outlast what the player has agreed to."""
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    match_id = await duel(ada)
    body = {"match": {"game": "wizards_duel", "options": {}}, "label": "Cup", "system": "swiss", "rounds": 1}
    cup = f"/v1/tournaments/{(await ada.post('/v1/tournaments', body, expect=201))['tournament_id']}"
    given = {"type": "give_role", "player_id": bridge.player_id, "role": "director"}
    taken = {"type": "take_role", "player_id": ada.player_id}

    replies = [
        await acting.post(f"{path}/actions", action, expect=403)
        for path in (f"/v1/matches/{match_id}", cup)
        for action in (given, taken)
    ]

    assert [reply["code"] for reply in replies] == ["not_on_behalf"] * 4
    assert (await ada.view(match_id))["viewer"] == "host"


async def test_a_bridge_sees_and_changes_no_webhooks_but_its_own(world: World) -> None:
    ada, _, _, acting = await pair(world)
    own = (await ada.post("/v1/webhooks", HOOK, expect=201))["webhook_id"]
    made = (await acting.post("/v1/webhooks", HOOK, expect=201))["webhook_id"]

    rotated = await acting.post(f"/v1/webhooks/{own}/rotate", None, expect=404)

    assert rotated["code"] == "unknown_webhook"
    assert [each["webhook_id"] for each in (await acting.get("/v1/webhooks"))["webhooks"]] == [made]
    assert {each["webhook_id"] for each in (await ada.get("/v1/webhooks"))["webhooks"]} == {own, made}


async def test_a_ticket_or_a_second_header_is_no_way_around_the_consent(world: World) -> None:
    ada, _, bridge, acting = await pair(world, "watch")
    bo = await world.player("Bo")
    ticket = (await bridge.post("/v1/tickets", None, expect=201))["ticket"]
    url = world.url.replace("http", "ws") + f"/v1/me/events?ticket={ticket}"
    named = [("Authorization", f"Bearer {bridge.token}"), *(("On-Behalf-Of", each.player_id) for each in (ada, bo))]

    async with connect(url, additional_headers={"On-Behalf-Of": bo.player_id}, compression=None) as connection:
        closed = await Stream(connection).closed()
    async with httpx.AsyncClient(base_url=world.url) as http:
        reply = await http.get("/v1/me", headers=named)

    assert closed == 4403
    assert (reply.status_code, reply.json()["code"]) == (403, "no_consent")
    assert (await acting.get("/v1/me"))["player_id"] == ada.player_id


async def test_agreeing_anew_binds_at_once_also_if_the_bridge_does_not_ask(world: World) -> None:
    """Of what was agreed to before, nothing is left, whether or not it was fetched."""
    ada, browser, bridge, acting = await pair(world, "watch play notify")
    await acting.post("/v1/webhooks", HOOK, expect=201)
    _, earlier = await decide(browser, bridge, "watch play talk host")

    _, later = await decide(browser, bridge, "watch")
    unfetched = await acting.get("/v1/me", expect=403)
    stale, fresh = await fetch(bridge, earlier), await fetch(bridge, later)

    assert unfetched["code"] == "no_consent"
    assert (stale.status_code, fresh.status_code) == (400, 200)
    assert (await acting.get("/v1/me"))["token"]["scopes"] == ["watch"]
    assert [each["name"] for each in (await ada.get("/v1/me/tokens"))["tokens"]].count("Chat bridge") == 1
    assert (await ada.get("/v1/webhooks"))["webhooks"] == []


async def test_what_was_withdrawn_ends_at_once_with_all_that_was_made_by_it(world_on_either: World) -> None:
    ada, _, bridge, acting = await pair(world_on_either)
    await acting.post("/v1/webhooks", HOOK, expect=201)
    (listed,) = [each for each in (await ada.get("/v1/me/tokens"))["tokens"] if each["name"] == "Chat bridge"]
    async with own_stream(acting) as stream:
        await ada.delete(f"/v1/me/tokens/{listed['token_id']}", expect=204)

        closed = await stream.closed()

    assert closed == 4412
    await refused(acting, "no_consent")
    assert (await ada.get("/v1/webhooks"))["webhooks"] == []
    await bridge.get("/v1/me")


async def test_all_that_was_made_through_a_bridge_ends_with_its_own_token(world_on_either: World) -> None:
    """Somebody who had stolen the token leaves nothing behind. What the bridge has made with another one stays."""
    ada, _, bridge, acting = await pair(world_on_either)
    made = await bridge.post("/v1/me/tokens", {"name": "Second", "scopes": ["watch", "notify"]}, expect=201)
    second = through(bridge, ada.player_id, made["token"])
    await acting.post("/v1/webhooks", HOOK, expect=201)
    hook = (await second.post("/v1/webhooks", HOOK, expect=201))["webhook_id"]
    async with own_stream(second) as stream:
        await bridge.delete(f"/v1/me/tokens/{made['token_id']}", expect=204)

        closed = await stream.closed()

    assert closed == 4412
    await refused(second, "unknown_token", 401)
    left = [each["webhook_id"] for each in (await ada.get("/v1/webhooks"))["webhooks"]]
    assert len(left) == 1
    assert hook not in left


async def test_all_that_was_made_through_a_bridge_ends_when_its_token_expires(world: World) -> None:
    ada, _, bridge, _ = await pair(world)
    body = {"name": "Hour", "scopes": ["watch", "notify"], "expires_in_seconds": 3600}
    made = await bridge.post("/v1/me/tokens", body, expect=201)
    acting = through(bridge, ada.player_id, made["token"])
    await acting.post("/v1/webhooks", HOOK, expect=201)
    async with own_stream(acting) as stream:
        world.clock.advance(3601)
        world.app.state.server.streams.expire()

        closed = await stream.closed()
    await world.app.state.server.withdrawals.tidy()

    assert closed == 4412
    assert (await ada.get("/v1/webhooks"))["webhooks"] == []


async def test_streams_that_a_bridge_opened_for_an_administrator_stay_when_another_token_ends(world: World) -> None:
    """They are never those of an administrator, so nothing changes for them."""
    ada, browser = await world.player("Ada", KEY), Browser(world)
    await browser.sign_in(ada)
    bridge, host = await world.players("Chat bridge", "Host")
    await agree(browser, bridge)
    spare = await ada.post("/v1/me/tokens", {"name": "Spare", "scopes": ["watch"]}, expect=201)
    async with own_stream(through(bridge, ada.player_id)) as stream:
        assert [(await stream.frame())["type"] for _ in range(2)] == ["hello", "own_subscribed"]
        await ada.delete(f"/v1/me/tokens/{spare['token_id']}", expect=204)
        await duel(host, seats={"a": {"player_id": ada.player_id}})

        told = await stream.frame()

    assert told["type"] == "own_event"


async def test_no_answer_for_one_player_is_given_to_another(world: World) -> None:
    """Neither by a cache, nor by the key of a request, nor by the version of a view."""
    ada, _, bridge, for_ada = await pair(world, EVERYTHING)
    bo, other = await signed_in(world, "Bo")
    await agree(other, bridge, EVERYTHING)
    for_bo = through(bridge, bo.player_id)
    body = {"game": "wizards_duel", "options": {"cast_seconds": 100}}

    ids = [
        (await each.post("/v1/matches", body, expect=201, key="same"))["match_id"]
        for each in (for_ada, for_bo, ada, bo, bridge)
    ]
    again = await for_ada.post("/v1/matches", body, expect=201, key="same")
    await for_ada.sit(ids[0], "a")
    await for_bo.sit(ids[0], "b")
    seen = await for_ada.http.get(f"/v1/matches/{ids[0]}/view")
    headers = {"If-None-Match": seen.headers["ETag"]}
    views = [await each.http.get(f"/v1/matches/{ids[0]}/view", headers=headers) for each in (for_ada, for_bo, bridge)]

    assert len(set(ids)) == 5
    assert again["match_id"] == ids[0]
    assert [view.status_code for view in views] == [304, 200, 200]
    for reply in (seen, *views):
        assert "On-Behalf-Of" in reply.headers["Vary"]
    assert (await for_ada.http.get("/v1/me")).headers["Cache-Control"].endswith("no-store")


@pytest.fixture
async def limited(sqlite_url: str) -> AsyncIterator[World]:
    """A server with limits and a stopped clock."""
    async with running_world(sqlite_url, rate_per_token=10, rate_per_address=1000) as world:
        yield world


async def test_a_bridge_pays_for_what_it_does_and_takes_nothing_from_the_player(limited: World) -> None:
    """Otherwise, a bridge could keep a player from acting by a program of their own."""
    ada, _, bridge, acting = await pair(limited)
    bo, browser = await signed_in(limited, "Bo")
    await agree(browser, bridge)
    limited.clock.advance(60)

    await acting.post("/v1/webhooks", HOOK, expect=201)  # which costs more than all that is allowed at once
    by_bridge = [await through(bridge, each.player_id).http.get("/v1/me") for each in (ada, bo)]
    by_player = [await ada.http.get("/v1/me") for _ in range(20)]

    assert [reply.status_code for reply in by_bridge] == [429, 429]
    assert [reply.status_code for reply in by_player] == [200] * 20


async def test_streams_that_a_bridge_opens_take_no_place_of_the_player(world: World) -> None:
    ada, _, bridge, acting = await pair(world)
    server = world.app.state.server
    bridging = await server.admission.on_behalf(await server.admission._bearers.by_token(bridge.token), ada.player_id)
    own = await server.admission._bearers.by_token(ada.token)
    opened = [server.streams.mailbox() for _ in range(server.streams.per_player)]

    for mailbox in opened:
        server.streams.own(mailbox, bridging, "192.0.2.1")
    server.streams.own(server.streams.mailbox(), own, "192.0.2.1")

    assert (await acting.http.get("/v1/me/events?wait=1")).status_code == 429
