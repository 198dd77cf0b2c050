"""Claims: what somebody who came by a link keeps of a guest, and what a thief of the bridge's token does not."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from server.access.errors import RefusedError
from server.people.accounts.claims import CLAIM_SETTLES
from server.people.identity.bearers import Bearers
from server.people.identity.grants import BRIDGE_LIFETIME
from server.people.identity.ways_in import read_ways_in
from tests.server.people.bridging import (
    EVERYTHING,
    agree,
    came,
    guest_of,
    link_of,
    pair,
    press,
    refused,
    through,
)
from tests.server.people.oauth.browser import Browser
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

FULL = ["account", *EVERYTHING.split()]
"""The scopes of a token that makes links for guests of a bridge with every scope."""


async def _second_token(bridge: Client) -> tuple[str, Client]:
    """Give a bridge another token; return its id, and the bridge with it."""
    made = await bridge.post("/v1/me/tokens", {"name": "Second", "scopes": FULL}, expect=201)
    return made["token_id"], bridge.world.connect(bridge.player_id, made["token"])


async def _claim(world: World, guest: Client, browser: Browser) -> Client:
    """Add a way in, and make a token in the browser; return a client with it."""
    assert (await press(browser, "/account/recovery-codes")).status_code == 200
    page = await press(browser, "/account/play")
    (token,) = set(re.findall(r"moirai_[A-Za-z0-9_.\-]+", page.text))
    return world.connect(guest.player_id, token)


async def _end(bridge: Client, token_id: str, how: str) -> None:
    bridge.world.clock.advance(1)
    if how == "renewed":
        await bridge.post(f"/v1/me/tokens/{token_id}/renewal", None)
    else:
        await bridge.delete(f"/v1/me/tokens/{token_id}", expect=204)


@pytest.mark.parametrize("lacks", EVERYTHING.split())
async def test_a_token_that_may_do_less_than_the_guest_makes_no_link(world: World, lacks: str) -> None:
    """With the link, it could add a way in, and then do everything."""
    bridge, guest = await guest_of(world)
    scopes = [scope for scope in FULL if scope != lacks]
    made = await bridge.post("/v1/me/tokens", {"name": "Narrow", "scopes": scopes}, expect=201)

    refusal = await link_of(world.connect(bridge.player_id, made["token"]), guest, expect=403)

    assert refusal["code"] == "insufficient_scope"
    assert f"`{lacks}`" in refusal["detail"]


@pytest.mark.parametrize("how", ["withdrawn", "renewed"])
async def test_a_thief_of_the_bridges_token_keeps_no_guest(world_on_either: World, how: str) -> None:
    """All that came of the claim ends; the bridge acts as before, and the person can claim the guest."""
    world = world_on_either
    bridge, guest = await guest_of(world)
    token_id, thief = await _second_token(bridge)
    browser = await came(world, thief, guest)
    stolen, signed_in_again = await _claim(world, guest, browser), Browser(world)
    session = await world.app.state.server.accounts.sessions.open(guest.player_id, "recovery", "")
    signed_in_again._cookies["moirai_session"] = session
    await stolen.get("/v1/me")

    await _end(bridge, token_id, how)

    await refused(stolen, "unknown_token", 401)
    assert not await _is_in(browser)
    assert not await _is_in(signed_in_again)
    assert await read_ways_in(world.app.state.server.database, guest.player_id) == []
    assert (await guest.get("/v1/me"))["player_id"] == guest.player_id
    await (await _claim(world, guest, await came(world, bridge, guest))).get("/v1/me")


@pytest.mark.parametrize("how", ["withdrawn", "renewed"])
async def test_a_claim_that_had_begun_comes_to_nothing_when_the_token_ends(world: World, how: str) -> None:
    """Or a thief would keep the guest for ever: nothing would tell that the claim came of the token."""
    bridge, guest = await guest_of(world)
    token_id, thief = await _second_token(bridge)
    await came(world, thief, guest)
    accounts = world.app.state.server.accounts
    (session,) = await accounts.sessions.of_player(guest.player_id)

    await _end(bridge, token_id, how)
    world.clock.advance(1)
    with pytest.raises(RefusedError) as refusal:
        await accounts.recovery.make(guest.player_id, session.actor)

    assert refusal.value.code.name == "signed_out"
    assert await read_ways_in(world.app.state.server.database, guest.player_id) == []


@pytest.mark.parametrize("how", ["withdrawn", "renewed"])
async def test_who_has_claimed_a_guest_keeps_it_after_a_day(world: World, how: str) -> None:
    """Also if what the link has opened adds something later: only the first way in is a claim."""
    bridge, guest = await guest_of(world)
    token_id, second = await _second_token(bridge)
    own = await _claim(world, guest, await came(world, second, guest))
    world.clock.advance(CLAIM_SETTLES.total_seconds())
    accounts = world.app.state.server.accounts
    (session,) = await accounts.sessions.of_player(guest.player_id)
    await accounts.recovery.make(guest.player_id, session.actor)

    await _end(bridge, token_id, how)

    assert (await own.get("/v1/me"))["player_id"] == guest.player_id
    assert len(await read_ways_in(world.app.state.server.database, guest.player_id)) == 1


async def test_a_thief_who_lets_the_guest_agree_to_something_keeps_nothing_either(world: World) -> None:
    """What made the guest ends by that, so nobody has the guest any more."""
    bridge, guest = await guest_of(world)
    accomplice = await world.player("Accomplice")
    token_id, thief = await _second_token(bridge)
    browser = await came(world, thief, guest)
    stolen = await _claim(world, guest, browser)
    by_code = Browser(world)
    by_code._cookies["moirai_session"] = await world.app.state.server.accounts.sessions.open(
        guest.player_id, "recovery", ""
    )
    await agree(by_code, accomplice, EVERYTHING)

    await _end(bridge, token_id, "withdrawn")

    await refused(stolen, "unknown_token", 401)
    await refused(through(accomplice, guest.player_id), "no_consent")


async def test_other_tokens_of_the_bridge_and_other_guests_are_left_alone(world: World) -> None:
    bridge, guest = await guest_of(world)
    token_id, second = await _second_token(bridge)
    other = through(bridge, (await second.post("/v1/guests", {"name": "Chat guest"}, expect=201))["player_id"])
    own = await _claim(world, guest, await came(world, bridge, guest))
    await _claim(world, other, await came(world, second, other))

    await _end(bridge, token_id, "withdrawn")

    assert (await own.get("/v1/me"))["player_id"] == guest.player_id
    assert len(await read_ways_in(world.app.state.server.database, guest.player_id)) == 1
    assert await read_ways_in(world.app.state.server.database, other.player_id) == []


async def test_a_withdrawal_that_nobody_noticed_is_found_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process can die between the withdrawal and what follows."""
    bridge, guest = await guest_of(world)
    server = world.app.state.server
    token_id, thief = await _second_token(bridge)
    await _claim(world, guest, await came(world, thief, guest))
    monkeypatch.setattr(server.changes, "watchers", [server.upkeep.notice])
    await _end(bridge, token_id, "withdrawn")

    await server.claims.tidy()

    assert await read_ways_in(server.database, guest.player_id) == []


