"""`Idempotency-Key`: a repeated request takes effect once and returns the same reply."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.published import document
from tests.server.world import World

pytestmark = pytest.mark.one_server

NEW = {"game": "wizards_duel"}


async def test_a_repeated_creation_makes_one_match(world_on_either: World) -> None:
    world = world_on_either
    ada = await world.player("Ada")
    headers = {"Idempotency-Key": "once"}

    first = await ada.http.post("/v1/matches", json=NEW, headers=headers)
    second = await ada.http.post("/v1/matches", json=NEW, headers=headers)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len((await ada.get("/v1/matches", mine=True))["matches"]) == 1


async def test_twenty_creations_at_once_with_one_key_make_one_match(world_on_either: World) -> None:
    world = world_on_either
    ada = await world.player("Ada")

    replies = await asyncio.gather(
        *(ada.http.post("/v1/matches", json=NEW, headers={"Idempotency-Key": "k"}) for _ in range(20))
    )

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json()["match_id"] for reply in replies}) == 1
    assert len((await ada.get("/v1/matches", mine=True))["matches"]) == 1


async def test_a_key_seen_with_another_body_is_refused_and_nothing_is_created(world: World) -> None:
    ada = await world.player("Ada")
    await ada.post("/v1/matches", NEW, expect=201, key="k")

    reused = await ada.post("/v1/matches", {**NEW, "pace": "eager"}, expect=409, key="k")

    assert reused["code"] == "idempotency_key_reused"
    assert len((await ada.get("/v1/matches", mine=True))["matches"]) == 1


async def test_a_key_belongs_to_one_player(world: World) -> None:
    """To others it is a new key: they can see neither its reply nor that it was used."""
    ada, bo, zoe = [await world.player(name) for name in ("Ada", "Bo", "Zoe")]
    headers = {"Idempotency-Key": "k"}

    hers = await ada.http.post("/v1/matches", json=NEW, headers=headers)
    same = await bo.http.post("/v1/matches", json=NEW, headers=headers)
    other = await zoe.http.post("/v1/matches", json={**NEW, "pace": "eager"}, headers=headers)

    assert [reply.status_code for reply in (hers, same, other)] == [201, 201, 201]
    assert len({reply.json()["match_id"] for reply in (hers, same, other)}) == 3
    assert all("Idempotency-Replayed" not in reply.headers for reply in (same, other))


async def test_a_repeated_host_action_happens_once(world: World) -> None:
    host, ada, _, match_id = await world.host_ada_and_bo()
    before = (await ada.view(match_id))["closes_at"]
    action = {"type": "extend", "seconds": 30}

    for _ in range(3):
        await host.post(f"/v1/matches/{match_id}/actions", action, key="k")

    assert before == "2040-01-01T00:01:00.000000Z"
    assert (await ada.view(match_id))["closes_at"] == "2040-01-01T00:01:30.000000Z"


async def test_a_refused_request_keeps_no_reply(world: World) -> None:
    ada = await world.player("Ada")
    body = {**NEW, "seats": {"a": {}}}
    match_id = (await ada.post("/v1/matches", body, expect=201))["match_id"]
    path = f"/v1/matches/{match_id}/start"

    refused = await ada.post(path, None, expect=409, key="k")
    await ada.put(f"/v1/matches/{match_id}/seats/b", {"bot": True})
    started = await ada.post(path, None, key="k")

    assert refused["code"] == "seats_empty"
    assert started["status"] == "running"


@pytest.mark.parametrize("header", ["Idempotency-Key", "If-Match"])
async def test_each_call_honours_what_its_caller_relies_on_or_refuses_it(world: World, header: str) -> None:
    """Also calls whose replies are not stored. Other methods than POST need no key."""
    ada = await world.player("Ada")
    ignoring = []
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            honours = any(each["name"] == header for each in operation.get("parameters", ()))
            if method == "get" or honours or (header == "Idempotency-Key" and method != "post"):
                continue
            address = re.sub(r"\{\w+\}", "0" * 26, path)
            reply = await ada.http.request(method, address, json={}, headers={header: '"x"'})
            told = [each["pointer"] for each in reply.json().get("errors", ())]
            if (reply.status_code, told) != (422, [f"header/{header.lower()}"]):
                ignoring.append((operation["operationId"], reply.status_code))

    assert ignoring == []
