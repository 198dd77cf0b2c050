"""Streams for clients that cannot hold a WebSocket: pages, long polls and server-sent events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.published import check_schema
from tests.server.world import Client, World, types, without_epoch

pytestmark = pytest.mark.one_server

Json = Any

FIVE = {"type": "cast", "spell": "5"}

# The empty id makes clients forget the last one.
VIEWER_CHANGED = ["event: closed", "id:", 'data: {"code":4410,"reason":"viewer_changed"}', ""]


async def test_pages_follow_each_other_by_cursor(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    for spell in "12345":
        await ada.submit(match_id, 1, {"type": "cast", "spell": spell})
    path = f"/v1/matches/{match_id}/events"

    first = await ada.get(path, limit=4)
    second = await ada.get(path, after=first["cursor"], limit=4)
    third = await ada.get(path, after=second["cursor"], limit=4)

    assert (first["more"], second["more"], third["more"]) == (True, False, False)
    assert [e["cursor"] for e in first["events"] + second["events"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (third["events"], third["cursor"]) == ([], 8)


async def test_a_long_poll_returns_with_the_next_event(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    path = f"/v1/matches/{match_id}/events"
    cursor = (await bo.get(path))["cursor"]

    polling = asyncio.create_task(bo.get(path, after=cursor, wait=30))
    await ada.submit(match_id, 1, FIVE)
    await world.pass_time(61)
    page = await polling

    assert "phase_closed" in types(page["events"])
    assert page["cursor"] == cursor + 1


async def test_a_long_poll_without_news_returns_empty(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()

    page = await ada.get(f"/v1/matches/{match_id}/events", after=3, wait=0.05)

    assert (page["viewer"], page["events"], page["cursor"], page["more"]) == ("a", [], 3, False)


async def test_server_sent_events_resume_after_the_last_id(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo()

    first = await _listen(bo, match_id, count=3)
    await ada.submit(match_id, 1, FIVE)
    listening = asyncio.create_task(_listen(bo, match_id, count=2, last_id=first[-1][0]))
    await bo.submit(match_id, 1, FIVE)
    await world.pass_time(61)
    rest = await listening

    assert [without_epoch(event_id) for event_id, _ in first + rest] == ["b:1", "b:2", "b:3", "b:4", "b:5"]
    assert [event for _, event in first + rest] == await bo.events(match_id)


async def test_server_sent_events_say_why_they_end(world: World) -> None:
    """A client that resumes automatically would continue in the stream of another viewer."""
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    match_id = await world.duel(host, ada, bo)
    headers = {"Accept": "text/event-stream"}
    async with bo.http.stream("GET", f"/v1/matches/{match_id}/events?after=4", headers=headers) as reply:
        await world.replace(match_id, "b", host, zoe)
        said = [line async for line in reply.aiter_lines()]

    assert said[-4:] == VIEWER_CHANGED


async def test_server_sent_events_are_not_resumed_as_another_viewer(world: World) -> None:
    """A client that was offline while a seat changed hands does not know that, and has cursors of other events."""
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    match_id = await world.duel(host, ada, bo)
    zoe_watched, bo_sat = [(await _listen(player, match_id, count=4))[-1][0] for player in (zoe, bo)]
    for spell in "12345":
        await bo.submit(match_id, 1, {"type": "cast", "spell": spell})
    ahead_of_spectators = (await _listen(bo, match_id, count=9))[-1][0]

    await world.replace(match_id, "b", host, zoe)

    assert [*map(without_epoch, (zoe_watched, bo_sat, ahead_of_spectators))] == ["spectator:4", "b:4", "b:9"]
    for player, event_id in ((zoe, zoe_watched), (bo, bo_sat), (bo, ahead_of_spectators)):
        headers = {"Accept": "text/event-stream", "Last-Event-ID": event_id}
        reply = await player.http.get(f"/v1/matches/{match_id}/events", headers=headers)
        assert (reply.status_code, reply.text.splitlines()) == (200, VIEWER_CHANGED)
    assert without_epoch((await _listen(zoe, match_id, count=1, last_id=bo_sat))[0][0]) == "b:5"


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
async def test_every_seat_of_a_game_can_resume_server_sent_events(world: World, game: str) -> None:
    host = await world.player("Host")
    variant = (await host.get(f"/v1/games/{game}"))["variants"][0]
    people = {seat["id"]: await world.player(f"Player {seat['id']}") for seat in variant["seats"]}
    match_id = await world.match(game, host, people)

    for seat, player in [*people.items(), ("host", host), ("spectator", await world.player())]:
        ((first, _),) = await _listen(player, match_id, count=1)
        ((second, event),) = await _listen(player, match_id, count=1, last_id=first)

        assert [*map(without_epoch, (first, second))] == [f"{seat}:1", f"{seat}:2"]
        assert [event] == (await player.events(match_id))[1:2]


async def _listen(player: Client, match_id: str, count: int, last_id: str | None = None) -> list[tuple[str, Json]]:
    """Return the next server-sent events, as a page contains them, each with its id."""
    heard = await player.listen(f"/v1/matches/{match_id}/events", count, last_id)
    for _, event in heard:
        check_schema("EventFrame", event)
        del event["server_now"]
    return heard
