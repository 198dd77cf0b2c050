"""The authorisation code grant: from the consent to tokens that work (RFC 6749, section 4.1; OAuth 2.1)."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import pytest

from tests.server.people.oauth.browser import (
    REDIRECT,
    Program,
    allowed,
    challenge_of,
    new_verifier,
    signed_in,
    with_program,
)
from tests.server.people.oauth.conftest import Suspend
from tests.server.world import World

pytestmark = pytest.mark.one_server


async def test_a_program_gets_what_the_player_allows(world_on_either: World) -> None:
    player, browser, program = await with_program(world_on_either)

    told = await browser.consent(program.request())
    reply = await program.redeem(told["code"])

    tokens = reply.json()
    assert {name: told[name] for name in ("state", "iss")} == {"state": "kept", "iss": world_on_either.url}
    assert reply.headers["cache-control"] == "no-store"
    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == ("Bearer", 3600, "watch play")
    assert re.fullmatch(rf"moirai_{player.player_id}\.[\w-]{{43}}", tokens["access_token"])
    assert tokens["refresh_token"].startswith("moirai_refresh_")
    me = await program.http.get("/v1/me", headers={"Authorization": f"Bearer {tokens['access_token']}"})
    assert me.json()["player_id"] == player.player_id


async def test_a_token_gives_no_more_than_the_scopes_of_the_consent(world: World) -> None:
    _, program, tokens = await allowed(world, scope="watch")

    refused = await program.http.post(
        "/v1/matches",
        json={"game": "wizards_duel"},
        headers={"Authorization": f"Bearer {tokens['access_token']}"},
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")


async def test_a_denied_request_is_answered_with_access_denied(world: World) -> None:
    _, browser = await signed_in(world)

    told = await browser.consent(Program(world).request(), answer="deny")

    assert (told["error"], told["state"], told["iss"]) == ("access_denied", "kept", world.url)
    assert "code" not in told


@pytest.mark.parametrize("state", ["a b+c&d=é%20/?#\"'<script>", None], ids=["given", "none"])
async def test_a_state_comes_back_as_it_was_sent(world: World, state: str | None) -> None:
    _, browser = await signed_in(world)

    told = await browser.consent(Program(world).request(state=state))

    assert told.get("state") == state


async def test_parameters_of_a_redirect_uri_are_kept(world: World) -> None:
    _, browser = await signed_in(world)
    program = Program(world, redirect_uri="https://app.example/cb?page=2")

    told = await browser.consent(program.request())

    assert told["page"] == "2"
    assert (await program.redeem(told["code"])).status_code == 200


async def test_a_code_works_once_and_its_second_use_withdraws_what_it_gave(world_on_either: World) -> None:
    _, browser, program = await with_program(world_on_either)
    code = (await browser.consent(program.request()))["code"]
    tokens = (await program.redeem(code)).json()
    assert await program.works(tokens["access_token"]) == 200

    again = await program.redeem(code)

    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert await program.works(tokens["access_token"]) == 401
    assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"


async def test_a_code_works_once_when_it_is_used_many_times_at_once(world_on_either: World) -> None:
    _, browser, program = await with_program(world_on_either)
    code = (await browser.consent(program.request()))["code"]

    replies = await asyncio.gather(*(program.redeem(code) for _ in range(8)))

    assert sorted(reply.status_code for reply in replies) == [200] + [400] * 7


async def test_a_code_expires_after_a_minute(world: World) -> None:
    _, browser, program = await with_program(world)
    codes = [(await browser.consent(program.request()))["code"] for _ in range(2)]

    world.clock.advance(59)
    assert (await program.redeem(codes[0])).status_code == 200
    world.clock.advance(1)

    assert (await program.redeem(codes[1])).json()["error"] == "invalid_grant"


WRONG: Final[tuple[tuple[dict[str, str | None], str], ...]] = (
    ({"client_id": "another"}, "invalid_grant"),
    ({"redirect_uri": REDIRECT + "/"}, "invalid_grant"),
    ({"redirect_uri": REDIRECT.replace("5000", "5001")}, "invalid_grant"),
    ({"redirect_uri": None}, "invalid_grant"),
    ({"code_verifier": new_verifier()}, "invalid_grant"),
    ({"code_verifier": None}, "invalid_request"),
    ({"code_verifier": "short"}, "invalid_request"),
    ({"code": "unknown"}, "invalid_grant"),
    ({"code": None}, "invalid_request"),
    ({"client_id": None}, "invalid_client"),
    ({"client_id": "é"}, "invalid_client"),
    ({"client_secret": "secret"}, "invalid_client"),
    ({"grant_type": "password"}, "unsupported_grant_type"),
    ({"grant_type": None}, "unsupported_grant_type"),
)


async def test_a_wrong_redemption_changes_nothing(world: World) -> None:
    """
    Clients swapped, redirect URIs that differ by a slash, missing and wrong verifiers: PKCE binds a code to the program
    that asked for it, not to who catches it.
    """
    _, browser, program = await with_program(world)
    code = (await browser.consent(program.request()))["code"]

    as_seen: dict[str, str | None] = {"code_verifier": challenge_of(program.verifier)}
    for changed, error in (*WRONG, (as_seen, "invalid_grant")):
        refused = await program.redeem(code, **changed)
        assert (refused.status_code, refused.json()["error"]) == (400, error), changed

    assert (await program.redeem(code)).status_code == 200


async def test_parameters_come_as_a_form_and_each_once(world: World) -> None:
    """RFC 6749, section 3.2."""
    program = Program(world)

    replies = [
        await program.http.post("/oauth/token", content="grant_type=x", headers={"Content-Type": content})
        for content in ("application/json", "text/plain", "multipart/form-data; boundary=x")
    ]
    replies.append(await program.http.post("/oauth/token", data={"grant_type": ["refresh_token", "refresh_token"]}))

    assert [(reply.status_code, reply.json()["error"]) for reply in replies] == [(400, "invalid_request")] * 4


async def test_a_suspended_player_gets_no_tokens_for_a_code(world: World, suspend: Suspend) -> None:
    player, browser, program = await with_program(world)
    code = (await browser.consent(program.request()))["code"]
    await suspend(player.player_id)

    assert (await program.redeem(code)).json()["error"] == "invalid_grant"
    assert (await browser.ask(program.request())).headers["location"].startswith("/account?next=")
