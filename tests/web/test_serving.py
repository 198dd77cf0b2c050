"""How the server sends the web client."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
from fastapi import FastAPI

from server.api.routes import web
from tests.serving import serving

MOST_BYTES: Final = 70 * 1024
"""For a page with its scripts and texts, without boards and what it loads later, compressed."""

MOST_BOARD_BYTES: Final = 25 * 1024
"""For what a game adds to the page of a match or of rules, with styles and texts, compressed."""

PAGES: Final = (
    *("table", "home", "stranger", "tournament", "season"),
    *("player_page", "lesson_page", "friend_page", "invitation"),
)
"""The modules of the pages, each of which is loaded when it is shown; that of the rules counts with its games."""


@asynccontextmanager
async def _caller(database: str) -> AsyncIterator[httpx.AsyncClient]:
    async with serving(database) as (_, url), httpx.AsyncClient(base_url=url, verify=False) as http:
        yield http


async def test_the_page_is_revalidated_and_its_files_are_kept_forever(built_client: Path, sqlite_url: str) -> None:
    async with _caller(sqlite_url) as http:
        page = await http.get("/")
        again = await http.get("/match/01m82gryjhg15mhhrbv10v158p", headers={"If-None-Match": page.headers["etag"]})
        invitation = await http.get("/invitation/a-token")
        files = [await http.get(address) for address in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)]

    assert page.headers["content-type"] == invitation.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "public, no-cache"
    assert again.status_code == 304
    assert len(files) > 3
    for file in files:
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert file.headers["content-encoding"] == "gzip"


def test_no_page_of_the_client_is_larger_than_its_budget(built_client: Path) -> None:
    """A page counts with its imports, and with its longest texts."""
    assets = built_client / "assets"
    frame = {built_client / "index.html", *assets.glob("main-*.css"), *assets.glob("look-*")}
    styles = {"tournament": ("tournaments",), "season": ("tournaments", "seasons"), "stranger": ("welcome",)}

    sizes = {}
    for page in PAGES:
        scripts = _imported(_chunk(assets, "main")) | _imported(_chunk(assets, page))
        its_styles = {file for name in styles.get(page, ()) for file in assets.glob(f"{name}-*.css")}
        sizes[page] = sum(map(_size, {*frame, *scripts, *its_styles})) + _texts(scripts)

    assert {page: size for page, size in sizes.items() if size > MOST_BYTES} == {}


def test_no_game_is_larger_than_its_budget(built_client: Path) -> None:
    """A board counts with the imports that the page of a match does not have, and with its longest texts."""
    assets = built_client / "assets"
    main = _imported(_chunk(assets, "main"))
    page = main | _imported(_chunk(assets, "table"))
    (styles,) = assets.glob("boards-*.css")
    boards = list(assets.glob("board-*.js"))
    sizes = {board.name: _texts(new := _imported(board) - page) + sum(map(_size, {*new, styles})) for board in boards}

    (rules_styles,) = assets.glob("rules-*.css")
    book = sum(map(_size, {*(_imported(_chunk(assets, "rules_page")) - main), rules_styles}))
    drawn = {path.stem for path in (built_client.parent / "source" / "rules" / "pictures").glob("*.tsx")} - {"drawn"}
    # Its pictures have the name of the game, as has another of its chunks.
    rules = {
        game: book + sum(max(map(_size, assets.glob(f"{part}-*.js"))) for part in ("rules", f"rules_{game}", game))
        for game in drawn
    }

    assert _texts(boards), "The texts are not loaded as they were."
    assert len(boards) == len(list((built_client.parent / "source" / "boards").glob("*/board.tsx")))
    assert {name: size for name, size in (sizes | rules).items() if size > MOST_BOARD_BYTES} == {}


def _chunk(assets: Path, name: str) -> Path:
    """Return the built file of a module: the one with a component, where texts have its name, too."""
    return max(assets.glob(f"{name}-*.js"), key=lambda file: len(_imported(file)))


def _texts(files: Collection[Path]) -> int:
    """Return the size of the texts that these files load, each in the language in which they are longest."""
    parts = {
        part for file in files for part in re.findall(r'await [\w$]+\("(\w+)"\)', file.read_text(encoding="utf-8"))
    }
    assets = next(iter(files)).parent
    return sum(max(map(_size, assets.glob(f"{part}-*.js"))) for part in parts)


def _size(file: Path) -> int:
    return len(gzip.compress(file.read_bytes()))


def _imported(file: Path) -> set[Path]:
    """Return a built file, and all that are loaded before it runs."""
    found = re.findall(r'(?:from|import)"\./([^"]+\.js)"', file.read_text(encoding="utf-8"))
    return {file}.union(*(_imported(file.parent / name) for name in found))


async def test_the_page_runs_its_own_script_and_calls_its_own_server_alone(built_client: Path, sqlite_url: str) -> None:
    async with _caller(sqlite_url) as http:
        page = await http.get("/")

    policy = dict(part.split(" ", 1) for part in page.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "://" not in page.text


async def test_links_to_the_earlier_page_lead_to_the_match(sqlite_url: str) -> None:
    async with _caller(sqlite_url) as http:
        old = await http.get("/play", params={"match": "a/../b?c"})
        bare = await http.get("/play")

    assert (old.status_code, old.headers["location"]) == (308, "/match/a%2F..%2Fb%3Fc")
    assert bare.headers["location"] == "/"


async def test_unknown_paths_stay_problems_in_json(sqlite_url: str) -> None:
    async with _caller(sqlite_url) as http:
        replies = [
            await http.get(path) for path in ("/assets/unknown.js", "/assets/../app.py", "/v1/nothing", "/nothing")
        ]

    assert {(reply.status_code, reply.json()["code"]) for reply in replies} == {(404, "unknown_path")}


async def test_without_the_built_client_the_page_says_what_is_missing(tmp_path: Path) -> None:
    app = FastAPI()
    web.show_player(app, tmp_path)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
        page = await http.get("/")

    assert page.status_code == 200
    assert web.MISSING in page.text
    assert not web.is_built(tmp_path)
