"""
Servers of the previous release and of today work on one database at once (docs/upgrading.md).

What one of them does, the other knows, and both may do all of it.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.databases import rows
from tests.faults.events import Season, Swiss
from tests.faults.load import playing
from tests.faults.players import Addresses, Caller
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.server.notifications.webhooks.target import Target, authority, running_targets
from tests.server.organising.series.seasons import SHORT
from tests.serving import Overheard
from tests.upgrades.conftest import SideBySide
from tests.upgrades.releases import Earlier
from tests.waiting import PATIENCE_SECONDS, patience, until

Json = Any

pytestmark = pytest.mark.sampled(of="upgrades")

_DUEL: Final = {"game": "wizards_duel", "open_log": True}


async def test_matches_are_played_through_both_at_once(side_by_side: SideBySide) -> None:
    """Each call, and each stream that breaks off, goes to the other one in turn; logs and streams must agree."""
    async with side_by_side() as (old, new), playing(Addresses(old.url, new.url), eager=2, timed=1, realms=1) as load:
        await load.progress(30)


async def test_servers_of_both_are_ready_and_can_start_again(
    side_by_side: SideBySide, previous: Earlier, previous_url: str
) -> None:
    """So nothing has to be done in a hurry once the database is migrated."""
    async with side_by_side() as (old, new), previous.serving(previous_url) as again, httpx.AsyncClient() as http:
        await asyncio.to_thread(previous.migrate, previous_url)

        looks = {server.url: await http.get(f"{server.url}/readyz") for server in (old, new, again)}

    assert [look.status_code for look in looks.values()] == [200, 200, 200], [look.text for look in looks.values()]


async def test_events_are_directed_through_both_at_once(side_by_side: SideBySide) -> None:
    events = [Swiss(4, system="swiss", rounds=2, match=_DUEL), Season(SHORT)]

    async with side_by_side() as (old, new), patience():
        await asyncio.gather(*(event.play(Addresses(old.url, new.url)) for event in events))

    files = [File(event.text.encode()) for event in events]
    for event in events:
        event.check()
    for opinion in (*map(first, files), *second(files)):
        assert opinion.code == 0, opinion.lines


async def test_a_sign_in_at_one_is_one_at_the_other(side_by_side: SideBySide) -> None:
    """Tokens at once, sessions of the pages, what a player has allowed a program, and the end of all of it."""
    async with side_by_side() as servers:
        for here, there in (servers, servers[::-1]):
            async with _Person(here, there) as person:
                assert await person.works(there, person.token)

                await person.open_session(here)
                device = await person.ask_for_device(here)
                await person.allow(there, device["user_code"])
                tokens = await person.tokens_of(here, "device_code", device["device_code"])
                assert await person.works(there, tokens["access_token"])
                renewed = await person.tokens_of(there, "refresh_token", tokens["refresh_token"])
                again = await person.tokens_of(here, "refresh_token", renewed["refresh_token"])
                assert await person.works(there, again["access_token"])

                withdrawn = await person.http.delete(f"{there.url}/v1/me/tokens", headers=_bearer(person.token))
                assert withdrawn.status_code == 204, withdrawn.text
                await until(partial(person.fails, here, again["access_token"]))


async def test_a_player_who_leaves_one_is_forgotten_by_the_other(side_by_side: SideBySide, previous_url: str) -> None:
    async with side_by_side() as servers:
        for here, there in (servers, servers[::-1]):
            leaving, staying = Caller(Addresses(here.url)), Caller(Addresses(there.url))
            await leaving.sign_up("Zzyzx")
            await staying.sign_up("Staying")
            body = {**_DUEL, "seats": {"a": {"player_id": staying.player_id}, "b": {"player_id": leaving.player_id}}}
            match_id = (await staying.post("/v1/matches", {**body, "autostart": True}))["match_id"]
            await staying.call("PUT", f"/v1/matches/{match_id}/seats/a", {})
            await leaving.call("PUT", f"/v1/matches/{match_id}/seats/b", {})
            await leaving.post(f"/v1/matches/{match_id}/channels/table/messages", {"text": "qwyjibo"})
            assert "Zzyzx" in str(await staying.get(f"/v1/matches/{match_id}"))

            gone = (await leaving.call("DELETE", "/v1/me", {"name": "Zzyzx"})).reply
            assert gone.status_code in (202, 204), gone.text

            async def is_forgotten(staying: Caller = staying, match_id: str = match_id) -> bool:
                paths = [f"/v1/matches/{match_id}{part}" for part in ("", "/view", "/events")]
                shown = str([await staying.get(path) for path in paths])
                return "Zzyzx" not in shown and "qwyjibo" not in shown

            await until(is_forgotten)
            stored = str([await rows(previous_url, f"SELECT * FROM {table}") for table in ("entries", "matches")])
            assert "Zzyzx" not in stored
            assert "qwyjibo" not in stored
            for caller in (leaving, staying):
                await caller.close()
                assert not caller.complaints, caller.complaints


async def test_webhooks_of_both_are_called_once_for_what_happens_at_either(
    side_by_side: SideBySide, tmp_path: Path
) -> None:
    certificates = tmp_path / "authority.pem"
    certificates.write_bytes(_pem())
    trust = {"SSL_CERT_FILE": str(certificates), "MOIRAI_WEBHOOK_ALLOW": "127.0.0.0/8"}
    async with running_targets(tmp_path) as targets, side_by_side(**trust) as servers:
        for number, (here, there) in enumerate((servers, servers[::-1])):
            target = targets.target(f"hook-{number}", "127.0.0.1")
            hooked, host = Caller(Addresses(here.url)), Caller(Addresses(there.url))
            await hooked.sign_up("Hooked")
            await host.sign_up("Host")
            await hooked.call("POST", "/v1/webhooks", {"url": target.url})
            seats = {"a": {"player_id": hooked.player_id}, "b": {"bot": True}}
            body = {**_DUEL, "seats": seats, "autostart": True}
            match_id = (await host.post("/v1/matches", body))["match_id"]

            await hooked.call("PUT", f"/v1/matches/{match_id}/seats/a", {})

            wanted = {"match.invited", "match.seated", "match.begun", "match.awaited"}
            await until(partial(_has_got, target, wanted))
            cursors = {event["cursor"] for event in (await hooked.get("/v1/me/events"))["events"]}
            assert {said["data"]["cursor"] for said in target.said} <= cursors
            assert len({each.headers["webhook-id"] for each in target.received}) == len(target.received)
            assert len({each.body for each in target.received}) == len(target.received)
            for caller in (hooked, host):
                await caller.close()
                assert not caller.complaints, caller.complaints


class _Person:
    """Somebody who has signed up at one server, with a browser and a program."""

    def __init__(self, here: Overheard, there: Overheard) -> None:
        self.http = httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False)
        self.token = ""
        self._here, self._there = here, there
        self._cookies: dict[str, str] = {}

    async def __aenter__(self) -> _Person:
        created = await self.http.post(f"{self._here.url}/v1/players", json={"name": "Clotho"})
        self.token = created.json()["token"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def works(self, server: Overheard, token: str) -> bool:
        return (await self.http.get(f"{server.url}/v1/me", headers=_bearer(token))).status_code == 200

    async def fails(self, server: Overheard, token: str) -> bool:
        return (await self.http.get(f"{server.url}/v1/me", headers=_bearer(token))).status_code == 401

    async def open_session(self, server: Overheard) -> None:
        """Sign in at the pages with the token."""
        await self._press(server, "/account", "/account/sign-in/token", token=self.token)
        assert "moirai_session" in self._cookies

    async def ask_for_device(self, server: Overheard) -> Json:
        asked = {"client_id": "my bot", "scope": "watch play"}
        return (await self.http.post(f"{server.url}/oauth/device_authorization", data=asked)).json()

    async def allow(self, server: Overheard, user_code: str) -> None:
        """Allow a device, in a session that the other server has opened."""
        shown = await self._press(server, "/oauth/device", "/oauth/device", user_code=user_code)
        allowed = await self._press(server, shown, "/oauth/device", user_code=user_code, answer="allow")
        assert allowed.status_code == 200, allowed.text

    async def tokens_of(self, server: Overheard, kind: str, secret: str) -> Json:
        """Return what a program gets for the code of a device, or for a refresh token."""
        grant = "urn:ietf:params:oauth:grant-type:device_code" if kind == "device_code" else kind
        asked = {"client_id": "my bot", "grant_type": grant, kind: secret}
        reply = await self.http.post(f"{server.url}/oauth/token", data=asked)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def _press(self, server: Overheard, page: str | httpx.Response, path: str, **fields: str) -> httpx.Response:
        """Send the form of a page, given by its path or as it was shown."""
        origin = server.url.replace("127.0.0.1", "localhost")
        if isinstance(page, str):
            page = self._keep(await self.http.get(origin + page, headers=self._cookie))
        found = re.search(r'name="form_token" value="([^"]+)"', page.text)
        assert found, page.text
        sent = {"form_token": found[1], **fields}
        return self._keep(await self.http.post(origin + path, data=sent, headers={"Origin": origin, **self._cookie}))

    @property
    def _cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def _keep(self, reply: httpx.Response) -> httpx.Response:
        for line in reply.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        self.http.cookies.clear()  # Sent by hand, because both servers are one host.
        return reply


def _has_got(target: Target, types: set[str]) -> bool:
    return types <= set(target.types)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _pem() -> bytes:
    return authority()[0].public_bytes(Encoding.PEM)
