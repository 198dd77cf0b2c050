"""Guests: players whom a bridge has made for people in a chat, and the links by which these come to the server."""

from __future__ import annotations

from typing import Any

import pytest

from server.access.errors import RefusedError
from server.people.accounts.links import LINK_LIFETIME
from tests.server.people.bridging import (
    EVERYTHING,
    HOOK,
    agree,
    came,
    decide,
    duel,
    enter,
    guest_of,
    link_of,
    press,
    program_of,
    refused,
    through,
)
from tests.server.people.oauth.browser import Browser, Program, main_of, signed_in
from tests.server.world import Client, World, running_world
from tests.waiting import until

pytestmark = pytest.mark.one_server

Json = Any

KEY = "laplace and his demon"
"""The administrator key of the servers in tests."""


async def _is_in(browser: Browser, name: str = "Chat guest") -> bool:
    return f'value="{name}"' in (await browser.open("/account")).text


async def _claim(browser: Browser) -> None:
    """Let somebody who came by a link add a way to sign in."""
    made = await press(browser, "/account/recovery-codes")
    assert made.status_code == 200, made.text


async def test_a_guest_of_a_bridge_comes_to_the_server_by_a_link_once(world_on_either: World) -> None:
    world = world_on_either
    bridge, guest = await guest_of(world)
    link = (await link_of(bridge, guest))["path"]
    first, second = Browser(world), Browser(world)

    looked_at = await first.open(link)
    page = await second.open(link)
    entered = await enter(second, page)
    again = await enter(first, looked_at)

    assert (entered.status_code, again.status_code) == (303, 404)
    assert await _is_in(second)
    assert not await _is_in(first)


async def test_the_page_of_a_link_says_whose_account_it_is_and_who_else_acts_in_it(world: World) -> None:
    """Or a bridge would lead somebody who has an account into one of its own."""
    bridge, guest = await guest_of(world)
    _, browser = await signed_in(world, "Ada")

    shown = main_of(await browser.open((await link_of(bridge, guest))["path"]))

    assert "“Chat guest”" in shown
    assert "“Chat bridge”" in shown
    assert bridge.player_id in shown
    assert "the account is no more yours than the bridge" in shown
    assert "You are signed in as" in shown


async def test_a_link_ends_after_ten_minutes_and_leads_nowhere_else(world: World) -> None:
    bridge, guest = await guest_of(world)
    old = (await link_of(bridge, guest))["path"]
    world.clock.advance(LINK_LIFETIME.total_seconds())
    new = (await link_of(bridge, guest))["path"]
    browser = Browser(world)

    gone = await browser.open(old)
    led = await enter(browser, await browser.open(new + "&next=https%3A%2F%2Fevil.example%2F"))

    assert gone.status_code == 404
    assert led.headers["location"] == "/account"


async def test_a_link_is_no_ticket_and_a_ticket_no_link(world: World) -> None:
    bridge, guest = await guest_of(world)
    link = (await link_of(bridge, guest))["path"]
    ticket = (await bridge.post("/v1/tickets", None, expect=201))["ticket"]

    page = await Browser(world).open(f"/account/sign-in/link?code={ticket}")

    assert page.status_code == 404
    assert await guest.close_code(f"/v1/stream?ticket={link.partition('code=')[2]}", authenticated=False) == 4401


async def test_a_bridge_makes_links_only_for_guests_of_its_own(world: World) -> None:
    """Not for who has only agreed to it, nor with a token that may not change accounts."""
    bridge, guest = await guest_of(world)
    other, (ada, browser) = await world.player("Other bridge"), await signed_in(world, "Ada")
    await agree(browser, bridge, EVERYTHING)
    made = await bridge.post("/v1/me/tokens", {"name": "Narrow", "scopes": ["watch", "play"]}, expect=201)

    assert (await link_of(other, guest, expect=403))["code"] == "no_consent"
    assert (await link_of(bridge, ada, expect=403))["code"] == "no_consent"
    narrow = world.connect(bridge.player_id, made["token"])
    assert (await link_of(narrow, guest, expect=403))["code"] == "insufficient_scope"


