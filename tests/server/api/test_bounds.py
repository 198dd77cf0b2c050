"""What people do cannot make a log grow without limit; and despite all limits a match can be played out and ended."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest

from server.matches import bounds
from tests.server.world import Client, World, running_world, types
from tests.waiting import patience

pytestmark = pytest.mark.one_server

SPELLS = [{"type": "cast", "spell": spell} for spell in "456"]
COVEN = {"game": "wizards_duel"}


async def _realm_match(world: World) -> tuple[str, Client]:
    """Return a match of a game with withdrawals, and one of its players."""
    ada = await world.player("Ada")
    seats = dict.fromkeys(("heaven-2", "heaven-3", "hell-1", "hell-2", "hell-3"))
    return await world.match("apocalypse", ada, {"heaven-1": ada, **seats}, variant="skirmish"), ada


async def test_a_seat_changes_its_submission_a_hundred_times_in_a_phase(sqlite_url: str) -> None:
    async with running_world(sqlite_url, submissions_per_phase=100) as world:
        ada, bo, match_id = await world.ada_and_bo()
        for _, spell in zip(range(100), cycle(SPELLS), strict=False):
            await ada.submit(match_id, 1, spell)

        refused = await ada.submit(match_id, 1, SPELLS[1], expect=409)
        repeated = await ada.submit(match_id, 1, SPELLS[0])
        await bo.submit(match_id, 1, SPELLS[0])
        await world.pass_time(61)

        assert refused["code"] == "too_many_submissions"
        assert repeated["repeated"] is True
        await ada.submit(match_id, 2, SPELLS[1])
        assert types(await ada.events(match_id)).count("submitted") == 101


async def test_limits_count_what_is_in_the_log_across_players_and_processes(sqlite_url: str) -> None:
    """Another process, started later, refuses too, and so does the server for a player who took the seat over."""
    async with running_world(sqlite_url, submissions_per_phase=3) as world:
        host, ada, bo, cy = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
        match_id = await world.duel(host, ada, bo)
        for spell in SPELLS:
            await ada.submit(match_id, 1, spell)
    async with running_world(sqlite_url, submissions_per_phase=3) as again:
        there = [again.connect(client.player_id, client.token) for client in (host, ada, cy)]

        first = await there[1].submit(match_id, 1, SPELLS[0], expect=409)
        await again.replace(match_id, "a", there[0], there[2])
        second = await there[2].submit(match_id, 1, SPELLS[0], expect=409)

    assert (first["code"], second["code"]) == ("too_many_submissions", "too_many_submissions")


async def test_a_player_who_withdraws_can_still_submit(sqlite_url: str) -> None:
    async with running_world(sqlite_url, submissions_per_phase=4) as world:
        match_id, ada = await _realm_match(world)
        plays = [{"card": "pestilence", "targets": ["hell-1"]}, {"card": "death", "targets": ["hell-2"]}]
        play = {"type": "play", "plays": plays}
        path = f"/v1/matches/{match_id}/submission"
        await ada.submit(match_id, 1, play, keep_thinking=True)
        await ada.delete(path, expect=200, phase=1)
        await ada.submit(match_id, 1, play, keep_thinking=True)

        refused = await ada.delete(path, expect=409, phase=1)
        await ada.submit(match_id, 1, play)

        assert refused["code"] == "too_many_submissions"
        assert (await ada.submit(match_id, 1, play, expect=409, keep_thinking=True))["code"] == "too_many_submissions"


async def test_a_player_sits_down_in_a_match_fifty_times(world: World) -> None:
    """Each change of entropy counts, and others can still join."""
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = (await host.post("/v1/matches", COVEN, expect=201))["match_id"]
    for number in range(bounds.MAX_SEATINGS_OF_ONE):
        await ada.sit(match_id, "a", entropy=f"{number:064x}")

    refused = await ada.sit(match_id, "a", expect=409, entropy="f" * 64)
    harmless = await ada.sit(match_id, "a")
    await ada.delete(f"/v1/matches/{match_id}/seats/a")

    assert refused["code"] == "too_many_seatings"
    assert harmless["match_id"] == match_id
    assert (await ada.sit(match_id, "a", expect=409))["code"] == "too_many_seatings"
    await bo.sit(match_id, "a")


async def test_strangers_who_take_and_leave_seats_use_up_only_their_own_share(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host continues as before, and its guests can join, however often they joined before."""
    monkeypatch.setattr(bounds, "MAX_SEATINGS", 40)
    monkeypatch.setattr(bounds, "MAX_SEATINGS_OF_ONE", 20)
    host, ada, bo, cy = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
    match_id = (await host.post("/v1/matches", COVEN, expect=201))["match_id"]
    path = f"/v1/matches/{match_id}/seats"
    for stranger in (ada, bo):
        for _ in range(20):
            await stranger.sit(match_id, "a")
            await stranger.delete(f"{path}/a")

    refused = await cy.sit(match_id, "a", expect=409)
    await host.put(f"{path}/a", {"player_id": cy.player_id})
    await host.put(f"{path}/b", {"player_id": ada.player_id})
    await cy.sit(match_id, "a")
    await ada.sit(match_id, "b")
    await host.delete(f"{path}/b")
    await host.sit(match_id, "b")

    assert refused["code"] == "too_many_seatings"
    assert "reserve" in refused["detail"]
    await host.post(f"/v1/matches/{match_id}/start", {})


