"""A server that a real nginx offers under a path: everything it links to, leads to or names is under that path."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

import httpx
import pytest
import yaml
from pydantic import ValidationError
from websockets.asyncio.client import connect

from moirai_client import Client
from server.runtime.settings import Settings
from tests.reverse_proxy import behind_nginx
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS, patience
from tests.web.people import a_browser_of, come_in, match_for, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser

BASE: Final = "/moirai"

_LINKS: Final = re.compile(r'(?:href|src|action|content)="(/[^"]*)"')


@asynccontextmanager
async def _offered(database: str, folder: Path) -> AsyncIterator[str]:
    """Yield the origin of nginx."""
    async with serving(database, base_path=BASE) as (_, url), behind_nginx(url, folder) as origin:
        yield origin


@asynccontextmanager
async def _caller(database: str, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        _offered(database, folder) as origin,
        httpx.AsyncClient(base_url=origin, timeout=PATIENCE_SECONDS) as http,
    ):
        yield http


async def test_all_that_pages_link_to_is_there_and_under_the_path(
    built_client: Path, sqlite_url: str, tmp_path: Path
) -> None:
    async with _caller(sqlite_url, tmp_path) as http:
        pages = [await http.get(f"{BASE}/{path}") for path in ("", "match/none", "docs", "docs/api", "account")]
        links = {link.partition("#")[0] for page in pages for link in _LINKS.findall(page.text)}
        found = {link: (await http.get(link)).status_code for link in links if link != f"{BASE}/"}
        files = [await http.get(f"{BASE}/assets/{file.name}") for file in (built_client / "assets").iterdir()]
        worker = await http.get(f"{BASE}/service-worker.js")
        manifest = await http.get(f"{BASE}/manifest.webmanifest")
        named = [urljoin(str(manifest.url), icon["src"]) for icon in manifest.json()["icons"]]
        icons = [await http.get(address) for address in named]
        outside = await http.get("/v1/games")

    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [link for link in links if not link.startswith(f"{BASE}/") and link != BASE] == []
    assert len(links) > 30
    posted = {link for link in links if link.startswith(f"{BASE}/account/") and "." not in link}
    assert {link: status for link, status in found.items() if status != 200 and link not in posted} == {}
    assert {file.status_code for file in [*files, worker, *icons]} == {200}
    assert len(icons) == 4
    assert outside.status_code >= 400  # of nginx


async def test_replies_lead_to_where_things_are(sqlite_url: str, tmp_path: Path) -> None:
    async with _caller(sqlite_url, tmp_path) as http:
        earlier = await http.get(f"{BASE}/play", params={"match": "some"})
        token = (await http.post(f"{BASE}/v1/players", json={"name": "Ada"})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        created = await http.post(f"{BASE}/v1/matches", json={"game": "wizards_duel"})
        match = await http.get(created.headers["location"])
        calendar = (await http.post(f"{BASE}/v1/me/calendar")).json()["path"]
        read = await http.get(BASE + calendar)

    assert (earlier.status_code, earlier.headers["location"]) == (308, f"{BASE}/match/some")
    assert created.headers["location"].startswith(f"{BASE}/v1/matches/")
    assert match.json()["match_id"] == created.json()["match_id"]
    assert read.text.startswith("BEGIN:VCALENDAR")


async def test_forms_and_cookies_stay_under_the_path(sqlite_url: str, tmp_path: Path) -> None:
    async with _caller(sqlite_url, tmp_path) as http:
        origin = str(http.base_url).rstrip("/").replace("127.0.0.1", "localhost")
        token = (await http.post(f"{BASE}/v1/players", json={"name": "Ada"})).json()["token"]
        shown = await http.get(f"{origin}{BASE}/account")
        form_token = re.findall(r'name="form_token" value="(\w+)"', shown.text)[0]
        form = {"token": token, "form_token": form_token, "next": "/account"}
        entered = await http.post(
            f"{origin}{BASE}/account/sign-in/token", data=form, headers={"Origin": origin}, follow_redirects=False
        )
        account = await http.get(urljoin(origin, entered.headers["location"]))

    cookies = [*shown.headers.get_list("set-cookie"), *entered.headers.get_list("set-cookie")]
    assert len(cookies) >= 3
    assert {re.findall("Path=([^;]+)", cookie)[0] for cookie in cookies} == {f"{BASE}/"}
    assert (entered.status_code, entered.headers["location"]) == (303, f"{BASE}/account")
    assert "Ada" in account.text


async def test_documents_name_the_path(sqlite_url: str, tmp_path: Path) -> None:
    async with _caller(sqlite_url, tmp_path) as http:
        origin = str(http.base_url).rstrip("/").replace("127.0.0.1", "localhost")
        described = (await http.get(f"{BASE}/openapi.json")).json()
        streams = yaml.safe_load((await http.get(f"{BASE}/asyncapi.yaml")).text)
        metadata = [
            (await http.get(f"{origin}{path}")).json()
            for path in (
                f"/.well-known/oauth-authorization-server{BASE}",
                f"{BASE}/.well-known/oauth-authorization-server",
            )
        ]

    issuer = f"{origin}{BASE}"
    (flow,) = described["components"]["securitySchemes"]["oauth"]["flows"].values()
    assert described["servers"][0]["url"] == f"{BASE}/"
    assert flow["authorizationUrl"] == f"{BASE}/oauth/authorize"
    assert streams["servers"]["local"]["pathname"] == BASE
    assert metadata[0] == metadata[1]
    assert metadata[0]["issuer"] == issuer
    assert {
        url for name, url in metadata[0].items() if name.endswith("_endpoint") and not url.startswith(issuer)
    } == set()


async def test_clients_play_and_streams_arrive_at_once(sqlite_url: str, tmp_path: Path) -> None:
    """Nginx collects replies by default, and would keep the events of a stream back."""
    async with _offered(sqlite_url, tmp_path) as origin, await Client.sign_up(f"{origin}{BASE}", "Ada") as ada:
        match = await ada.create_match({"game": "wizards_duel", "seats": {"a": {}, "b": {"bot": True}}})
        headers = {"Authorization": f"Bearer {ada.token}", "Accept": "text/event-stream"}
        async with (
            patience(),
            httpx.AsyncClient(base_url=origin, timeout=PATIENCE_SECONDS) as http,
            http.stream("GET", f"{BASE}/v1/matches", headers=headers) as stream,
        ):
            lines = stream.aiter_lines()
            listed = json.loads((await _data(lines)).removeprefix("data: "))
        socket = await _first_frame(f"{origin.replace('http', 'ws')}{BASE}/v1/matches/{match.id}/stream", ada.token)

    assert [row["match_id"] for row in listed["matches"]] == [match.id]
    assert socket["type"] == "hello"


async def _data(lines: AsyncIterator[str]) -> str:
    async for line in lines:
        if line.startswith("data: "):
            return line
    raise AssertionError("the stream has ended")


async def _first_frame(url: str, token: str) -> Any:  # noqa: ANN401  # JSON
    async with patience(), connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as connection:
        return json.loads(await connection.recv())


@pytest.mark.parametrize("path", ["moirai", "/moirai/", "//moirai", "/a/../b", "/mo irai", "/"])
def test_a_base_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(ValidationError):
        Settings(base_path=path)


async def test_a_newcomer_plays_and_opens_an_account_under_the_path(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """Nothing that the browser asks for is elsewhere or missing; and alerts work for the pages of this server alone."""
    async with _offered(sqlite_url, tmp_path) as origin, await Client.sign_up(f"{origin}{BASE}", "Host") as host:
        home = f"{origin.replace('127.0.0.1', 'localhost')}{BASE}"
        match = await match_for(host, "wizards_duel", free=1)
        context, errors = await a_browser_of(chromium, service_workers="allow")
        page = await context.new_page()
        replies: list[tuple[int, str]] = []
        page.on("response", lambda reply: replies.append((reply.status, reply.url)))
        await come_in(context, f"{home}/", "Ada", page)
        await page.goto(f"{home}/match/{match.id}")
        await sit_down(page)
        told = await play(page, seed=1)
        scope = await page.evaluate(
            f"navigator.serviceWorker.register('{BASE}/service-worker.js').then(({{ scope }}) => scope)"
        )
        await page.goto(f"{home}/")
        kept = await page.evaluate("Object.keys(localStorage).filter((key) => key.endsWith(' token'))")
        await page.goto(f"{home}/account")
        await page.get_by_role("link", name="Moirai").click()
        await page.wait_for_url(f"{home}/")

    assert told["isOver"], told["page"]
    assert errors == []
    assert [(status, url) for status, url in replies if status >= 400 or not url.startswith(home)] == []
    assert scope == f"{home}/"
    assert kept == [f"moirai{BASE} token"]
