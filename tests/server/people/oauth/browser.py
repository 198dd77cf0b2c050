"""A browser that is signed in, and a client of others: what each of them sends, by hand."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Mapping
from html import unescape
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.server.world import Client, World

CLIENT: Final = "my bot"
REDIRECT: Final = "http://127.0.0.1:5000/callback"
SCOPES: Final = "watch play"

_FORM: Final = re.compile(r'<form method="post" action="([^"]*)">.*?name="form_token" value="([^"]*)"')


def new_verifier() -> str:
    return secrets.token_urlsafe(48)


def challenge_of(verifier: str) -> str:
    """The challenge by S256 (RFC 7636, section 4.2)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class Program:
    """A client of others, with a verifier of its own."""

    def __init__(self, world: World, client_id: str = CLIENT, redirect_uri: str = REDIRECT) -> None:
        self.client_id = client_id
        self.redirect_uri = redirect_uri
        self.verifier = new_verifier()
        self.http = world.http()

    def request(self, **changed: str | None) -> dict[str, str]:
        """The parameters of an authorisation request; None omits one."""
        usual = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": SCOPES,
            "state": "kept",
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in {**usual, **changed}.items() if value is not None}

    async def redeem(self, code: str, /, **changed: str | None) -> httpx.Response:
        """Ask for tokens with a code."""
        usual = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "client_id": self.client_id,
            "code_verifier": self.verifier,
        }
        return await self.post("/oauth/token", {**usual, **changed})

    async def refresh(self, refresh_token: str, /, **changed: str | None) -> httpx.Response:
        usual = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.client_id}
        return await self.post("/oauth/token", {**usual, **changed})

    async def revoke(self, token: str, /, **changed: str | None) -> httpx.Response:
        return await self.post("/oauth/revoke", {"token": token, "client_id": self.client_id, **changed})

    async def device_codes(self, **changed: str | None) -> httpx.Response:
        usual = {"client_id": self.client_id, "scope": SCOPES}
        return await self.post("/oauth/device_authorization", {**usual, **changed})

    async def poll(self, device_code: str, /, **changed: str | None) -> httpx.Response:
        grant_type = "urn:ietf:params:oauth:grant-type:device_code"
        usual = {"grant_type": grant_type, "device_code": device_code, "client_id": self.client_id}
        return await self.post("/oauth/token", {**usual, **changed})

    async def post(self, path: str, fields: Mapping[str, str | None]) -> httpx.Response:
        return await self.http.post(path, data={name: value for name, value in fields.items() if value is not None})

    async def works(self, access_token: str) -> int:
        """The status of a call with an access token."""
        return (await self.http.get("/v1/me", headers={"Authorization": f"Bearer {access_token}"})).status_code


class Browser:
    """A browser that keeps cookies, and follows no redirects by itself."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._http = world.http({"Accept-Language": "en"})
        self._cookies: dict[str, str] = {}

    async def sign_in(self, player: Client) -> None:
        """Begin a session of the pages."""
        accounts = self._world.app.state.server.accounts
        await accounts.recovery.make(player.player_id, None)
        cookie = await accounts.sessions.open(player.player_id, "recovery", "")
        self._cookies["moirai_session"] = cookie

    async def open(self, path: str, **headers: str) -> httpx.Response:
        """Open a page."""
        return self._keep(await self._http.get(path, headers={**headers, **self._cookie()}))

    async def ask(self, parameters: Mapping[str, str]) -> httpx.Response:
        """Open the consent page."""
        return await self.open(f"/oauth/authorize?{urlencode(parameters)}")

    async def press(self, page: httpx.Response, **fields: str) -> httpx.Response:
        """Send the form of a page; its `form_token`, its `action` and the `origin` may be changed."""
        action, token = (unescape(text) for text in _FORM.findall(main_of(page))[0])
        sent = {"form_token": token, "action": action, "origin": self._world.url, **fields}
        headers = {"Origin": sent.pop("origin"), **self._cookie()}
        return self._keep(await self._http.post(sent.pop("action"), data=sent, headers=headers))

    async def consent(self, parameters: Mapping[str, str], answer: str = "allow") -> dict[str, str]:
        """Decide about a request; return what the client is told in its redirect."""
        page = await self.ask(parameters)
        assert page.status_code == 200, page.text
        answered = await self.press(page, answer=answer)
        assert answered.status_code == 303, answered.text
        return told(answered)

    async def decide(self, user_code: str, answer: str = "allow") -> httpx.Response:
        """Enter the code of a device and decide about it."""
        page = await self.open("/oauth/device")
        asked = await self.press(page, user_code=user_code)
        assert asked.status_code == 200, asked.text
        return await self.press(asked, user_code=user_code, answer=answer)

    def _cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def _keep(self, reply: httpx.Response) -> httpx.Response:
        for line in reply.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return reply


def main_of(page: httpx.Response) -> str:
    """The HTML of what a page shows."""
    return page.text.partition('<main id="content">')[2]


def told(redirected: httpx.Response) -> dict[str, str]:
    """What a client is told in the query of its redirect URI."""
    query = parse_qs(urlsplit(redirected.headers["location"]).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}


async def signed_in(world: World, name: str = "Clotho") -> tuple[Client, Browser]:
    """A player with a browser."""
    player, browser = await world.player(name), Browser(world)
    await browser.sign_in(player)
    return player, browser


async def tokens_of(browser: Browser, program: Program, **changed: str | None) -> dict[str, Any]:
    """Let a player allow a program, and return the tokens that it gets."""
    code = (await browser.consent(program.request(**changed)))["code"]
    reply = await program.redeem(code)
    assert reply.status_code == 200, reply.text
    tokens: dict[str, Any] = reply.json()
    return tokens


async def with_program(world: World) -> tuple[Client, Browser, Program]:
    """A player with a browser, and a program that has not asked yet."""
    return *await signed_in(world), Program(world)


async def allowed(world: World, **changed: str | None) -> tuple[Client, Program, dict[str, Any]]:
    """A player, a program that the player has allowed, and the tokens that it got."""
    player, browser, program = await with_program(world)
    return player, program, await tokens_of(browser, program, **changed)
