"""Every reply has an id that the server chose; the log lines of that call contain it, and no others do."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

from server.runtime.request_ids import REQUEST_ID_PATTERN
from tests.published_frames import connect
from tests.server.world import World
from tests.serving import overheard
from tests.waiting import PATIENCE_SECONDS

Json = Any


async def test_replies_refusals_and_sockets_have_distinct_ids(world: World) -> None:
    ada = await world.player("Ada")
    paths = ("/v1/me", "/v1/matches/unknown", "/nothing/here", "/healthz")

    named = [(await ada.http.get(path)).headers["X-Request-Id"] for path in paths]
    named.append((await ada.http.post("/v1/packs", content=b"[" * 100)).headers["X-Request-Id"])
    async with ada.socket("/v1/stream") as socket:
        assert socket.response is not None
        named.append(socket.response.headers["X-Request-Id"])

    assert len(set(named)) == len(paths) + 2
    assert all(re.fullmatch(REQUEST_ID_PATTERN, one) for one in named)


async def test_a_request_id_from_the_client_is_ignored(world: World) -> None:
    ada = await world.player("Ada")

    reply = await ada.http.get("/v1/me", headers={"X-Request-Id": "0123456789abcdef"})

    assert reply.headers.get_list("X-Request-Id") != ["0123456789abcdef"]
    assert len(reply.headers.get_list("X-Request-Id")) == 1


async def test_log_lines_name_the_call_that_they_are_of(sqlite_url: str) -> None:
    """
    Its refusals, its entries and its end; but not what happens when a timer set by it fires.
    """
    async with (
        overheard(sqlite_url, log_level="debug", log_format="json") as server,
        httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False) as http,
    ):
        http.base_url = httpx.URL(server.url)
        token = (await http.post("/v1/players", json={"name": "Ada"})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        body = {"game": "wizards_duel", "options": {"cast_seconds": 10}, "seats": {"a": {}}}
        created = await http.post("/v1/matches", json=body)
        match_id = created.json()["match_id"]
        await http.put(f"/v1/matches/{match_id}/seats/b", json={"bot": True})
        started = await http.post(f"/v1/matches/{match_id}/start")
        refused = await http.get("/v1/matches/unknown")
        resolved, cursor = f"{match_id}: entry 5, resolved", 0
        while resolved not in server.said:
            page = await http.get(f"/v1/matches/{match_id}/events", params={"after": cursor, "wait": 1})
            cursor = page.json()["cursor"]
        async with connect(
            f"{server.url.replace('http', 'ws')}/v1/stream",
            additional_headers={"Authorization": f"Bearer {token}"},
        ) as socket:
            assert socket.response is not None
            streamed = socket.response.headers["X-Request-Id"]
            await socket.recv()

    lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    of = {line["message"]: line for line in lines}
    ids = {name: reply.headers["X-Request-Id"] for name, reply in (("made", created), ("no", refused), ("on", started))}
    assert _messages(lines, ids["made"]) == [f"{match_id}: entry 1, created", "POST /v1/matches: 201 after … ms"]
    assert _messages(lines, ids["on"])[0] == f"{match_id}: entry 3, started"
    assert _messages(lines, ids["no"]) == [
        "GET /v1/matches/{match_id}: server.access.errors.RefusedError (unknown_match)",
        "GET /v1/matches/{match_id}: 404 after … ms",
    ]
    (ended,) = _messages(lines, streamed)  # By either side, because the server stops then.
    assert re.fullmatch(r"websocket /v1/stream: (left by the client|closed with 1012) after … ms", ended)
    assert of[f"{match_id}: entry 1, created"].items() >= {"level": "debug", "match": match_id}.items()
    assert "request" not in of[resolved]
    assert "match" not in next(line for line in lines if line.get("request") == ids["no"])
    assert all(line.keys() >= {"time", "level", "logger", "message"} for line in lines)


def _messages(lines: list[Json], request: str) -> list[str]:
    """Return the log messages of a call, without the time it took, and without the entries of players' own streams."""
    of_call = [line["message"] for line in lines if line.get("request") == request]
    return [re.sub(r"\d+\.\d ms", "… ms", said) for said in of_call if not re.match(r"\w+\.\d+: entry", said)]
