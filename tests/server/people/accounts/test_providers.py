"""Signing in at a provider: good once, in the browser that began it, for whoever the provider names."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.server.people.accounts.liar import CLIENT, SECRET, Liar, lying
from tests.server.world import World, running_world

NAME = "Delphi"


@dataclass
class Place:
    """A server, and its only provider."""

    world: World
    liar: Liar

    @asynccontextmanager
    async def visitor(self) -> AsyncIterator[Visitor]:
        home = self.world.url.replace("127.0.0.1", "localhost")
        async with httpx.AsyncClient(base_url=home, headers={"Origin": home}, verify=False) as http:
            yield Visitor(http, self.liar)


@dataclass
class Visitor:
    """A browser; it goes to the provider only in our mind."""

    http: httpx.AsyncClient
    liar: Liar

    async def send(self, path: str, **fields: str) -> httpx.Response:
        shown = (await self.http.get("/account")).text
        token = re.findall(r'name="form_token" value="(\w+)"', shown)[0]
        return await self.http.post(f"/account{path}", data={"form_token": token, **fields})

    async def go(self, next_path: str = "") -> dict[str, str]:
        """Go to the provider; return what it is asked, with which the honest answer is prepared."""
        reply = await self.send(f"/providers/{NAME}", next=next_path)
        assert reply.status_code == 200, reply.text
        address = reply.headers["Refresh"].removeprefix("0; url=")
        assert html.escape(address) in reply.text
        asked = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}
        self.liar.nonce = asked["nonce"]
        return asked

    async def back(self, **given: str) -> httpx.Response:
        return await self.http.get(f"/account/providers/{NAME}/callback", params={"code": "c", **given})

    async def create(self, subject: str, name: str, next_path: str = "") -> httpx.Response:
        """Make an account as somebody whom the provider knows."""
        self.liar.claims["sub"] = subject
        asked = await self.go(next_path)
        shown = (await self.back(state=asked["state"])).text
        ceremony = re.findall(r'name="ceremony" value="([\w-]+)"', shown)[0]
        wanted = re.findall(r'name="next" value="([^"]*)"', shown)[0]
        return await self.send("/new/provider", ceremony=ceremony, name=name, next=html.unescape(wanted))

    async def player_id(self) -> str | None:
        found = re.search(r"<code>([0-9a-z]{26})</code>", (await self.http.get("/account")).text)
        return found[1] if found else None


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Place]:
    async with lying() as liar:
        provider = {"name": NAME, "issuer": liar.issuer, "client_id": CLIENT, "client_secret": SECRET}
        async with running_world(sqlite_url, openid_providers=[provider]) as world:
            # Tokens of the provider are of now.
            world.clock.advance((datetime.now(UTC) - world.clock.now()).total_seconds())
            yield Place(world, liar)


async def test_whom_the_provider_names_creates_an_account_and_finds_it_again(place: Place) -> None:
    async with place.visitor() as first, place.visitor() as later:
        created = await first.create("pythia", "Pythia", "/docs/access?a=b&c")
        player_id = await first.player_id()

        asked = await later.go("/docs")
        returned = await later.back(state=asked["state"])

        assert created.headers["Location"] == "/docs/access?a=b&c"
        assert returned.headers["Location"] == "/docs"
        assert player_id is not None
        assert await later.player_id() == player_id


async def test_an_answer_of_the_provider_counts_once(place: Place) -> None:
    async with place.visitor() as browser:
        await browser.create("pythia", "Pythia")
        asked = await browser.go()
        assert (await browser.back(state=asked["state"])).status_code == 303
        await browser.send("/sign-out")

        replayed = await browser.back(state=asked["state"])

        assert (replayed.status_code, await browser.player_id()) == (409, None)


@pytest.mark.parametrize("state", ["", "invented", "\ud800"])
async def test_an_answer_that_nobody_has_asked_for_is_refused(place: Place, state: str) -> None:
    async with place.visitor() as browser:
        query = "" if not state else f"&state={state if state.isascii() else '%ED%A0%80'}"
        reply = await browser.http.get(f"/account/providers/{NAME}/callback?code=c{query}")

        assert (reply.status_code, place.liar.asked) == (409, [])


async def test_nobody_is_signed_in_as_an_attacker_who_has_begun_elsewhere(place: Place) -> None:
    """Login CSRF: the attacker sends a link to the answer for the attacker's own account."""
    async with place.visitor() as attacker, place.visitor() as victim:
        await attacker.create("eris", "Eris")
        await attacker.send("/sign-out")
        asked = await attacker.go()

        followed = await victim.back(state=asked["state"])

        assert (followed.status_code, await victim.player_id()) == (409, None)


async def test_an_account_of_another_player_cannot_be_added(place: Place) -> None:
    klotho = await place.world.player("Klotho")
    async with place.visitor() as first, place.visitor() as second:
        await first.create("pythia", "Pythia")
        await second.send("/sign-in/token", token=klotho.token)
        asked = await second.go()

        reply = await second.back(state=asked["state"])

        assert reply.status_code == 409
        assert "Another player" in reply.text
        assert await second.player_id() == klotho.player_id


async def test_an_account_is_added_to_the_player_who_asked_and_to_no_one_who_signed_in_since(place: Place) -> None:
    klotho, lachesis = await place.world.player("Klotho"), await place.world.player("Lachesis")
    async with place.visitor() as browser:
        await browser.send("/sign-in/token", token=klotho.token)
        first = await browser.go()
        assert (await browser.back(state=first["state"])).headers["Location"] == "/account"
        await browser.send("/provider-accounts/remove", issuer=place.liar.issuer)
        assert "only way to sign in" in (await browser.send("/provider-accounts/remove", issuer=place.liar.issuer)).text

        second = await browser.go()
        await browser.send("/sign-in/token", token=lachesis.token)
        reply = await browser.back(state=second["state"])

        assert reply.status_code in (403, 409)
        assert NAME not in re.findall(r"<strong>(.*?)</strong>", (await browser.http.get("/account")).text)


async def test_what_the_provider_says_wrongly_signs_nobody_in_and_is_in_the_log(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    place.liar.claims["iss"] = "https://attacker.example"
    async with place.visitor() as browser:
        asked = await browser.go()

        reply = await browser.back(state=asked["state"])

        assert (reply.status_code, await browser.player_id()) == (403, None)
    assert any("signing in with Delphi failed" in record.getMessage() for record in caplog.records)
    assert not any("attacker" in record.getMessage() for record in caplog.records)


async def test_a_provider_that_cannot_be_reached_is_said_so(place: Place) -> None:
    place.liar.status = 503
    async with place.visitor() as browser:
        reply = await browser.send(f"/providers/{NAME}")
        unknown = await browser.send("/providers/Dodona")

    assert (reply.status_code, unknown.status_code) == (502, 404)
    assert "cannot be reached now" in reply.text


async def test_a_newcomer_gives_a_good_name_and_is_created_once(place: Place) -> None:
    async with place.visitor() as browser:
        asked = await browser.go()
        shown = (await browser.back(state=asked["state"])).text
        ceremony = re.findall(r'name="ceremony" value="([\w-]+)"', shown)[0]

        bad = await browser.send("/new/provider", ceremony=ceremony, name=" ")
        good = await browser.send("/new/provider", ceremony=ceremony, name="Pythia")
        await browser.send("/sign-out")
        again = await browser.send("/new/provider", ceremony=ceremony, name="Pythia")

    assert (bad.status_code, good.status_code, again.status_code) == (422, 303, 409)