async def test_a_guest_gives_a_bridge_no_more_than_the_token_that_made_it(world: World) -> None:
    bridge = await world.player("Chat bridge")
    made = await bridge.post("/v1/me/tokens", {"name": "Narrow", "scopes": ["account", "watch"]}, expect=201)
    narrow = world.connect(bridge.player_id, made["token"])

    guest = (await narrow.post("/v1/guests", {"name": "Guest"}, expect=201))["player_id"]

    assert (await through(bridge, guest).get("/v1/me"))["token"]["scopes"] == ["watch"]


@pytest.mark.parametrize("fetched", [False, True], ids=["decided", "fetched"])
async def test_what_made_a_guest_ends_when_the_guest_agrees_to_something(world_on_either: World, fetched: bool) -> None:
    """At that moment, also if the bridge never asks for what was agreed to; and so does what its links have opened."""
    world = world_on_either
    bridge, guest = await guest_of(world)
    await guest.post("/v1/webhooks", HOOK, expect=201)
    unused = (await link_of(bridge, guest))["path"]
    another, browser = await came(world, bridge, guest), await came(world, bridge, guest)

    if fetched:
        await agree(browser, bridge, "watch play")
        assert (await guest.get("/v1/me"))["token"]["scopes"] == ["watch", "play"]
        assert (await guest.get("/v1/webhooks", expect=403))["code"] == "insufficient_scope"
    else:
        await decide(browser, bridge, "watch play")
        await refused(guest, "no_consent")

    assert not await _is_in(browser)
    assert not await _is_in(another)
    assert (await Browser(world).open(unused)).status_code == 404
    assert (await link_of(bridge, guest, expect=403))["code"] == "no_consent"


async def test_what_a_link_has_opened_changes_nothing_in_the_moment_after(world: World) -> None:
    """Also a call that had begun before the guest agreed."""
    bridge, guest = await guest_of(world)
    browser, accounts = await came(world, bridge, guest), world.app.state.server.accounts
    (session,) = await accounts.sessions.of_player(guest.player_id)

    await decide(browser, bridge, "watch")

    with pytest.raises(RefusedError):
        await accounts.recovery.make(guest.player_id, session.actor)


async def test_agreeing_to_another_program_ends_it_too(world: World) -> None:
    bridge, guest = await guest_of(world)
    browser = await came(world, bridge, guest)
    await _claim(browser)
    person = Browser(world)
    person._cookies["moirai_session"] = await world.app.state.server.accounts.sessions.open(
        guest.player_id, "recovery", ""
    )

    await person.consent(Program(world).request())

    await refused(guest, "no_consent")
    assert not await _is_in(browser)
    assert await _is_in(person)


async def test_a_bridge_cannot_use_a_link_of_its_own_to_agree_to_more(world: World) -> None:
    """Neither for itself, nor for another bridge or program, which would outlast its own token."""
    bridge = await world.player("Chat bridge")
    made = await bridge.post("/v1/me/tokens", {"name": "Narrow", "scopes": ["account", "watch"]}, expect=201)
    narrow = world.connect(bridge.player_id, made["token"])
    guest = through(bridge, (await narrow.post("/v1/guests", {"name": "Chat guest"}, expect=201))["player_id"])
    browser, accomplice = await came(world, bridge, guest), await world.player("Accomplice")

    page = await browser.ask(program_of(bridge).request(scope="watch play"))
    more = await browser.press(page, answer="allow")
    by_device, _ = await decide(browser, bridge, "watch play")
    for_other, _ = await decide(browser, accomplice, "watch")
    for_program = await browser.press(await browser.ask(Program(world).request(scope="watch")), answer="allow")

    for refusal in (more, by_device, for_other, for_program):
        assert refusal.status_code == 403
        assert "A link of a bridge has signed you in" in refusal.text
    assert (await guest.get("/v1/me"))["token"]["scopes"] == ["watch"]
    assert await _is_in(browser)


