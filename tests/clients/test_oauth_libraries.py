"""Client libraries that we did not write: openid-client from npm, and Authlib's from PyPI."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from tests.clients.node import run_node
from tests.server.people.oauth.browser import Browser, new_verifier, signed_in
from tests.server.world import World

pytestmark = pytest.mark.one_server

REDIRECT: Final = "http://127.0.0.1:5000/callback"

_DISCOVERY: Final = """
import * as oauth from "openid-client";
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(0, "utf8"));
const config = await oauth.discovery(new URL(given.server), "node app", undefined, oauth.None(), {
  algorithm: "oauth2", execute: [oauth.allowInsecureRequests],
});
"""

_ASK: Final = """
const verifier = oauth.randomPKCECodeVerifier(), state = oauth.randomState();
const url = oauth.buildAuthorizationUrl(config, {
  redirect_uri: given.redirect, scope: "watch play", state,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256",
});
console.log(JSON.stringify({ url, verifier, state }));
"""

_REDEEM: Final = """
const checks = { pkceCodeVerifier: given.verifier, expectedState: given.state };
const first = await oauth.authorizationCodeGrant(config, new URL(given.answer), checks);
const second = await oauth.refreshTokenGrant(config, first.refresh_token);
const repeated = await oauth.refreshTokenGrant(config, first.refresh_token);
const third = await oauth.refreshTokenGrant(config, second.refresh_token);
const stolen = await oauth.refreshTokenGrant(config, first.refresh_token).catch((error) => error.error);
console.log(JSON.stringify({ first, second, repeated, third, stolen }));
"""

_REVOKE: Final = "await oauth.tokenRevocation(config, given.token); console.log(null);"

_DEVICE: Final = """
console.log(JSON.stringify(await oauth.initiateDeviceAuthorization(config, { scope: "play" })));
"""

_POLL: Final = "console.log(JSON.stringify(await oauth.pollDeviceAuthorizationGrant(config, given.codes)));"


async def test_openid_client_signs_in_refreshes_and_notices_a_stolen_token(world: World) -> None:
    """It checks the metadata, `state`, `iss` and every reply by itself."""
    player, browser = await signed_in(world)
    asked = await _in_node(world, _ASK, redirect=REDIRECT)

    answer = await _allow(browser, asked["url"])
    told = await _in_node(world, _REDEEM, answer=answer, verifier=asked["verifier"], state=asked["state"])

    assert await _player_of(world, told["first"]["access_token"]) is None
    assert (told["first"]["scope"], told["second"]["scope"], told["stolen"]) == (
        "watch play",
        "watch play",
        "invalid_grant",
    )
    assert told["repeated"]["refresh_token"] == told["second"]["refresh_token"]
    assert player.player_id in told["third"]["access_token"]


async def test_openid_client_signs_a_device_in_and_out(world: World) -> None:
    player, browser = await signed_in(world)
    codes = await _in_node(world, _DEVICE)

    await browser.decide(codes["user_code"])
    tokens = await _in_node(world, _POLL, codes=codes)

    assert await _player_of(world, tokens["access_token"]) == player.player_id
    await _in_node(world, _REVOKE, token=tokens["refresh_token"])
    assert await _player_of(world, tokens["access_token"]) is None


async def test_authlib_signs_in_refreshes_and_revokes(world: World) -> None:
    player, browser = await signed_in(world)
    verifier = new_verifier()
    with OAuth2Session(
        "python app",
        token_endpoint_auth_method="none",
        redirect_uri=REDIRECT,
        scope="watch talk",
        code_challenge_method="S256",
    ) as client:
        url, state = client.create_authorization_url(f"{world.url}/oauth/authorize", code_verifier=verifier)
        answer = await _allow(browser, url)
        token_url = f"{world.url}/oauth/token"
        given = {"authorization_response": answer, "state": state, "code_verifier": verifier}
        first = await asyncio.to_thread(client.fetch_token, token_url, **given)
        second = await asyncio.to_thread(client.refresh_token, token_url, first["refresh_token"])
        me = await asyncio.to_thread(client.get, f"{world.url}/v1/me")
        revoked = f"{world.url}/oauth/revoke"
        await asyncio.to_thread(client.revoke_token, revoked, second["refresh_token"], "refresh_token")

    assert me.json()["player_id"] == player.player_id
    assert first["refresh_token"] != second["refresh_token"]
    assert await _player_of(world, second["access_token"]) is None


async def test_the_metadata_is_what_the_rfc_says(world: World) -> None:
    """RFC 8414, by Authlib's checks."""
    told = (await world.http().get("/.well-known/oauth-authorization-server")).json()

    AuthorizationServerMetadata(told).validate()
    assert told["issuer"] == world.url
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["authorization_response_iss_parameter_supported"] is True
    assert "account" not in told["scopes_supported"]


async def _in_node(world: World, script: str, **given: Any) -> Any:  # noqa: ANN401  # JSON in, JSON out
    """Run a script after the discovery; the server runs on."""
    return await asyncio.to_thread(run_node, _DISCOVERY + script, {"server": world.url, **given})


async def _allow(browser: Browser, url: str) -> str:
    """Allow a request; return the address to which the browser is led."""
    page = await browser.ask(dict(parse_qsl(urlsplit(url).query)))
    answered = await browser.press(page, answer="allow")
    address: str = answered.headers["location"]
    return address


async def _player_of(world: World, access_token: str) -> str | None:
    """Return whose token it is, if it works."""
    reply: httpx.Response = await world.http({"Authorization": f"Bearer {access_token}"}).get("/v1/me")
    return reply.json()["player_id"] if reply.status_code == 200 else None
