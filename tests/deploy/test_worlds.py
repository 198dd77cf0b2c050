"""A server behind HAProxy and behind nginx: what its clients see, and what the fronts log of them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from server.runtime.settings import Settings
from tests.deploy.fronts import LIMIT, Front, Kind, front
from tests.deploy.programs import program
from tests.http_client import HttpClient
from tests.server.world import Client, World, running_world
from tests.waiting import PATIENCE_SECONDS, patience, patiently, until

Json = Any

FASTER: Final = 40
"""So many times as fast as in the file, limits and heartbeats are in tests of silence."""

_LIMIT_SECONDS: Final = int(LIMIT.removesuffix("s"))

_FASTER_LIMIT: Final = {LIMIT: f"{_LIMIT_SECONDS // FASTER}s"}

_BEATS: Final = 2 * _LIMIT_SECONDS // int(Settings().heartbeat_seconds) + 1
"""The last of so many heartbeats comes when twice the limit is over."""


_CALL: Final = """async ([path, token]) => {
    await (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).json();
    return performance.getEntriesByName(location.origin + path)[0].nextHopProtocol;
}"""
"""Makes a call in a page, and returns by which protocol."""

_LISTEN: Final = """([address, token]) => new Promise((told, failed) => {
    const texts = [], socket = new WebSocket(address, ["moirai.v1", "bearer." + token]);
    socket.onmessage = ({ data }) => { if (texts.push(data) == 2) told(texts); };
    socket.onerror = failed;
})"""
"""Returns the first two frames of a socket."""


@asynccontextmanager
async def _behind(
    kind: Kind,
    database: str,
    folder: Path,
    patch: pytest.MonkeyPatch,
    changes: dict[str, str] | None = None,
    **how: Json,
) -> AsyncIterator[tuple[World, Front]]:
    """Run a server behind a front; players of this world know the front alone."""
    async with (
        running_world(database, trusted_proxies="127.0.0.1", **how) as world,
        front(kind, [world.url.removeprefix("http://")], folder, patch, changes) as at,
    ):
        world.url = at.url
        yield world, at
        await world.close()


async def test_events_come_at_once_by_sockets_and_as_server_sent_events_in_both_kinds_of_addresses(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None waits in the front for another one."""
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch) as (world, at):
        for url in (at.url, at.six):
            world.url = url
            ada, bo, match_id = await world.ada_and_bo()
            path = f"/v1/matches/{match_id}/events"
            known = (await ada.get(path))["cursor"]
            async with ada.stream(match_id, after=known) as stream, _sent(ada, path, known) as sent:
                for text in ("One.", "Two."):
                    await bo.say(match_id, "table", text)
                    by_socket, by_events = await stream.event(), await sent.__anext__()

                    assert by_socket == by_events
                    assert text in json.dumps(by_socket)


async def test_a_browser_calls_and_listens_by_one_address(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By HTTP/2 for calls; for its socket too, where the front offers that."""
    async_playwright = pytest.importorskip(
        "playwright.async_api", reason="NO BROWSER: install playwright"
    ).async_playwright
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch) as (world, at), async_playwright() as playwright:
        ada, _, match_id = await world.ada_and_bo()
        chromium = await playwright.chromium.launch(executable_path=program("chromium"), args=["--no-sandbox"])
        page = await chromium.new_page(ignore_https_errors=True)
        await page.goto(f"{at.url}/v1/games")
        called = await page.evaluate(_CALL, [f"/v1/matches/{match_id}/view", ada.token])
        told = await page.evaluate(_LISTEN, [f"wss://127.0.0.1:{at.port}/v1/matches/{match_id}/stream", ada.token])
        await chromium.close()

    assert called == "h2"
    assert [json.loads(text)["type"] for text in told] == ["hello", "subscribed"]


async def test_heartbeats_keep_connections_open_for_as_long_as_nothing_happens(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice as long as the front lets a connection be silent, and then an event comes."""
    beat = Settings().heartbeat_seconds / FASTER
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch, _FASTER_LIMIT, heartbeat_seconds=beat) as (world, _):
        ada, bo, match_id = await world.ada_and_bo()
        path = f"/v1/matches/{match_id}/events"
        known = (await ada.get(path))["cursor"]
        async with ada.stream(match_id, after=known) as stream, _sent(ada, path, known) as sent:
            for _ in range(_BEATS):
                assert (await stream.frame())["type"] == "heartbeat"
            await bo.say(match_id, "table", "Still there?")

            assert await stream.event() == await sent.__anext__()


