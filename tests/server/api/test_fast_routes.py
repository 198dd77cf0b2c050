"""Frequent calls are answered before the framework sees them; nobody can tell, except by the time that it takes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from server.access.costs import FREE_BODY_BYTES, of_body
from tests.server.world import Client, World, running_world
from tests.waiting import patience

MOVE = {"phase": 1, "move": {"type": "cast", "spell": "5"}}


@pytest.fixture
async def limited(sqlite_url: str) -> AsyncIterator[World]:
    """A server with limits and a stopped clock."""
    async with running_world(sqlite_url, rate_per_token=100, rate_per_address=100) as world:
        yield world


async def test_replies_are_those_of_the_framework(world: World) -> None:
    """The framework answers calls with an unknown `ETag`, and those whose `Content-Type` has a parameter."""
    ada, _, match_id = await world.ada_and_bo()
    path = f"/v1/matches/{match_id}"

    view = await ada.http.get(f"{path}/view")
    its_view = await ada.http.get(f"{path}/view", headers={"If-None-Match": '"other"'})
    moved = [await _submit(ada, match_id, json.dumps(MOVE), kind) for kind in ("application/json", _WITH_PARAMETER)]
    refused = [await _submit(ada, match_id, _named(9), kind) for kind in ("application/json", _WITH_PARAMETER)]

    assert {**view.json(), "server_now": ""} == {**its_view.json(), "server_now": ""}
    assert [reply.json()["repeated"] for reply in moved] == [False, True]
    assert [reply.json()["code"] for reply in refused] == ["phase_not_open", "phase_not_open"]
    for one, other in ((view, its_view), moved, refused):
        assert one.status_code == other.status_code
        assert _shown(one) == _shown(other)


async def test_a_call_that_is_passed_on_counts_once(limited: World) -> None:
    ada, _, match_id = await limited.ada_and_bo()
    before = _left(await ada.http.get(f"/v1/matches/{match_id}/view"))
    large = json.dumps({**MOVE, "more": "x" * 4 * FREE_BODY_BYTES})

    malformed = await _submit(ada, match_id, "{", "application/json")
    nul = await _submit(ada, match_id, json.dumps({**MOVE, "more": "\0"}), "application/json")
    unknown = await _submit(ada, match_id, json.dumps({**MOVE, "more": 1}), "application/json")
    paid = await _submit(ada, match_id, large, "application/json")

    assert [reply.json()["code"] for reply in (malformed, nul, unknown, paid)] == [
        "malformed_json",
        "unholdable_text",
        "malformed_request",
        "malformed_request",
    ]
    assert [before - _left(reply) for reply in (malformed, nul, unknown)] == [1, 2, 3]
    assert before - _left(paid) == pytest.approx(4 + of_body(len(large)), abs=1)


@pytest.mark.parametrize("version", ["HTTP/1.0", "HTTP/1.1"])
async def test_the_connection_is_closed_if_the_client_asks_for_it(world: World, version: str) -> None:
    ada, _, match_id = await world.ada_and_bo()
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    head = [f"GET /v1/matches/{match_id}/view {version}", "Host: here", f"Authorization: Bearer {ada.token}"]

    writer.write("\r\n".join([*head, "Connection: close", "", ""]).encode())
    async with patience():
        reply = await reader.read()
    writer.close()

    assert reply.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nconnection: close\r\n" in reply


_WITH_PARAMETER = "application/json; charset=utf-8"


def _named(phase: int) -> str:
    return json.dumps({**MOVE, "phase": phase})


async def _submit(player: Client, match_id: str, body: str, kind: str) -> httpx.Response:
    path = f"/v1/matches/{match_id}/submission"
    return await player.http.put(path, content=body, headers={"Content-Type": kind})


def _shown(reply: httpx.Response) -> list[tuple[str, str]]:
    """Return the headers in their order, without values that differ between any two replies."""
    changing = ("x-request-id", "date", "ratelimit", "content-length")
    return [(name, "" if name in changing else value) for name, value in reply.headers.items()]


def _left(reply: httpx.Response) -> int:
    return int(reply.headers["RateLimit"].partition("r=")[2].partition(";")[0])