@pytest.mark.sampled(of="a thousand times")
async def test_hosts_give_a_thousand_seats_and_the_match_can_still_start(world: World) -> None:
    host = await world.player("Host")
    match_id = (await host.post("/v1/matches", COVEN, expect=201))["match_id"]
    path = f"/v1/matches/{match_id}/seats"
    await host.put(f"{path}/a", {"bot": True})
    for _ in range(bounds.MAX_SEATINGS_BY_HOSTS - 2):
        await host.put(f"{path}/b", {"bot": True})
        await host.delete(f"{path}/b")
    await host.put(f"{path}/b", {"bot": True})
    await host.delete(f"{path}/a")

    refused = await host.put(f"{path}/a", {"bot": True}, expect=409)
    reserving = await host.put(f"{path}/a", {"player_id": (await world.player()).player_id}, expect=409)

    assert (refused["code"], reserving["code"]) == ("too_many_seatings", "too_many_seatings")
    await (await world.player("Ada")).sit(match_id, "a")
    await host.post(f"/v1/matches/{match_id}/start", {})


@pytest.mark.sampled(of="a thousand times")
async def test_hosts_step_in_a_thousand_times_and_can_still_end_the_match(world: World) -> None:
    host, _, _, match_id = await world.host_ada_and_bo()
    for _ in range(bounds.MAX_HOST_ACTIONS // 2):
        await host.act(match_id, {"type": "pause", "reason": "Tea."})
        await host.act(match_id, {"type": "resume"})

    refused = await host.act(match_id, {"type": "pause", "reason": "Tea."}, expect=409)

    assert refused["code"] == "too_many_actions"
    await host.act(match_id, {"type": "close_phase", "phase": 1})
    await host.act(match_id, {"type": "void", "reason": "Enough tea."})


async def test_a_paused_match_can_be_resumed_however_often_hosts_have_stepped_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MAX_HOST_ACTIONS", 4)
    host, _, _, match_id = await world.host_ada_and_bo()
    mute = {"type": "mute", "seat": "a", "reason": "Shouting."}
    await host.act(match_id, mute)
    await host.act(match_id, {"type": "unmute", "seat": "a"})
    await host.act(match_id, {"type": "pause", "reason": "Tea."})

    refused = await host.act(match_id, mute, expect=409)

    assert refused["code"] == "too_many_actions"
    await host.act(match_id, {"type": "resume"})


async def test_each_seat_has_its_own_limit_of_messages_in_a_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MAX_MESSAGES", 40)
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 3600})
    for number in range(40):
        world.clock.advance(2)
        await ada.say(match_id, ("table", "host:a")[number % 2], f"{number}")
    world.clock.advance(2)

    refused = await ada.say(match_id, "table", "One more.", expect=409)

    assert refused["code"] == "talked_out"
    await bo.say(match_id, "table", "At last.")


async def test_a_player_hosts_so_many_matches_that_are_not_over(sqlite_url: str) -> None:
    """Organisers may host more; a repeat creates no new match."""
    async with running_world(sqlite_url, matches_per_host=2) as world:
        ada, bo, judge = [
            await world.player(name, key) for name, key in (("A", None), ("B", None), ("J", "laplace and his demon"))
        ]
        first = await ada.post("/v1/matches", COVEN, expect=201, key="first")
        await ada.post("/v1/matches", COVEN, expect=201)

        refused = await ada.post("/v1/matches", COVEN, expect=409)
        again = await ada.post("/v1/matches", COVEN, expect=201, key="first")
        for client in (bo, judge, judge, judge):
            await client.post("/v1/matches", COVEN, expect=201)
        await ada.act(first["match_id"], {"type": "void", "reason": "Enough."})

        assert refused["code"] == "too_many_matches"
        assert again["match_id"] == first["match_id"]
        await ada.post("/v1/matches", COVEN, expect=201)


async def test_calls_that_race_create_no_more_matches_than_a_player_may_host(postgres_url: str) -> None:
    async with (
        running_world(postgres_url, matches_per_host=5) as one,
        running_world(postgres_url, matches_per_host=5) as two,
    ):
        ada = await one.player("Ada")
        both = [ada, two.connect(ada.player_id, ada.token)]

        replies = await asyncio.gather(*(both[number % 2].http.post("/v1/matches", json=COVEN) for number in range(35)))

        assert sorted(reply.status_code for reply in replies) == [201] * 5 + [409] * 30
        assert {reply.json()["code"] for reply in replies if reply.status_code == 409} == {"too_many_matches"}
        assert len((await ada.get("/v1/matches", mine="true"))["matches"]) == 5


async def test_a_player_has_so_many_streams_open(sqlite_url: str) -> None:
    """
    The limit counts sockets, server-sent events and waiting polls together; an ended stream frees its place, and other
    players have their own limit.
    """
    async with running_world(sqlite_url, streams_per_player=3) as world:
        ada, bo = await world.player("Ada"), await world.player("Bo")
        match_id = (await ada.post("/v1/matches", COVEN, expect=201))["match_id"]
        events, sse = f"/v1/matches/{match_id}/events", {"Accept": "text/event-stream"}
        async with ada.stream(match_id), ada.socket("/v1/stream"), ada.http.stream("GET", events, headers=sse) as sent:
            lines = sent.aiter_lines()
            await anext(lines)

            polled = await ada.http.get(events, params={"after": 1, "wait": 60})
            streamed = await ada.http.get(events, headers=sse)
            refused = await ada.close_code("/v1/stream")
            page = await ada.http.get(events)
            async with bo.stream(match_id):
                pass

        assert [(reply.status_code, reply.json()["code"]) for reply in (polled, streamed)] == [
            (429, "too_many_streams")
        ] * 2
        assert polled.headers["Retry-After"] == "1"
        assert refused == 4431
        assert page.status_code == 200
        async with patience():
            for _ in range(10):  # One more than the limit, if any of them were still counted.
                while True:
                    if (await ada.http.get(events, params={"after": 1, "wait": 0.001})).status_code == 200:
                        break
                    await asyncio.sleep(0.01)
                async with ada.stream(match_id):
                    pass