async def test_a_front_closes_what_is_silent_for_longer(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test before this one would find a limit that is too short."""
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch, _FASTER_LIMIT, heartbeat_seconds=3600) as (world, _):
        ada, _, match_id = await world.ada_and_bo()
        async with ada.stream(match_id) as stream:
            with suppress(ConnectionClosed):
                while await patiently(stream.connection.recv()):
                    pass

            assert stream.connection.close_code == 1006


async def test_each_client_has_the_limits_of_its_own_address(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else it says in `X-Forwarded-For`."""
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch, rate_per_address=1) as (_, at):
        statuses = []
        for number in range(8):
            statuses.append(await _asked_from("127.0.0.2", at, {"X-Forwarded-For": f"192.0.2.{number}"}))

        assert statuses.count(200) == 4
        assert statuses[4:] == [429] * 4
        assert await _asked_from("127.0.0.3", at, {}) == 200


async def test_fronts_log_no_tickets_and_no_secrets_in_addresses(
    kind: Kind, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of calls that no host answers."""
    async with _behind(kind, sqlite_url, tmp_path, monkeypatch) as (world, at):
        host, _, match_id = await world.ada_and_bo()
        ticket = (await host.post("/v1/tickets", None, expect=201))["ticket"]
        calendar = (await host.post("/v1/me/calendar", {}, expect=201))["path"]
        secret = re.search(r"calendars/([^/]+)\.ics", calendar)
        assert secret is not None
        guess = f"{'0' * 26}.a-secret-guess"
        async with host.socket(f"/v1/stream?ticket={ticket}", authenticated=False) as socket:
            assert json.loads(await socket.recv())["type"] == "hello"
        paths = [
            calendar,
            f"/v1/invitations/{guess}",
            f"/invitation/{guess}",
            f"/v1/invitations/{guess}/accept?a={guess}",
        ]
        anybody = world.http()
        statuses = {(await anybody.get(path)).status_code for path in paths}
        path = f"/v1/matches/{match_id}/view"
        await host.get(path)
        await until(lambda: path in at.logged)
        answered = at.logged
    folder = tmp_path / "unanswered"
    folder.mkdir()
    async with front(kind, ["127.0.0.1:1"], folder, monkeypatch) as at:
        async with HttpClient(at.url, timeout=PATIENCE_SECONDS) as client:
            statuses |= {(await client.get(f"{each}?ticket={ticket}")).status_code for each in (*paths, "/v1/stream")}
        await until(lambda: "/v1/stream" in at.logged)
        unanswered = at.logged

    assert statuses >= {200, 404, 503}
    for logged in (answered, unanswered):
        assert "/v1/calendars/-" in logged
        assert "/v1/invitations/-" in logged
        assert not {each for each in (ticket, secret[1], guess, host.token) if each in logged}


@asynccontextmanager
async def _sent(client: Client, path: str, after: int) -> AsyncIterator[AsyncIterator[Json]]:
    """Follow server-sent events after a cursor; yields them without their time."""

    async def events(lines: AsyncIterator[str]) -> AsyncIterator[Json]:
        async with patience():
            async for line in lines:
                if line.startswith("data: "):
                    event = json.loads(line.removeprefix("data: "))
                    event.pop("server_now", None)
                    yield event

    headers = {"Accept": "text/event-stream"}
    async with client.http.stream("GET", path, params={"after": after}, headers=headers) as reply:
        assert reply.status_code == 200
        yield events(reply.aiter_lines())


async def _asked_from(address: str, at: Front, headers: dict[str, str]) -> int:
    async with HttpClient(at.url, timeout=PATIENCE_SECONDS, address=address) as client:
        return (await client.get("/v1/games", headers=headers)).status_code
