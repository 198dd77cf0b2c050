"""Consents to bridges: what the page says, who may act by one, how it is listed, and how it ends."""

from __future__ import annotations

import pytest

from server.people.identity.grants import BRIDGE_LIFETIME
from tests.published_frames import connect
from tests.server.people.bridging import (
    FIVE,
    agree,
    duel,
    pair,
    program_of,
    refused,
    through,
)
from tests.server.people.oauth.browser import Browser, Program, main_of, signed_in
from tests.server.world import Stream, World

pytestmark = pytest.mark.one_server


@pytest.mark.parametrize("way", ["redirect", "device"])
async def test_the_page_says_that_a_bridge_acts_in_the_name_of_the_player(world: World, way: str) -> None:
    """Its name is one that anybody can choose, and whoever has asked it acts from then on as the player."""
    _, browser = await signed_in(world, "Ada")
    bridge = await world.player("Moirai support")
    program = program_of(bridge)

    if way == "redirect":
        page = await browser.ask(program.request())
    else:
        codes = (await program.device_codes(client_secret=bridge.token)).json()
        page = await browser.press(await browser.open("/oauth/device"), user_code=codes["user_code"])
    shown = main_of(page)

    assert "“Moirai support”" in shown
    assert bridge.player_id in shown
    for sentence in (
        "asks to act in your name",
        "Anybody can choose such a name.",
        "counts as done by you",
        "If a link or a code came from somebody else, deny: that person would play as you.",
        "your hidden moves among them",
        "your opponents among them",
        "Logs say what was done through it",
    ):
        assert sentence in shown


async def test_a_program_of_others_is_not_shown_as_a_bridge(world: World) -> None:
    _, browser = await signed_in(world, "Ada")

    shown = main_of(await browser.ask(Program(world).request()))

    assert "in your name" not in shown


async def test_two_players_of_one_match_may_agree_to_one_bridge_and_everybody_is_told(world: World) -> None:
    """The bridge sees the hidden moves of both, because both have agreed; a view of one still shows only that one's."""
    _, _, bridge, for_ada = await pair(world)
    bo, other = await signed_in(world, "Bo")
    await agree(other, bridge)
    for_bo = through(bridge, bo.player_id)
    host = await world.player("Host")
    match_id = await duel(host, open_log=True)
    await for_ada.sit(match_id, "a")
    await for_bo.sit(match_id, "b")
    await host.post(f"/v1/matches/{match_id}/start", None)

    await for_ada.submit(match_id, 1, FIVE)
    own, others = await for_ada.events(match_id), await for_bo.events(match_id)

    submitted = [
        [fact for event in events for fact in event["facts"] if fact["type"] == "submitted"] for events in (own, others)
    ]
    seated = [fact for event in await host.events(match_id) for fact in event["facts"] if fact["type"] == "seat_taken"]
    assert [fact["through"] for fact in submitted[0]] == [bridge.player_id]
    assert submitted[1] == []
    assert [fact["through"] for fact in seated] == [bridge.player_id] * 2


async def test_a_header_for_somebody_who_has_not_agreed_looks_like_one_for_nobody(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    bridge = await world.player("Chat bridge")

    replies = [
        (await through(bridge, who).http.get("/v1/me")).json() | {"instance": None, "request_id": None}
        for who in (ada.player_id, bo.player_id, "0" * 26, "nobody", "")
    ]

    assert {reply["code"] for reply in replies} == {"no_consent"}
    assert len({reply["detail"] for reply in replies}) == 1


async def test_a_socket_for_somebody_who_has_not_agreed_is_refused(world: World) -> None:
    bridge, bo = await world.players("Chat bridge", "Bo")
    acting = through(bridge, bo.player_id)
    headers = {"Authorization": acting.http.headers["Authorization"], "On-Behalf-Of": bo.player_id}
    codes = []
    for path in ("/v1/stream", "/v1/me/events"):
        url = world.url.replace("http", "ws") + path
        async with connect(url, additional_headers=headers, compression=None) as connection:
            codes.append(await Stream(connection).closed())

    assert codes == [4403, 4403]


async def test_a_header_without_a_token_is_nothing(world: World) -> None:
    ada, *_ = await pair(world)
    nobody = world.nobody()
    nobody.http.headers["On-Behalf-Of"] = ada.player_id

    await refused(nobody, "missing_token", 401)


async def test_another_bridge_has_no_part_in_it(world: World) -> None:
    ada, *_ = await pair(world)

    await refused(through(await world.player("Other bridge"), ada.player_id), "no_consent")


async def test_scopes_are_those_of_the_consent_and_of_the_bridges_token(world: World) -> None:
    ada, _, bridge, acting = await pair(world, "watch talk")
    made = await bridge.post("/v1/me/tokens", {"name": "Narrow", "scopes": ["talk", "play"]}, expect=201)
    narrow = through(bridge, ada.player_id, made["token"])

    assert (await acting.post("/v1/me/friend-link", None, expect=403))["code"] == "insufficient_scope"
    await acting.get("/v1/me/events")
    await refused(narrow, "insufficient_scope")
    assert (await narrow.get("/v1/me"))["token"]["scopes"] == ["talk"]


async def test_a_bridge_is_listed_by_its_name_and_goes_with_its_player(world: World) -> None:
    """Nothing that others have agreed to is left of a bridge that was forgotten."""
    ada, _, bridge, acting = await pair(world)
    await bridge.http.patch("/v1/me", json={"name": "Other name"})
    (listed,) = [each for each in (await ada.get("/v1/me/tokens"))["tokens"] if each["client"] is not None]

    await bridge.http.request("DELETE", "/v1/me", json={"name": "Other name"})
    await world.app.state.server.forgetting.sweep()

    assert (listed["name"], listed["client"]) == ("Other name", "Other name")
    assert all(each["client"] is None for each in (await ada.get("/v1/me/tokens"))["tokens"])
    await refused(acting, "unknown_token", 401)


async def test_a_bridge_revokes_what_was_agreed(world: World) -> None:
    ada, browser = await signed_in(world, "Ada")
    bridge = await world.player("Chat bridge")
    granted = await agree(browser, bridge)

    revoked = await program_of(bridge).revoke(granted["access_token"], client_secret=bridge.token)

    assert revoked.status_code == 200
    await refused(through(bridge, ada.player_id), "no_consent")


async def test_it_ends_after_a_year(world: World) -> None:
    _, _, _, acting = await pair(world)

    world.clock.advance(BRIDGE_LIFETIME.total_seconds())

    await refused(acting, "no_consent")


async def test_a_bridge_cannot_be_handed_on(world: World) -> None:
    """Acting for a bridge gives nothing of what that one may do for others."""
    ada, _, bridge, _ = await pair(world)
    own_browser = Browser(world)
    await own_browser.sign_in(bridge)
    second = await world.player("Second bridge")
    await agree(own_browser, second)

    await refused(through(second, ada.player_id), "no_consent")
