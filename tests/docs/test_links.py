"""Links between pages resolve, in the repository and as served."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from engines.catalogue import GAMES
from server.api.pages.library import MOVED
from server.api.pages.markdown import sections
from tests.docs.printed import DOCS, ROOT
from tests.server.world import World, running_world
from tests.waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.one_server

PAGES: Final = [
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "clients" / "python" / "README.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted(ROOT.glob("engines/*/rules*.md")),
]

MENTIONED: Final = re.compile(r"(?<!/)docs/[\w/]+\.\w+")
"""A page as comments and the command line name it; with a slash before it, it is a URL path."""


class _Html(HTMLParser):
    """The links and ids of a page, and the resources that it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.links.add(given["href"] or "")
        elif tag in ("script", "link", "img", "iframe") or "src" in given:
            self.loads.append(tag)
        if given.get("id"):
            self.ids.add(given["id"] or "")


def _browser(url: str) -> httpx.AsyncClient:
    # Plain sockets need no certificates, and loading them takes long.
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_resolve_in_the_repository(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        parts = sections(target.read_text(encoding="utf-8")) if anchor and target.exists() else []
        known = [part.anchor for part in parts] if parts else [anchor]
        if not link.startswith("https:") and (not target.exists() or anchor not in known):
            broken.append(link)

    assert broken == []


def test_pages_that_the_code_mentions_exist() -> None:
    sources = [file for folder in ("server", "engines", "tests") for file in (ROOT / folder).rglob("*.py")]
    mentioned = {name for file in sources for name in MENTIONED.findall(file.read_text(encoding="utf-8"))}

    assert len(mentioned) > 5
    assert [name for name in mentioned if not (ROOT / name).exists()] == []


async def test_all_served_pages_can_be_reached_from_the_index_and_their_links_resolve(world: World) -> None:
    async with _browser(world.url) as http:
        pages, wanted = {}, ["/docs"]
        while wanted:
            address = wanted.pop()
            reply = await http.get(address)
            assert reply.status_code == 200, address
            is_page = reply.headers["content-type"].startswith("text/html")
            pages[address] = _Html(reply.text if is_page else "")
            links = {link.partition("#")[0] for link in pages[address].links if link.startswith("/")}
            wanted += [link for link in links if link not in pages and link not in wanted]

    broken = [
        f"{address}: {link}"
        for address, page in pages.items()
        for link in page.links
        if not link.startswith("https:")
        for path, _, anchor in [link.partition("#")]
        if anchor and anchor not in pages[path or address].ids
    ]
    assert broken == []
    assert [address for address, page in pages.items() if page.loads] == []
    served = {f"/docs/{page.relative_to(DOCS).with_suffix('').as_posix()}" for page in DOCS.rglob("*.md")}
    assert served - {"/docs/README"} <= pages.keys()


async def test_pages_with_rules_are_in_the_language_of_the_reader(world: World) -> None:
    """The other pages are in English."""
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    async with _browser(world.url) as http:
        pages = {
            (game, language): await http.get(f"/docs/rules/{game}", headers=headers)
            for game in GAMES
            for language, headers in (("en", {}), ("de", german))
        }
        held = await http.get(
            "/docs/rules/apocalypse", headers={**german, "If-None-Match": pages["apocalypse", "de"].headers["etag"]}
        )
        other = await http.get("/docs/quickstart", headers=german)

    for (game, language), page in pages.items():
        assert f'<html lang="{language}">' in page.text
        assert f">{GAMES[game].words.title(language, 'game', game)}</h1>" in unescape(page.text)
        assert page.headers["content-language"] == language
        assert page.headers["vary"] == "Accept-Encoding, Accept-Language"
    assert held.status_code == 304
    assert other.headers["content-language"] == "en"


async def test_pages_may_load_nothing_from_anywhere(world: World) -> None:
    async with _browser(world.url) as http:
        reply = await http.get("/docs/quickstart")

    assert reply.headers["content-security-policy"].startswith("default-src 'none';")


async def test_addresses_of_pages_that_were_merged_lead_to_their_sections(world: World) -> None:
    async with _browser(world.url) as http:
        for address, section in {**MOVED, "/docs/decisions/python": "/docs/decisions"}.items():
            reply = await http.get(address)
            path, _, anchor = section.partition("#")
            page = _Html((await http.get(path)).text)

            assert (reply.status_code, reply.headers["location"]) == (308, section)
            assert not anchor or anchor in page.ids


async def test_a_missing_page_is_an_unknown_path(world: World) -> None:
    async with _browser(world.url) as http:
        for address in ("/docs/nothing", "/docs/../server/app.py", "/docs/README", "/redoc"):
            reply = await http.get(address)

            assert (reply.status_code, reply.json()["code"]) == (404, "unknown_path"), address


async def test_pages_count_by_address_as_the_catalogue_does(sqlite_url: str) -> None:
    async with running_world(sqlite_url, rate_per_address=1) as world, _browser(world.url) as http:
        replies = [await http.get("/docs/quickstart") for _ in range(20)]

    assert {reply.status_code for reply in replies} == {200, 429}


async def test_the_reference_shows_every_operation_schema_and_code(world: World) -> None:
    async with _browser(world.url) as http:
        text = (await http.get("/docs/api")).text
        document = (await http.get("/openapi.json")).json()
    shown = _Html(text).ids

    operations = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    assert operations <= shown
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= shown
    replies = [
        reply for path in document["paths"].values() for call in path.values() for reply in call["responses"].values()
    ]
    codes = {code for reply in replies for code in reply.get("x-codes", [])}
    assert codes
    assert [code for code in codes if f"<li><code>{code}</code>" not in text] == []


async def test_pages_say_for_whom_they_are_and_what_is_on_them(world: World) -> None:
    async with _browser(world.url) as http:
        pages = {name: (await http.get(f"/docs/{name}")).text for name in ("streams", "running", "log", "quickstart")}
        german = (await http.get("/docs/rules/apocalypse", headers={"Accept-Language": "de"})).text

    assert [re.findall(r'class="about">(.+?) · \d+ minutes<', page) for page in pages.values()] == [
        ["For authors of clients"],
        ["For organisers and operators"],
        ["For engineers"],
        ["For authors of clients"],
    ]
    contents = pages["streams"].partition("<summary>On this page</summary>")[2].partition("</details>")[0]
    assert '<li><a href="#close-codes">Close codes</a></li>' in contents
    assert "<summary>Auf dieser Seite</summary>" in german


async def test_the_search_finds_sections_and_operations_that_have_all_words(world: World) -> None:
    async with _browser(world.url) as http:
        found = {
            words: unescape((await http.get("/docs/search", params={"q": words})).text)
            for words in ("close codes", "leaveSeat", "kein solches Wort", "", '"><script>', "the")
        }

    first = re.search(r'<ol><li><a href="([^"]+)">([^<]+)</a>', found["close codes"])
    assert first
    assert first.groups() == ("/docs/streams#close-codes", "Streams: Close codes")
    assert 'href="/docs/api#leaveSeat"' in found["leaveSeat"]
    assert "0 found" in found["kein solches Wort"]
    assert "Which words?" in found[""]
    assert "more than 30 found" in found["the"]
    async with _browser(world.url) as http:
        raw = (await http.get("/docs/search", params={"q": '"><script>'})).text
    assert "<script>" not in raw


async def test_the_search_reads_the_document_of_the_api_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is large, and a search is cheap."""
    read, openapi = [], world.app.openapi

    def counted() -> dict[str, Any]:
        read.append(1)
        return openapi()

    monkeypatch.setattr(world.app, "openapi", counted)
    async with _browser(world.url) as http:
        await asyncio.gather(*(http.get("/docs/search", params={"q": words}) for words in ("cursor", "seat", "epoch")))

    assert len(read) <= 1
