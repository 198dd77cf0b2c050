"""Public matches can be watched without a token: as a spectator, at the expense of the address, and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.server.world import Stream, World, running_world, types

pytestmark = pytest.mark.one_server

Json = Any

SSE = {"Accept": "text/event-stream"}

UNKNOWN = "0" * 26


async def test_a_caller_without_a_token_sees_what_a_spectator_sees(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    watcher, nobody = await world.player("Watcher"), world.nobody()
    match = f"/v1/matches/{match_id}"
    async with watcher.stream(match_id) as one, nobody.stream(match_id) as other:
        for player in (ada, bo):
            await player.submit(match_id, 1, {"type": "cast", "spell": "5"})
        await world.pass_time(61)
        followed = [await stream.until("phase_closed") for stream in (one, other)]

    seen = [
        [await client.get(path) for path in (match, f"{match}/view", f"{match}/events")] for client in (watcher, nobody)
    ]
    earlier = [await client.view(match_id, at=2) for client in (watcher, nobody)]
    unchanged = [await client.http.get(f"{match}/view", headers={"If-None-Match": "*"}) for client in (watcher, nobody)]

    assert seen[0] == seen[1]
    assert earlier[0] == earlier[1]
    assert followed[0] == followed[1]
    assert [reply.status_code for reply in unchanged] == [304, 304]
    assert seen[1][1]["viewer"] == "spectator"
    assert "submitted" not in types(followed[1])


async def test_without_a_token_a_list_has_public_matches_alone(world: World) -> None:
    """The same as for a player who has no part in any; nobody has matches of their own."""
    watcher, nobody = await world.player("Watcher"), world.nobody()
    _, _, public = await world.ada_and_bo()
    hidden = {(await world.ada_and_bo(visibility=visibility))[2] for visibility in ("unlisted", "private")}

    lists = [await client.get("/v1/matches") for client in (watcher, nobody)]
    found = await nobody.get("/v1/matches", game="wizards_duel", status="running", limit=1)
    own = [await nobody.http.get("/v1/matches", params={name: "true"}) for name in ("mine", "awaiting_me")]
    async with nobody.http.stream("GET", "/v1/matches", headers=SSE) as sent:
        followed = await anext(json.loads(line[6:]) async for line in sent.aiter_lines() if line.startswith("data: "))

    assert lists[0] == lists[1]
    assert [match["match_id"] for match in found["matches"]] == [public]
    for matches in (lists[1]["matches"], followed["matches"]):
        assert public in (ids := {match["match_id"] for match in matches})
        assert not ids & hidden
    assert [(reply.status_code, reply.json()["code"]) for reply in own] == [(401, "missing_token")] * 2


async def test_events_are_polled_and_sent_without_a_token(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    nobody, path = world.nobody(), f"/v1/matches/{match_id}/events"
    cursor = (await nobody.get(path))["cursor"]

    polling = asyncio.create_task(nobody.get(path, after=cursor, wait=30))
    async with nobody.http.stream("GET", path, params={"after": cursor}, headers=SSE) as sent:
        await ada.act(match_id, {"type": "pause"})
        lines = sent.aiter_lines()
        named, data = await anext(lines), await anext(lines)

    assert types((await polling)["events"]) == ["match_paused", "deadline_set"]
    assert named.startswith(f"id: spectator:{cursor + 1}:")
    assert types([json.loads(data.removeprefix("data: "))]) == ["match_paused", "deadline_set"]


async def test_hello_names_no_player_and_submissions_are_refused(world: World) -> None:
    _, _, match_id = await world.ada_and_bo()
    async with world.nobody().socket(f"/v1/matches/{match_id}/stream") as connection:
        stream = Stream(connection)
        hello, subscribed = await stream.frame(), await stream.frame()
        await stream.send({"type": "ping"})
        await stream.send({"type": "submit", "ref": "1", "phase": 1, "move": {"type": "cast", "spell": "5"}})
        answers = (
            [await stream.event() for _ in range(subscribed["cursor"])],
            await stream.frame(),
            await stream.frame(),
        )

    assert "player_id" not in hello
    assert subscribed["viewer"] == "spectator"
    assert answers[1]["type"] == "pong"
    assert (answers[2]["type"], answers[2]["status"], answers[2]["code"]) == ("refused", 401, "missing_token")


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
async def test_a_match_that_needs_a_token_looks_like_one_that_does_not_exist(world: World, visibility: str) -> None:
    _, _, match_id = await world.ada_and_bo(visibility=visibility)
    nobody = world.nobody()

    for path in ("", "/view", "/events", "/log", "/channels/table/messages"):
        replies = [await nobody.http.get(f"/v1/matches/{name}{path}") for name in (match_id, UNKNOWN, "none")]
        assert [reply.status_code for reply in replies] == [401] * 3
        assert len({reply.content for reply in replies}) == 1
    for name in (match_id, UNKNOWN, "none"):
        async with nobody.socket(f"/v1/matches/{name}/stream") as connection:
            assert await Stream(connection).closed() == 4401
            assert connection.close_reason == "missing_token"


async def test_an_address_has_so_many_streams_without_a_token(sqlite_url: str) -> None:
    async with running_world(sqlite_url, streams_per_player=2) as world:
        ada, _, match_id = await world.ada_and_bo()
        nobody, events = world.nobody(), f"/v1/matches/{match_id}/events"
        cursor = (await nobody.get(events))["cursor"]
        async with nobody.stream(match_id), nobody.http.stream("GET", events, headers=SSE) as sent:
            lines = sent.aiter_lines()
            await anext(lines)
            polled = await world.nobody().http.get(events, params={"after": cursor, "wait": 60})
            refused = await world.nobody().close_code(f"/v1/matches/{match_id}/stream")
            async with ada.stream(match_id):
                pass

    assert (polled.status_code, polled.json()["code"], refused) == (429, "too_many_streams", 4431)


async def test_watching_without_a_token_is_paid_for_by_the_address(sqlite_url: str) -> None:
    """Calls, handshakes and frames; players at the same address go on."""
    async with running_world(sqlite_url, rate_per_address=10) as world:
        ada, _, match_id = await world.ada_and_bo()
        world.clock.advance(60)
        nobody = world.nobody()
        async with nobody.socket(f"/v1/matches/{match_id}/stream") as connection:
            for _ in range(19):
                await connection.send('{"type":"ping"}')
            heard = [json.loads(await connection.recv())["type"] for _ in range(3)]
            while heard.count("pong") < 19:
                heard.append(json.loads(await connection.recv())["type"])
            replies = [await nobody.http.get(f"/v1/matches/{match_id}/view") for _ in range(21)]
        refused = await nobody.close_code(f"/v1/matches/{match_id}/stream")

        assert [reply.status_code for reply in replies[:19]] == [200] * 19
        assert replies[-1].status_code == 429
        assert "RateLimit" not in replies[0].headers
        assert refused == 4430
        assert (await ada.view(match_id))["viewer"] == "a"
