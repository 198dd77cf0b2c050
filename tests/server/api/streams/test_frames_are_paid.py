"""Frames of every kind count as calls; above the limit some are refused, and no replay is free."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.server.world import Client, World, running_world

Json = Any

RATE = 100
BURST = 2 * RATE


@pytest.fixture
async def limited_world(sqlite_url: str) -> AsyncIterator[World]:
    async with running_world(sqlite_url, rate_per_token=RATE) as world:
        yield world


async def _ada(world: World) -> tuple[Client, str]:
    """Return a player with all of her calls left, and a match of hers with 62 events."""
    ada = await world.player("Ada")
    match_id = await world.match("wizards_duel", ada, {"a": ada, "b": None}, {"cast_seconds": 86_400})
    for number in range(60):
        await ada.submit(match_id, 1, {"type": "cast", "spell": str(1 + number % 2)})
    world.clock.advance(60)
    return ada, match_id


async def _remaining(ada: Client) -> int:
    """Return how many calls are left, including this one."""
    told = (await ada.http.get("/v1/me")).headers["RateLimit"]
    return int(told.partition(";r=")[2].partition(";")[0])


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "ping"},
        {"type": "unsubscribe", "match_id": "0" * 26},
        {"type": "subscribe", "match_id": "0" * 26},
        {"type": "submit", "match_id": "0" * 26, "phase": 1, "move": {}},
    ],
    ids=lambda frame: frame["type"],
)
async def test_a_frame_costs_a_call(limited_world: World, frame: Json) -> None:
    ada, _ = await _ada(limited_world)
    async with ada.follow() as stream:
        for _ in range(10):
            await stream.send(frame)
            await stream.frame()

        assert BURST - 1 - await _remaining(ada) - 1 == pytest.approx(10, abs=1)


async def test_a_large_frame_costs_more(limited_world: World) -> None:
    ada, match_id = await _ada(limited_world)
    async with ada.follow() as stream:
        await stream.send({"type": "submit", "match_id": match_id, "phase": 1, "move": "x" * 48_000})
        await stream.frame()

        assert BURST - 1 - await _remaining(ada) - 1 == pytest.approx(1 + 20, abs=1)


async def test_every_subscription_pays_for_what_is_replayed(limited_world: World) -> None:
    ada, match_id = await _ada(limited_world)
    async with ada.follow() as stream:
        for _ in range(10):
            await stream.send({"type": "subscribe", "match_id": match_id})
            assert (await stream.frame())["type"] == "subscribed"
            for _ in range(62):
                await stream.event()
            await stream.send({"type": "unsubscribe", "match_id": match_id})
            assert (await stream.frame())["type"] == "unsubscribed"

        assert BURST - 1 - await _remaining(ada) - 1 == pytest.approx(10 * (2 + 62 / 30), rel=0.2)


async def test_above_the_limit_submissions_and_subscriptions_are_refused(limited_world: World) -> None:
    ada, match_id = await _ada(limited_world)
    async with ada.follow() as stream:
        for _ in range(BURST - 1):
            await stream.send({"type": "ping"})
            assert (await stream.frame())["type"] == "pong"

        await stream.send({"type": "submit", "ref": "r", "match_id": match_id, "phase": 1, "move": {}})
        refused = [await stream.frame()]
        await stream.send({"type": "subscribe", "match_id": match_id})
        refused.append(await stream.frame())
        await stream.send({"type": "ping"})
        pong = await stream.frame()

        assert [(one["type"], one["status"], one["code"]) for one in refused] == [
            ("refused", 429, "too_many_requests")
        ] * 2
        assert (refused[0]["ref"], pong["type"]) == ("r", "pong")

        limited_world.clock.advance(5)
        await stream.send({"type": "subscribe", "match_id": match_id})
        assert (await stream.frame())["type"] == "subscribed"


async def test_a_client_above_the_limit_is_read_more_slowly(limited_world: World) -> None:
    ada, _ = await _ada(limited_world)
    async with ada.follow() as stream:
        for _ in range(2 * BURST + 50):
            await stream.send({"type": "ping"})
        for _ in range(2 * BURST - 1):
            await stream.frame()

        more = 0
        try:
            async with asyncio.timeout(1.5):
                while True:
                    await stream.frame()
                    more += 1
        except TimeoutError:
            pass

    # The clock stands still: each frame beyond two bursts waits a little longer than the one before.
    assert more < 30


async def test_a_stream_of_server_sent_events_pays_as_well(limited_world: World) -> None:
    ada, match_id = await _ada(limited_world)
    path = f"/v1/matches/{match_id}/events"
    async with ada.http.stream("GET", path, headers={"Accept": "text/event-stream"}) as reply:
        lines = reply.aiter_lines()
        told = 0
        while told < 62:
            told += (await anext(lines)).startswith("data: ")

        assert BURST - 1 - await _remaining(ada) - 1 == pytest.approx(62 / 30, abs=1)


async def test_a_handshake_above_the_limit_waits_for_its_refusal(limited_world: World) -> None:
    ada, _ = await _ada(limited_world)
    for _ in range(BURST):
        await ada.http.get("/v1/me")
    began = asyncio.get_running_loop().time()

    code = await ada.close_code("/v1/stream")

    assert code == 4430
    assert asyncio.get_running_loop().time() - began >= 0.9
