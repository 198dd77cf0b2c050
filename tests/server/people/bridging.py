"""A bridge, players who agree to it, and guests whom it makes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.published_frames import connect
from tests.server.people.oauth.browser import Browser, Program, main_of, signed_in
from tests.server.world import Client, Stream, World

Json = Any

EVERYTHING = "watch play talk host organise notify"
"""All that a bridge can get."""

FIVE = {"type": "cast", "spell": "5"}
HOOK = {"url": "https://hooks.example.org/"}


def through(bridge: Client, player_id: str, token: str | None = None) -> Client:
    """Return a client that sends the bridge's token, and the header."""
    client = bridge.world.connect(player_id, token or bridge.token)
    client.http.headers["On-Behalf-Of"] = player_id
    return client


def program_of(bridge: Client) -> Program:
    return Program(bridge.world, bridge.player_id)


async def decide(browser: Browser, bridge: Client, scope: str) -> tuple[httpx.Response, str]:
    """Let a player decide about a bridge by the device flow, as from a chat; return the page, and the device code."""
    asked = await program_of(bridge).device_codes(scope=scope, client_secret=bridge.token)
    assert asked.status_code == 200, asked.text
    codes = asked.json()
    return await browser.decide(codes["user_code"]), codes["device_code"]


async def fetch(bridge: Client, device_code: str) -> httpx.Response:
    """Let the bridge ask what a player has decided."""
    bridge.world.clock.advance(6)
    return await program_of(bridge).poll(device_code, client_secret=bridge.token)


async def agree(browser: Browser, bridge: Client, scope: str = "watch play talk notify") -> Json:
    """Let a player agree to a bridge; return what the bridge is told."""
    _, device_code = await decide(browser, bridge, scope)
    reply = await fetch(bridge, device_code)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def pair(world: World, scope: str = "watch play talk notify") -> tuple[Client, Browser, Client, Client]:
    """Return a player with a browser, a bridge, and the bridge as it acts for the player."""
    ada, browser = await signed_in(world, "Ada")
    bridge = await world.player("Chat bridge")
    await agree(browser, bridge, scope)
    return ada, browser, bridge, through(bridge, ada.player_id)


async def guest_of(world: World, name: str = "Chat guest") -> tuple[Client, Client]:
    """Return a bridge, and the bridge as it acts for a guest that it has made."""
    bridge = await world.player("Chat bridge")
    made = await bridge.post("/v1/guests", {"name": name}, expect=201)
    assert "token" not in made
    return bridge, through(bridge, made["player_id"])


async def link_of(bridge: Client, guest: Client, expect: int = 201) -> Json:
    """Let a bridge make a link for a guest."""
    return await bridge.post(f"/v1/guests/{guest.player_id}/sign-in-link", None, expect)


async def enter(browser: Browser, page: httpx.Response) -> httpx.Response:
    """Send the form of a page that a link has led to, with its hidden field."""
    return await browser.press(page, **dict(re.findall(r'name="(code)" value="([^"]*)"', main_of(page))))


async def came(world: World, bridge: Client, guest: Client) -> Browser:
    """Return a browser that a link of the bridge has signed in."""
    browser = Browser(world)
    entered = await enter(browser, await browser.open((await link_of(bridge, guest))["path"]))
    assert entered.status_code == 303, entered.text
    return browser


async def press(browser: Browser, action: str, **fields: str) -> httpx.Response:
    """Send a form of the account."""
    return await browser.press(await browser.open("/account"), action=action, **fields)


async def refused(client: Client, code: str, status: int = 403) -> None:
    assert (await client.get("/v1/me/events", expect=status))["code"] == code


@asynccontextmanager
async def own_stream(acting: Client) -> AsyncIterator[Stream]:
    """Open the player's own stream by a bridge."""
    headers = {"Authorization": acting.http.headers["Authorization"], "On-Behalf-Of": acting.player_id}
    url = acting.world.url.replace("http", "ws") + "/v1/me/events"
    async with connect(url, additional_headers=headers, compression=None) as connection:
        yield Stream(connection)


async def duel(host: Client, **more: Json) -> str:
    """Create a match of two."""
    body = {"game": "wizards_duel", "options": {"cast_seconds": 100}, **more}
    match_id: str = (await host.post("/v1/matches", body, expect=201))["match_id"]
    return match_id
