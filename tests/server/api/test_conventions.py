"""Conventions of every call: CORS, compression, caching, and announced changes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.api.calls.versions import FEATURE_LEVEL
from tests.published import document
from tests.server.world import World, running_world
from tests.waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.one_server

PAGE = "https://play.example"


@pytest.fixture
async def open_to_pages(sqlite_url: str) -> AsyncIterator[World]:
    async with running_world(sqlite_url, cors_origins=f"{PAGE}, https://other.example") as world:
        yield world


async def test_the_server_says_what_it_speaks_without_a_token(own_world: World) -> None:
    async with httpx.AsyncClient(base_url=own_world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        said = (await http.get("/v1")).json()

    assert (said["api"], said["feature_level"]) == ("v1", FEATURE_LEVEL)
    assert said["server_now"].startswith("2040-01-01T00:00:00")


async def test_every_frame_and_page_tells_the_time(own_world: World) -> None:
    ada, _, match_id = await own_world.ada_and_bo()
    own_world.clock.advance(1)
    now = "2040-01-01T00:00:01.000000Z"

    page = await ada.get(f"/v1/matches/{match_id}/events")
    async with ada.socket("/v1/stream") as socket:
        for frame in (
            {"type": "subscribe", "match_id": match_id},
            {"type": "subscribe", "match_id": match_id},
            {"type": "submit", "match_id": match_id, "phase": 1, "move": {"type": "cast", "spell": "5"}},
            {"type": "unsubscribe", "match_id": match_id},
            {"type": "ping"},
        ):
            await socket.send_frame(frame)
        frames = [json.loads(await socket.recv())]
        while not {"pong", "submitted"} <= {frame["type"] for frame in frames}:
            frames.append(json.loads(await socket.recv()))

    assert page["server_now"] == now
    assert {frame["type"] for frame in frames} == {
        *("hello", "subscribed", "event", "refused", "submitted", "unsubscribed", "pong")
    }
    assert {frame["server_now"] for frame in frames} == {now}


async def test_a_path_refuses_unpublished_methods_and_lists_the_allowed_ones(world: World) -> None:
    """
    `Allow` (RFC 9110) lists all methods of the path.
    """
    ada = await world.player("Ada")
    for path, operations in document()["paths"].items():
        published = {method.upper() for method in operations}
        for method in sorted({"GET", "PUT", "POST", "DELETE", "PATCH"} - published):
            reply = await ada.http.request(method, re.sub(r"{\w+}", "a", path))

            assert (reply.status_code, reply.json()["code"]) == (405, "method_not_allowed"), f"{method} {path}"
            allowed = published | ({"HEAD"} if "GET" in published else set())
            assert {*reply.headers["Allow"].split(", ")} == allowed, f"{method} {path}"


async def test_pages_of_named_origins_may_call_and_read_our_headers(open_to_pages: World) -> None:
    ada, _, match_id = await open_to_pages.ada_and_bo()

    asking = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}
    async with httpx.AsyncClient(base_url=open_to_pages.url, timeout=PATIENCE_SECONDS, verify=False) as browser:
        asked = await browser.options("/v1/me", headers={"Origin": PAGE, **asking})
    reply = await ada.http.get("/v1/me", headers={"Origin": PAGE})
    fast = await ada.http.get(f"/v1/matches/{match_id}/view", headers={"Origin": PAGE})
    refused = await ada.http.get("/v1/matches/unknown", headers={"Origin": PAGE})

    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == PAGE
    assert "authorization" in asked.headers["Access-Control-Allow-Headers"].lower()
    assert {each.headers["Access-Control-Allow-Origin"] for each in (reply, fast, refused)} == {PAGE}
    exposed = {name.strip() for name in reply.headers["Access-Control-Expose-Headers"].split(",")}
    assert {"ETag", "Retry-After", "RateLimit", "X-Request-Id"} <= exposed


async def test_pages_of_other_origins_may_not(open_to_pages: World) -> None:
    ada = await open_to_pages.player("Ada")

    reply = await ada.http.get("/v1/me", headers={"Origin": "https://elsewhere.example"})

    assert "Access-Control-Allow-Origin" not in reply.headers


async def test_by_default_no_page_of_another_origin_may_call(world: World) -> None:
    ada = await world.player("Ada")

    reply = await ada.http.get("/v1/me", headers={"Origin": PAGE})

    assert "Access-Control-Allow-Origin" not in reply.headers


EVERYONES = ("/v1/games", "/v1/games/wizards_duel", "/openapi.json", "/asyncapi.yaml", "/docs", "/docs/api", "/")


@pytest.mark.parametrize("path", EVERYONES)
async def test_replies_that_are_equal_for_everyone_are_compressed_and_cacheable(world: World, path: str) -> None:
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        small = await http.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
        plain = await http.get(path, headers={"Accept-Encoding": "gzip;q=0"})
        again = await http.get(path, headers={"If-None-Match": f'"other", {small.headers["ETag"]}'})

    assert small.headers["Content-Encoding"] == "gzip"
    assert int(small.headers["Content-Length"]) < int(plain.headers["Content-Length"])
    assert "Content-Encoding" not in plain.headers
    assert small.text == plain.text
    assert (again.status_code, again.content) == (304, b"")
    for reply in (small, plain, again):
        assert reply.headers["ETag"] == small.headers["ETag"]
        assert reply.headers["Vary"].startswith("Accept-Encoding")  # and the language, where there are several
        assert reply.headers["Cache-Control"] == "public, no-cache"


async def test_nothing_else_is_compressed(world: World) -> None:
    """The length of such a reply would reveal its content, such as a move, to an observer of the encrypted traffic."""
    ada, bo, match_id = await world.ada_and_bo()
    for _ in range(20):
        await bo.say(match_id, "table", "spell 5 " * 20)

    for path in ("view", "events", "channels/table/messages"):
        reply = await ada.http.get(f"/v1/matches/{match_id}/{path}", headers={"Accept-Encoding": "gzip"})
        assert len(reply.content) > 1000
        assert "Content-Encoding" not in reply.headers


async def test_no_reply_may_be_cached_or_sniffed(world: World) -> None:
    """Except for what is the same for everyone, and views, which their reader may cache."""
    ada, _, match_id = await world.ada_and_bo()
    path = f"/v1/matches/{match_id}"

    for asked in ("/v1/me", "/v1", "/healthz", path, f"{path}/events", f"{path}/log", "/v1/nothing"):
        reply = await ada.http.get(asked)
        assert "no-store" in reply.headers["Cache-Control"], asked
        assert reply.headers["X-Content-Type-Options"] == "nosniff", asked
    view = await ada.http.get(f"{path}/view")
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        page = await http.get("/docs")
    assert view.headers["Cache-Control"] == "private, no-cache"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert view.headers["X-Content-Type-Options"] == page.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/v1%2Fme",
        "/v1%2fgames",
        "/docs%2Fapi",
        "/v1/games%2Fwizards_duel",
        "/v1/games/a%2Fb",
        "/v1/matches/MATCH%2Fview",
    ],
)
async def test_a_quoted_slash_divides_no_path(world: World, path: str) -> None:
    """Whether or not the framework sees the call."""
    ada, _, match_id = await world.ada_and_bo()

    reply = await world.http({"Authorization": f"Bearer {ada.token}"}).get(path.replace("MATCH", match_id))

    assert reply.status_code == 404


async def test_a_quoted_slash_divides_no_path_of_a_socket(world: World) -> None:
    ada = await world.player("Ada")

    with pytest.raises(InvalidStatus) as refused:
        async with ada.socket("/v1%2Fstream"):
            pass

    assert refused.value.response.status_code in (403, 404)


@pytest.mark.parametrize("path", ["/v1/games", "/v1/matches/MATCH/view"])
async def test_a_cached_reply_is_recognised_by_its_etag_in_any_form(world: World, path: str) -> None:
    """RFC 9110, section 13.1.2: by weak comparison, and `*` matches anything that exists."""
    ada, bo = await world.player("Ada"), await world.player("Bo")
    path = path.replace("MATCH", await world.duel(ada, bo))
    etag = (await ada.http.get(path)).headers["ETag"]
    forms = {"*": 304, etag.removeprefix("W/"): 304, f'W/"other" , {etag}': 304, etag.replace('"', ""): 200, "": 200}

    asked = {form: (await ada.http.get(path, headers={"If-None-Match": form})).status_code for form in forms}

    assert asked == forms


@pytest.mark.parametrize(
    "path", ["/healthz", "/v1/games", "/v1/me", "/v1/matches/MATCH/view", "/v1/matches/MATCH/events"]
)
async def test_a_head_is_the_reply_to_a_get_without_its_body(world: World, path: str) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    path = path.replace("MATCH", await world.duel(ada, bo))
    asked = {"Accept": "text/event-stream"} if path.endswith("/events") else {}

    whole = await ada.http.get(path)
    head = await ada.http.head(path, headers=asked)

    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("Content-Type", "Content-Length", "ETag"):
        assert head.headers.get(name) == whole.headers.get(name)