async def test_a_bridge_that_is_forgotten_takes_no_guests_back(world: World) -> None:
    bridge, guest = await guest_of(world)
    own = await _claim(world, guest, await came(world, bridge, guest))

    await bridge.http.request("DELETE", "/v1/me", json={"name": "Chat bridge"})
    await world.app.state.server.forgetting.sweep()
    await world.app.state.server.claims.tidy()

    assert (await own.get("/v1/me"))["player_id"] == guest.player_id


async def test_signing_out_everywhere_does_not_lose_an_account_that_was_just_claimed(world: World) -> None:
    """It ends ways in that are younger than what one has signed in with: after a link, that is every one."""
    bridge, guest = await guest_of(world)
    world.clock.advance(60)
    browser = await came(world, bridge, guest)
    own = await _claim(world, guest, browser)

    ended = await press(browser, "/account/end-access")

    assert ended.status_code == 403
    assert await _is_in(browser)
    assert len(await read_ways_in(world.app.state.server.database, guest.player_id)) == 1
    await own.get("/v1/me")


async def test_a_renewal_between_the_use_of_a_link_and_the_session_ends_both(world: World) -> None:
    bridge, guest = await guest_of(world)
    token_id, thief = await _second_token(bridge)
    code = (await link_of(thief, guest))["path"].partition("code=")[2]
    accounts = world.app.state.server.accounts
    player_id, mark = await accounts.links.use(code)

    await _end(bridge, token_id, "renewed")

    with pytest.raises(RefusedError):
        await accounts.sessions.open(player_id, mark, "")
    assert await accounts.sessions.of_player(player_id) == []


async def test_a_token_that_is_renewed_while_its_call_is_read_acts_for_nobody(world: World) -> None:
    """A token keeps its id when it is renewed: who has the earlier secret is somebody else."""
    ada, _, bridge, _ = await pair(world)
    server = world.app.state.server
    fresh = Bearers(server.database, server.clock)
    access = await fresh.by_token(bridge.token)
    world.clock.advance(1)
    await server.tokens.renew(access.token, by=None)

    acting = asyncio.create_task(fresh.acting_for(access, ada.player_id))
    await asyncio.sleep(0)
    assert not acting.done()
    await fresh.forget(bridge.player_id)

    with pytest.raises(RefusedError) as refusal:
        await acting
    assert refusal.value.code.name == "unknown_token"


async def test_a_bridge_acts_for_a_guest_for_a_year_as_for_everybody(world: World) -> None:
    bridge, guest = await guest_of(world)
    unused = (await link_of(bridge, guest))["path"]
    browser = await came(world, bridge, guest)
    world.clock.advance(BRIDGE_LIFETIME.total_seconds())

    await refused(guest, "no_consent")
    assert (await link_of(bridge, guest, expect=403))["code"] == "no_consent"
    assert (await Browser(world).open(unused)).status_code == 404
    assert not await _is_in(browser)


async def _is_in(browser: Browser) -> bool:
    return 'value="Chat guest"' in (await browser.open("/account")).text