async def test_a_link_opens_no_token_before_the_person_has_a_way_in(world: World) -> None:
    """A token would outlast the link, and act without a trace."""
    bridge, guest = await guest_of(world)
    browser = await came(world, bridge, guest)

    page = main_of(await browser.open("/account"))
    played = await press(browser, "/account/play")
    made = await press(browser, "/account/tokens", name="Mine", days="0", scope="account")
    await _claim(browser)
    later = await press(browser, "/account/play")
    then = main_of(await browser.open("/account"))

    assert "Add a way to sign in of your own below" in page
    offered = ("/account/play", "/account/tokens", "/account/end-access")
    assert [f'action="{path}"' in page for path in offered] == [False] * 3, "nothing is offered that is refused"
    assert [f'action="{path}"' in then for path in offered] == [True] * 3
    assert (played.status_code, made.status_code, later.status_code) == (403, 403, 200)
    assert (await guest.get("/v1/me"))["name"] == "Chat guest"


async def test_who_adds_a_way_in_first_is_the_only_one_who_came_by_a_link(world_on_either: World) -> None:
    """A session or a link that the bridge has kept for itself is worth nothing from then on."""
    world = world_on_either
    bridge, guest = await guest_of(world)
    unused = (await link_of(bridge, guest))["path"]
    kept, person = await came(world, bridge, guest), await came(world, bridge, guest)

    await _claim(person)

    assert await _is_in(person)
    assert not await _is_in(kept)
    assert (await Browser(world).open(unused)).status_code == 404
    assert (await link_of(bridge, guest, expect=409))["code"] == "signs_in_already"
    assert (await guest.get("/v1/me"))["player_id"] == guest.player_id


@pytest.mark.parametrize("how", ["withdrawn", "renewed", "expired"])
async def test_links_and_what_they_have_opened_end_with_the_token_of_the_bridge(world: World, how: str) -> None:
    bridge, guest = await guest_of(world)
    body = {"name": "Second", "scopes": ["account", *EVERYTHING.split()], "expires_in_seconds": 300}
    made = await bridge.post("/v1/me/tokens", body, expect=201)
    second = world.connect(bridge.player_id, made["token"])
    browser = await came(world, second, guest)
    stays = await came(world, bridge, guest)
    unused = (await link_of(second, guest))["path"]
    world.clock.advance(1)

    if how == "withdrawn":
        await bridge.delete(f"/v1/me/tokens/{made['token_id']}", expect=204)
    elif how == "renewed":
        await bridge.post(f"/v1/me/tokens/{made['token_id']}/renewal", None)
    else:
        world.clock.advance(300)

    assert not await _is_in(browser)
    assert await _is_in(stays)
    assert (await Browser(world).open(unused)).status_code == 404


async def test_links_end_when_the_guest_withdraws_what_made_it(world: World) -> None:
    bridge, guest = await guest_of(world)
    browser, unused = await came(world, bridge, guest), (await link_of(bridge, guest))["path"]

    await press(browser, "/account/tokens/withdraw", token_id="")

    await refused(guest, "no_consent")
    assert not await _is_in(browser)
    assert (await Browser(world).open(unused)).status_code == 404


async def test_a_suspended_bridge_opens_nothing(world: World) -> None:
    bridge, guest = await guest_of(world)
    root = await world.player("Root", KEY)
    browser, unused = await came(world, bridge, guest), (await link_of(bridge, guest))["path"]

    await _judge(root, bridge, "suspend")

    assert not await _is_in(browser)
    assert (await Browser(world).open(unused)).status_code == 404
    await refused(guest, "suspended")


async def test_webhooks_that_a_suspended_bridge_has_made_are_not_called(world: World) -> None:
    """What they would say waits. Those that the guest has made go on."""
    bridge, guest = await guest_of(world)
    root, host, own = await world.player("Root", KEY), await world.player("Host"), await _own_token(world, guest)
    made, mine = [(await each.post("/v1/webhooks", HOOK, expect=201))["webhook_id"] for each in (guest, own)]
    followers = world.app.state.server.webhooks.followers

    async def sent(hook: str) -> list[Json]:
        page = await own.get(f"/v1/webhooks/{hook}/deliveries")
        return [each["type"] for each in page["deliveries"]]

    async def idle() -> bool:
        soon = await followers.next_after()
        return soon is None or soon.total_seconds() > 0

    await _judge(root, bridge, "suspend")
    await duel(host, seats={"a": {"player_id": guest.player_id}})
    await world.settle()
    await until(lambda: sent(mine))
    await until(idle)
    waiting = await sent(made)
    await _judge(root, bridge, "reinstate")
    await until(lambda: sent(made))

    assert waiting == []
    assert await sent(made) == await sent(mine) == ["match.invited"]


