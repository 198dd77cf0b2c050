"""The device flow (RFC 8628): a program without a browser, and a player with one."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from sqlalchemy import insert

from server.people.oauth.service import DEVICE_CODES_PER_ADDRESS, WRONG_USER_CODES
from server.people.oauth.storage import DEVICE_LIFETIME, MAX_DEVICE_CODES
from server.runtime.database.tables import OAuthDevice
from server.runtime.times import timestamp
from tests.server.people.oauth.browser import Browser, Program, signed_in, with_program
from tests.server.people.oauth.conftest import Suspend
from tests.server.world import World

pytestmark = pytest.mark.one_server


async def test_a_device_gets_what_the_player_allows_elsewhere(world_on_either: World) -> None:
    player, browser, program = await with_program(world_on_either)

    codes = (await program.device_codes()).json()
    waiting = await program.poll(codes["device_code"])
    decided = await browser.decide(codes["user_code"])
    world_on_either.clock.advance(5)
    reply = await program.poll(codes["device_code"])

    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", codes["user_code"])
    assert (codes["expires_in"], codes["interval"]) == (600, 5)
    assert codes["verification_uri"] == f"{world_on_either.url}/oauth/device"
    assert codes["verification_uri_complete"].endswith(f"?user_code={codes['user_code']}")
    assert (waiting.status_code, waiting.json()["error"]) == (400, "authorization_pending")
    assert (decided.status_code, "Allowed" in decided.text) == (200, True)
    tokens = reply.json()
    assert (reply.status_code, tokens["scope"]) == (200, "watch play")
    me = await program.http.get("/v1/me", headers={"Authorization": f"Bearer {tokens['access_token']}"})
    assert me.json()["player_id"] == player.player_id
    assert (await program.refresh(tokens["refresh_token"])).status_code == 200


async def test_the_page_shows_who_asks_and_warns_before_anything_is_decided(world: World) -> None:
    _, browser = await signed_in(world)
    codes = (await Program(world, "terminal bot").device_codes()).json()
    where = urlsplit(codes["verification_uri_complete"])

    filled = await browser.open(f"{where.path}?{where.query}")
    asked = await browser.press(filled, user_code=codes["user_code"].lower().replace("-", " "))

    text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", asked.text)))
    assert f'value="{codes["user_code"]}"' in filled.text
    assert "“terminal bot”" in text
    assert codes["user_code"] in text
    assert "If somebody else sent you the code, deny." in text
    assert (await Program(world, "terminal bot").poll(codes["device_code"])).json()["error"] == "authorization_pending"


async def test_a_denied_device_is_told_so(world: World) -> None:
    _, browser, program = await with_program(world)
    codes = (await program.device_codes()).json()

    page = await browser.decide(codes["user_code"], "deny")

    assert "Denied" in page.text
    assert (await program.poll(codes["device_code"])).json()["error"] == "access_denied"


async def test_a_device_that_asks_too_fast_must_wait_longer_each_time(world_on_either: World) -> None:
    """RFC 8628, section 3.5: by five seconds, for this and all later questions."""
    program, clock = Program(world_on_either), world_on_either.clock
    device_code = (await program.device_codes()).json()["device_code"]
    errors = []
    for wait in (0, 4, 9, 15, 14):
        clock.advance(wait)
        errors.append((await program.poll(device_code)).json()["error"])

    assert errors == ["authorization_pending", "slow_down", "slow_down", "authorization_pending", "slow_down"]


async def test_a_device_code_works_once(world_on_either: World) -> None:
    _, browser, program = await with_program(world_on_either)
    codes = (await program.device_codes()).json()
    await browser.decide(codes["user_code"])

    replies = await asyncio.gather(*(program.poll(codes["device_code"]) for _ in range(6)))

    assert sorted(reply.status_code for reply in replies) == [200] + [400] * 5
    assert {reply.json()["error"] for reply in replies if reply.status_code == 400} == {"invalid_grant"}


async def test_a_decision_is_made_once(world: World) -> None:
    _, browser = await signed_in(world)
    _, other = await signed_in(world, "Lachesis")
    program = Program(world)
    codes = (await program.device_codes()).json()
    page = await browser.press(await browser.open("/oauth/device"), user_code=codes["user_code"])
    await other.decide(codes["user_code"], "deny")

    late = await browser.press(page, user_code=codes["user_code"], answer="allow")

    assert late.status_code == 404
    assert (await program.poll(codes["device_code"])).json()["error"] == "access_denied"


async def test_codes_end_after_ten_minutes(world: World) -> None:
    _, browser, program = await with_program(world)
    codes = (await program.device_codes()).json()
    world.clock.advance(600)

    entered = await browser.press(await browser.open("/oauth/device"), user_code=codes["user_code"])

    assert entered.status_code == 404
    assert (await program.poll(codes["device_code"])).json()["error"] == "expired_token"


async def test_a_device_code_of_another_client_is_an_unknown_one(world: World) -> None:
    _, browser, program = await with_program(world)
    codes = (await program.device_codes()).json()
    await browser.decide(codes["user_code"])

    refused = await Program(world, "another").poll(codes["device_code"])

    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await program.poll("unknown")).json()["error"] == "invalid_grant"
    assert (await program.poll(codes["device_code"])).status_code == 200


async def test_a_suspended_player_allows_nothing(world: World, suspend: Suspend) -> None:
    player, browser, program = await with_program(world)
    codes = (await program.device_codes()).json()
    await browser.decide(codes["user_code"])
    await suspend(player.player_id)

    assert (await program.poll(codes["device_code"])).json()["error"] == "access_denied"


async def test_what_a_device_asks_for_is_checked_first(world: World) -> None:
    program = Program(world)

    assert (await program.device_codes(scope=None)).json()["error"] == "invalid_scope"
    assert (await program.device_codes(scope="account")).json()["error"] == "invalid_scope"
    assert (await program.device_codes(client_id="é")).json()["error"] == "invalid_client"
    assert (await program.device_codes(client_id=None)).json()["error"] == "invalid_client"


async def test_guesses_of_user_codes_are_bounded_for_each_player(world: World) -> None:
    """After some wrong codes, not even a right one is looked at."""
    _, browser = await signed_in(world)
    codes = (await Program(world).device_codes()).json()
    page = await browser.open("/oauth/device")

    guesses = [await browser.press(page, user_code=f"BBBB-BBB{letter}") for letter in "BCDFGHJKLM"]
    right = await browser.press(page, user_code=codes["user_code"])
    blind = await browser.press(page, user_code=codes["user_code"], answer="allow")

    assert [guess.status_code for guess in guesses] == [404] * WRONG_USER_CODES
    assert (right.status_code, blind.status_code) == (429, 429)
    world.clock.advance(60)
    assert (await browser.press(page, user_code=codes["user_code"])).status_code == 200


async def test_right_codes_are_no_guesses(world: World) -> None:
    _, browser = await signed_in(world)

    for _ in range(WRONG_USER_CODES + 2):
        codes = (await Program(world).device_codes()).json()
        assert (await browser.decide(codes["user_code"])).status_code == 200


async def test_an_address_gets_few_device_codes(own_world: World) -> None:
    program = Program(own_world)

    statuses = [(await program.device_codes()).status_code for _ in range(DEVICE_CODES_PER_ADDRESS + 1)]
    own_world.clock.advance(30)

    assert statuses == [200] * DEVICE_CODES_PER_ADDRESS + [429]
    assert (await program.device_codes()).status_code == 200


async def test_so_many_devices_wait_and_no_more(world_on_either: World) -> None:
    """10,000 device codes from as many addresses: then everyone waits until some end, and old ones are forgotten."""
    program, state = Program(world_on_either), world_on_either.app.state
    ends = timestamp(world_on_either.clock.now() + DEVICE_LIFETIME)
    rows = [
        {
            "device_hash": f"{number:064}",
            "user_hash": f"{number:064}",
            "client": "bot",
            "scopes": "play",
            "expires_at": ends,
            "interval_seconds": 5,
        }
        for number in range(MAX_DEVICE_CODES)
    ]
    async with state.server.oauth._database.begin() as connection:
        await connection.execute(insert(OAuthDevice), rows)

    full = await program.device_codes()
    world_on_either.clock.advance(600)
    free = await program.device_codes()

    assert (full.status_code, full.json()["error"]) == (503, "temporarily_unavailable")
    assert full.headers["retry-after"] == "60"
    assert free.status_code == 200


async def test_only_who_is_signed_in_decides_about_devices(world: World) -> None:
    browser = Browser(world)

    led = await browser.open("/oauth/device?user_code=BBBB-BBBB")

    assert led.status_code == 303
    assert led.headers["location"] == "/account?next=%2Foauth%2Fdevice%3Fuser_code%3DBBBB-BBBB"
