"""Many matches in one call: each item is done or refused as if it came alone, once, and costs what it makes."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import pytest

from server.api.calls.body import BULK_BODY_BYTES, BULK_PATH
from server.matches.hosting.bulk import ITEMS_AT_ONCE
from server.runtime.ids import new_id
from tests.server.world import Client, World, running_world

pytestmark = pytest.mark.one_server

Json = Any

NEW: Final[Json] = {"game": "wizards_duel"}
ACTIONS: Final = "/v1/matches/actions"
PAUSE: Final = {"type": "pause", "reason": "Tea."}


async def _create(client: Client, *matches: Json, key: str | None = None) -> list[Json]:
    results: list[Json] = (await client.post(BULK_PATH, {"matches": matches}, key=key))["results"]
    return results


async def _act(client: Client, match_ids: list[str], action: Json, key: str | None = None) -> list[Json]:
    body = {"match_ids": match_ids, "action": action}
    results: list[Json] = (await client.post(ACTIONS, body, key=key))["results"]
    return results


def _codes(results: list[Json]) -> list[str | int]:
    return [result["problem"]["code"] if "problem" in result else result["status"] for result in results]


async def test_each_match_is_created_or_refused_as_if_it_came_alone(world_on_either: World) -> None:
    ada, bo = await world_on_either.player("Ada"), await world_on_either.player("Bo")
    items: list[Json] = [
        {**NEW, "label": "Table 1", "seats": {"a": {"player_id": bo.player_id}, "b": {}}},
        {"game": "chess"},
        {**NEW, "seats": {"a": {"player_id": new_id(world_on_either.clock.now())}}},
        {**NEW, "seats": {"c": {}}},
        {**NEW, "pace": "fast"},
        {**NEW, "unknown": 1},
        [],
        NEW,
    ]

    results = await _create(ada, *items)
    alone = [await ada.http.post("/v1/matches", json=item) for item in items]

    assert [result["status"] for result in results] == [reply.status_code for reply in alone]
    assert [result["problem"] for result in results[1:-1]] == [reply.json() for reply in alone[1:-1]]
    assert results[0]["reply"]["label"] == "Table 1"
    assert results[0]["reply"]["seats"][0]["reserved_for"]["player_id"] == bo.player_id
    assert {row["match_id"] for row in (await ada.get("/v1/matches"))["matches"]} == {
        *(result["reply"]["match_id"] for result in (results[0], results[-1])),
        *(reply.json()["match_id"] for reply in (alone[0], alone[-1])),
    }


async def test_a_repeated_call_creates_what_is_missing_and_nothing_twice(world_on_either: World) -> None:
    """Three items were done before, as by a server that was killed amid them."""
    world = world_on_either
    ada, bo = await world.player("Ada"), await world.player("Bo")
    items = [{**NEW, "label": f"Table {number}"} for number in range(2 * ITEMS_AT_ONCE)]
    begun = await _create(ada, *items[:3], key="k")

    replies = await asyncio.gather(
        *(ada.http.post(BULK_PATH, json={"matches": items}, headers={"Idempotency-Key": "k"}) for _ in range(3))
    )
    changed = await _create(ada, {**NEW, "label": "Another"}, items[1], key="k")
    others = await _create(bo, *items[:1], key="k")

    results = replies[0].json()["results"]
    assert {reply.text for reply in replies} == {replies[0].text}
    assert results[:3] == begun
    assert [result["reply"]["label"] for result in results] == [item["label"] for item in items]
    assert replies[0].headers["Idempotency-Replayed"] == "true"
    assert _codes(changed) == ["idempotency_key_reused", 201]
    assert changed[1] == begun[1]
    assert others[0]["reply"]["match_id"] != begun[0]["reply"]["match_id"]
    assert len((await ada.get("/v1/matches", mine=True, limit=100))["matches"]) == len(items)


async def test_a_server_that_starts_again_goes_on_where_the_other_ended(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada = await world.player("Ada")
        begun = await _create(ada, NEW, NEW, key="k")
    async with running_world(sqlite_url) as again:
        ada = again.connect(ada.player_id, ada.token)

        results = await _create(ada, NEW, NEW, NEW, key="k")

        assert results[:2] == begun
        assert len((await ada.get("/v1/matches"))["matches"]) == 3


async def test_an_action_is_taken_where_it_may_be_and_once(world_on_either: World) -> None:
    """Of a match that the caller may not know there is the same to read as of one that does not exist."""
    world = world_on_either
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    running = [await world.duel(host, ada, bo), await world.duel(host, ada, bo, visibility="private")]
    public, private = [await world.duel(ada, ada, bo), await world.duel(ada, ada, bo, visibility="private")]
    unknown = new_id(world.clock.now())
    named = [*running, public, private, unknown, "x"]

    results = await _act(host, named, PAUSE, key="k")
    again = await _act(host, named, PAUSE, key="k")
    anew = await _act(host, running, PAUSE, key="l")

    assert [result["match_id"] for result in results] == named
    assert _codes(results) == [200, 200, "host_only", "unknown_match", "unknown_match", "unknown_match"]
    assert [result["reply"]["status"] for result in results[:2]] == ["paused", "paused"]
    assert results[3]["problem"] == results[4]["problem"]
    assert again == results
    assert _codes(anew) == ["match_paused", "match_paused"]
    assert (await ada.view(public))["status"] == "running"


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        (BULK_PATH, {"matches": []}, 422, "malformed_request"),
        (BULK_PATH, {"matches": [NEW] * 501}, 422, "malformed_request"),
        (BULK_PATH, {"matches": {}}, 422, "malformed_request"),
        (BULK_PATH, {"matches": [NEW], "pace": "eager"}, 422, "malformed_request"),
        (BULK_PATH, {}, 422, "malformed_request"),
        (BULK_PATH, [NEW], 422, "malformed_request"),
        (BULK_PATH, {"matches": [{**NEW, "label": "x" * 65_536}]}, 413, "body_too_large"),
        (BULK_PATH, {"matches": [{**NEW, "label": "\x00"}]}, 400, "unholdable_text"),
        (ACTIONS, {"match_ids": [], "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"match_ids": ["x"] * 2, "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"match_ids": None, "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"match_ids": ["x"], "tournament": "x", "round": 1, "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"tournament": "x", "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"tournament": "x", "round": 1, "action": PAUSE}, 404, "unknown_tournament"),
        (ACTIONS, {"match_ids": [str(n) for n in range(501)], "action": PAUSE}, 422, "malformed_request"),
        (ACTIONS, {"match_ids": ["x"], "action": {"type": "dance"}}, 422, "malformed_request"),
        (ACTIONS, {"match_ids": ["x" * 64] * 1000, "action": PAUSE}, 413, "body_too_large"),
    ],
)
async def test_a_call_beyond_its_bounds_is_refused_as_a_whole(
    world: World, path: str, body: Json, status: int, code: str
) -> None:
    ada = await world.player("Ada")

    assert (await ada.post(path, body, expect=status))["code"] == code
    assert (await ada.get("/v1/matches", mine=True))["matches"] == []


BROKEN: Final = (b"{", b'{"matches"', b'{"matches":[{}', b'{"matches":[{}}', b'{"matches":[{}]}x', b'{1:[]}', b"{]}",
                 b'{"matches":[NaN]}', b'{"matches":[,]}', b'{"matches":[{}],}', b'\xff', b"", b'{"a" 1}')  # fmt: skip


async def test_a_body_is_json_to_its_end(world: World) -> None:
    ada = await world.player("Ada")
    headers = {"Content-Type": "application/json"}

    replies = [await ada.http.post(BULK_PATH, content=body, headers=headers) for body in BROKEN if body]
    deep = await ada.http.post(BULK_PATH, content=b'{"matches":[' + b"[" * 60_000, headers=headers)
    spaced = b' { "matches" : [ {"game" : "wizards_duel"} , \n{"game":"chess"} ] } '
    read = await ada.http.post(BULK_PATH, content=spaced, headers=headers)

    assert {(reply.status_code, reply.json()["code"]) for reply in replies} == {(400, "malformed_json")}
    assert (deep.status_code, deep.json()["code"]) == (400, "too_deep")
    assert _codes(read.json()["results"]) == [201, "unknown_game"]


async def test_a_body_may_have_a_mebibyte_for_many_matches_only(world: World) -> None:
    ada = await world.player("Ada")
    frame = json.dumps({"matches": [NEW]})
    headers = {"Content-Type": "application/json"}

    largest = await ada.http.post(BULK_PATH, content=frame.ljust(BULK_BODY_BYTES), headers=headers)
    too_large = await ada.http.post(BULK_PATH, content=frame.ljust(BULK_BODY_BYTES + 1), headers=headers)
    alone = await ada.http.post("/v1/matches", content=json.dumps(NEW).ljust(65_537), headers=headers)

    assert [reply.status_code for reply in (largest, too_large, alone)] == [200, 413, 413]


async def test_five_hundred_matches_are_created_and_voided_in_two_calls(sqlite_url: str) -> None:
    """The limit of matches holds within a call."""
    async with running_world(sqlite_url, matches_per_host=499) as world:
        ada = await world.player("Ada")

        results = await _create(ada, *[{**NEW, "visibility": "private"}] * 500)
        created = [result["reply"]["match_id"] for result in results if result["status"] == 201]
        voided = await _act(ada, created, {"type": "void", "reason": "Rain."})

        assert sorted(map(str, _codes(results))) == ["201"] * 499 + ["too_many_matches"]
        assert [result["reply"]["status"] for result in voided] == ["void"] * 499


async def test_items_beyond_what_a_caller_can_pay_are_refused(sqlite_url: str) -> None:
    """A match of bots costs 500 units; otherwise a call could begin hundreds of them."""
    bots = {**NEW, "seats": {seat: {"bot": True} for seat in "ab"}}
    async with running_world(sqlite_url, rate_per_token=100) as world:
        ada = await world.player("Ada")

        results = await _create(ada, *[bots] * 30)

        codes = _codes(results)
        assert set(codes) == {201, "too_many_requests"}
        # 5.3 seconds each, until 60 are owed beyond the burst of two; those in progress by then are finished.
        assert 62 / 5.3 - 1 < codes.count(201) <= 62 / 5.3 + 1 + ITEMS_AT_ONCE