async def _judge(root: Client, bridge: Client, step: str) -> None:
    action = {"type": step, "reason": "Spam."}
    await root.post(f"/v1/administration/players/{bridge.player_id}/actions", action)


async def test_what_made_a_guest_is_listed_by_the_name_of_the_bridge_and_is_no_token(world: World) -> None:
    bridge, guest = await guest_of(world)
    browser = await came(world, bridge, guest)
    await _claim(browser)
    own = await _own_token(world, guest)

    (made,) = [each for each in (await own.get("/v1/me/tokens"))["tokens"] if each["name"] == "Chat bridge"]
    renewed = await own.post(f"/v1/me/tokens/{made['token_id']}/renewal", None, expect=404)

    assert renewed["code"] == "unknown_token_id"
    await guest.get("/v1/me")


async def _own_token(world: World, guest: Client) -> Client:
    """Return a client of the person, with a token of their own."""
    server = world.app.state.server
    scopes = ["watch", "play", "talk", "host", "organise", "notify", "account"]
    _, text = await server.tokens.issue(guest.player_id, "Own", scopes, by=None)
    return world.connect(guest.player_id, text)


async def test_a_guest_blocks_and_is_blocked_like_any_player(world: World) -> None:
    _, guest = await guest_of(world)
    bo, own = await world.player("Bo"), await _own_token(world, guest)
    link = (await bo.post("/v1/me/friend-link", None, expect=201))["token"]

    await bo.put(f"/v1/me/blocks/{guest.player_id}", None)
    blocked = await own.post(f"/v1/friend-links/{link}/accept", None, expect=404)
    await guest.put(f"/v1/me/blocks/{bo.player_id}", None)

    assert blocked["code"] == "unknown_friend_link"
    assert [each["player_id"] for each in (await guest.get("/v1/me/blocks"))["blocks"]] == [bo.player_id]


async def test_nothing_is_left_of_a_guest_who_is_forgotten(world: World) -> None:
    bridge, guest = await guest_of(world)
    await guest.post("/v1/webhooks", HOOK, expect=201)
    own = await _own_token(world, guest)
    unused = (await link_of(bridge, guest))["path"]

    await own.http.request("DELETE", "/v1/me", json={"name": "Chat guest"})
    await world.app.state.server.forgetting.sweep()

    await refused(guest, "no_consent")
    assert (await Browser(world).open(unused)).status_code == 404
    assert (await link_of(bridge, guest, expect=403))["code"] == "no_consent"


async def test_a_guest_outlasts_a_bridge_that_is_forgotten(world: World) -> None:
    """With what is the guest's own, and nothing of what the bridge could do or has made."""
    bridge, guest = await guest_of(world)
    await guest.post("/v1/webhooks", HOOK, expect=201)
    browser, own = await came(world, bridge, guest), await _own_token(world, guest)

    await bridge.http.request("DELETE", "/v1/me", json={"name": "Chat bridge"})
    await world.app.state.server.forgetting.sweep()
    await world.app.state.server.withdrawals.tidy()

    assert not await _is_in(browser)
    assert (await own.get("/v1/me"))["name"] == "Chat guest"
    assert (await own.get("/v1/webhooks"))["webhooks"] == []
    assert [each["name"] for each in (await own.get("/v1/me/tokens"))["tokens"]] == ["Own"]


async def test_a_guest_is_paid_for_by_the_bridge(sqlite_url: str) -> None:
    async with running_world(sqlite_url, rate_per_token=10, rate_per_address=1000) as world:
        bridge = await world.player("Chat bridge")

        made = [(await bridge.http.post("/v1/guests", json={"name": "Guest"})).status_code for _ in range(3)]

    assert made == [201, 201, 429]
