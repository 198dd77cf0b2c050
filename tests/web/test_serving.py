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
"""For the page without boards and without what it loads later, compressed."""

MOST_BOARD_BYTES: Final = 25 * 1024
"""For what a board, the home of a player, or the pages of tournaments add to that, with styles, compressed."""


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


def test_no_part_of_the_client_is_larger_than_its_budget(built_client: Path) -> None:
    """The page counts with its imports, a board with those that the page does not have, and with its longest texts."""
    assets = built_client / "assets"
    (main,) = assets.glob("main-*.js")
    (styles,) = assets.glob("boards-*.css")
    boards = list(assets.glob("board-*.js"))
    (tournament,) = assets.glob("tournament-*.js")
    (season,) = assets.glob("season-*.js")
    (home,) = assets.glob("home-*.js")
    (tournament_styles,) = assets.glob("tournaments-*.css")
    (season_styles,) = assets.glob("seasons-*.css")
    page = _imported(main).union(built_client.glob("index.html"), assets.glob("main-*.css"), assets.glob("look-*"))

    (rules_page,) = assets.glob("rules_page-*.js")
    (rules_styles,) = assets.glob("rules-*.css")
    book = sum(map(_size, {*(_imported(rules_page) - _imported(main)), rules_styles}))
    drawn = {path.stem for path in (built_client.parent / "source" / "rules" / "pictures").glob("*.tsx")} - {"drawn"}
    # Its pictures have the name of the game, as has another of its chunks.
    rules = {
        game: book + sum(max(map(_size, assets.glob(f"{part}-*.js"))) for part in ("rules", f"rules_{game}", game))
        for game in drawn
    }

    later: dict[Path, set[Path]] = {board: {styles} for board in boards}
    later |= {home: set(), tournament: {tournament_styles}, season: {tournament_styles, season_styles}}
    sizes = {
        script.name: _texts(new := _imported(script) - _imported(main)) + sum(map(_size, {*new, *its_styles}))
        for script, its_styles in later.items()
    }

    assert _texts(boards), "The texts are not loaded as they were."
    assert sum(map(_size, page)) < MOST_BYTES
    at_home = _imported(main) | _imported(home)
    assert sum(map(_size, at_home)) + _texts(at_home) < MOST_BYTES, "The scripts of the home of a player."
    assert len(boards) == len(list((built_client.parent / "source" / "boards").glob("*/board.tsx")))
    assert {name: size for name, size in (sizes | rules).items() if size > MOST_BOARD_BYTES} == {}


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
