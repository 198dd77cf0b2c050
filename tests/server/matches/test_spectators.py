"""Spectators may lag by rounds; players never do, and never see with spectators' eyes."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from tests.prompts import answer
from tests.server.world import Client, World, facts

pytestmark = pytest.mark.one_server

Json = Any

LAG = 2


async def _lagging(world: World, **terms: Json) -> tuple[Client, Client, Client, Client, str]:
    players = [await world.player(name) for name in ("Host", "Ada", "Bo", "Watcher")]
    match_id = await world.duel(*players[:3], variant="colosseum", spectator_lag=LAG, **terms)
    host, ada, bo, watcher = players
    return host, ada, bo, watcher, match_id


async def _round(world: World, match_id: str, *players: Client) -> None:
    """Play all phases of one round; players answer their prompts."""
    begun = (await players[0].view(match_id))["phase"]["round"]
    random = Random(f"round {begun}")
    while (phase := (await players[0].view(match_id))["phase"]) and phase["round"] == begun:
        for player in players:
            view = await player.view(match_id)
            if view["prompt"] is not None:
                await player.submit(match_id, phase["number"], answer(view["prompt"], random))
        await world.pass_time(600)


def _rounds_opened(events: list[Json]) -> list[int]:
    return [fact["phase"]["round"] for fact in facts(events) if fact["type"] == "phase_opened"]


async def test_spectators_are_told_everything_two_rounds_late(world: World) -> None:
    host, ada, bo, watcher, match_id = await _lagging(world)
    told: list[tuple[int, int]] = []
    for _ in range(4):
        now = (await ada.view(match_id))["phase"]["round"]
        seen = await watcher.view(match_id)
        told.append((now, seen["phase"]["round"] if seen["phase"] else 0))
        assert max(_rounds_opened(await watcher.events(match_id)), default=0) == told[-1][1]
        assert (await watcher.get(f"/v1/matches/{match_id}"))["phase"] == seen["phase"]
        await ada.say(match_id, "table", f"This is round {now}.")
        await _round(world, match_id, ada, bo)

    assert told == [(1, 0), (2, 0), (3, 1), (4, 2)]
    said = [fact["text"] for fact in facts(await watcher.events(match_id)) if fact["type"] == "message_sent"]
    assert said == ["This is round 1.", "This is round 2.", "This is round 3."]
    assert (await host.view(match_id))["phase"]["round"] == (await ada.view(match_id))["phase"]["round"] == 5


async def test_when_the_match_ends_spectators_catch_up_in_their_stream(world: World) -> None:
    """Through the same socket, in order, without a gap; and it equals the stream of a spectator without lag."""
    host, ada, bo, watcher, match_id = await _lagging(world)
    async with watcher.stream(match_id) as stream:
        for _ in range(3):
            await _round(world, match_id, ada, bo)
        before = (await watcher.view(match_id))["cursor"]
        await host.act(match_id, {"type": "void", "reason": "enough"})
        events = await stream.until("match_voided")

    assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    assert before < len(events)
    assert events == await watcher.events(match_id)
    log = await host.http.get(f"/v1/matches/{match_id}/log")
    told = [told for line in log.text.splitlines() for told in json.loads(line)["facts"]]
    assert facts(events) == [fact["fact"] for fact in told if fact["to"] == "everyone"]


async def test_a_spectators_view_of_an_earlier_event_and_their_cursors_lag_too(world: World) -> None:
    _, ada, bo, watcher, match_id = await _lagging(world)
    for _ in range(2):
        await _round(world, match_id, ada, bo)
    cursor = (await watcher.view(match_id))["cursor"]

    ahead = await watcher.get(f"/v1/matches/{match_id}/view", 409, at=cursor + 1)
    page = await watcher.get(f"/v1/matches/{match_id}/events", after=0, limit=500)

    assert ahead["code"] == "cursor_ahead"
    assert (page["cursor"], page["more"]) == (cursor, False)


async def test_lag_is_the_same_after_the_match_was_read_from_its_log(world: World) -> None:
    _, ada, bo, watcher, match_id = await _lagging(world)
    for _ in range(3):
        await _round(world, match_id, ada, bo)
    before = await watcher.events(match_id)
    world.app.state.server.match_logs.schedule._repository._live.pop(match_id)
    world.app.state.server.match_logs.schedule._repository._recent.forget(match_id)

    assert await watcher.events(match_id) == before
    await _round(world, match_id, ada, bo)
    assert (await watcher.events(match_id))[: len(before)] == before
    assert len(await watcher.events(match_id)) > len(before)


async def test_a_player_sees_from_the_own_seat_whatever_is_asked_for(world: World) -> None:
    """No parameter, call or socket gives a seat the spectators' view, which lags or differs."""
    _, ada, bo, watcher, match_id = await _lagging(world)
    await _round(world, match_id, ada, bo)

    for extra in ({}, {"as": "a"}):
        assert (await ada.view(match_id, **extra))["viewer"] == "a"
    for extra, status in (({"as": "spectator"}, 403), ({"viewer": "spectator"}, 422), ({"seat": "spectator"}, 422)):
        assert (await ada.http.get(f"/v1/matches/{match_id}/view", params=extra)).status_code == status
    assert await ada.close_code(f"/v1/matches/{match_id}/stream?after=0&viewer=spectator") == 4400
    details = await ada.get(f"/v1/matches/{match_id}")
    assert details["phase"] == (await ada.view(match_id))["phase"] != (await watcher.view(match_id))["phase"]


@pytest.mark.parametrize("how", ["takes a seat", "is given a seat during play"])
async def test_a_spectator_who_takes_a_seat_is_cut_off_from_the_spectators_stream(world: World, how: str) -> None:
    host, ada, bo, watcher = [await world.player(name) for name in ("Host", "Ada", "Bo", "Watcher")]
    terms = {"game": "wizards_duel", "spectator_lag": LAG, "seats": {"a": {"player_id": ada.player_id}}}
    match_id = (await host.post("/v1/matches", terms, expect=201))["match_id"]
    await ada.sit(match_id, "a")
    if how == "is given a seat during play":
        await bo.put(f"/v1/matches/{match_id}/seats/b", {})
        await host.post(f"/v1/matches/{match_id}/start", None)
    cursor = (await watcher.view(match_id))["cursor"]
    poll = asyncio.create_task(watcher.get(f"/v1/matches/{match_id}/events", after=cursor, wait=20))

    async with watcher.stream(match_id) as stream:
        if how == "takes a seat":
            await watcher.put(f"/v1/matches/{match_id}/seats/b", {})
        else:
            await world.replace(match_id, "b", host, watcher)
        assert await stream.closed() == 4410
    assert (await poll)["events"] == []
    assert (await watcher.view(match_id))["viewer"] == "b"


async def test_a_lag_out_of_bounds_is_refused(world: World) -> None:
    host = await world.player("Host")
    for lag in (-1, 101, "1", 1.5):
        refused = await host.post("/v1/matches", {"game": "wizards_duel", "spectator_lag": lag}, expect=422)
        assert refused["pointer"] == "/spectator_lag"
