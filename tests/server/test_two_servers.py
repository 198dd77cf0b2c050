"""Two servers over one database: neither owns a match, and each catches up from the log before it decides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.databases import LISTENERS, cut_connections
from tests.server.matches.test_warm_matches import CountingStore
from tests.server.world import Client, facts, running_world
from tests.waiting import patience

Json = Any


async def _submit(http: httpx.AsyncClient, match_id: str, phase: int, spell: str) -> httpx.Response:
    body = {"phase": phase, "move": {"type": "cast", "spell": spell}}
    return await http.put(f"/v1/matches/{match_id}/submission", json=body)


async def test_submissions_through_two_servers_all_count(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo, match_id = await one.ada_and_bo(pace="eager")
        bo_there = two.connect(bo.player_id, bo.token).http

        for number, spell in enumerate("4567", start=1):
            mine, his = await asyncio.gather(
                _submit(ada.http, match_id, number, spell), _submit(bo_there, match_id, number, spell)
            )
            assert (mine.status_code, his.status_code) == (200, 200), (mine.text, his.text)
            # The server that took the second of the two closes the phase.
            await one.settle()
            await two.settle()

        await ada.submit(match_id, 5, {"type": "cast", "spell": "1"})
        played = [fact for fact in facts(await ada.events(match_id)) if fact["type"] == "wizards_duel.round_played"]
    assert [fact["spells"] for fact in played] == [{"a": spell, "b": spell} for spell in "4567"]


async def test_a_phase_due_on_two_servers_closes_once(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, _, match_id = await one.ada_and_bo()
        ada_there = two.connect(ada.player_id, ada.token).http
        seen_there = (await ada_there.get(f"/v1/matches/{match_id}/view")).json()

        await asyncio.gather(one.pass_time(61), two.pass_time(61))

        closed = [fact for fact in facts(await ada.events(match_id)) if fact["type"] == "phase_closed"]
        assert seen_there["phase"]["number"] == 1
        assert [fact["phase"] for fact in closed] == [1]


async def test_a_message_is_judged_by_what_another_server_has_done(postgres_url: str) -> None:
    """A channel that this server does not know of yet is no reason to refuse."""
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host, ada, bo = [await one.player(name) for name in ("Host", "Ada", "Bo")]
        match_id = (await host.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
        await ada.sit(match_id, "a")
        await bo.sit(match_id, "b")
        ada_there = two.connect(ada.player_id, ada.token)
        assert (await ada_there.view(match_id))["status"] == "open"
        await host.post(f"/v1/matches/{match_id}/start", None)

        await ada_there.say(match_id, "table", "hello")
        await host.act(match_id, {"type": "mute", "seat": "a", "reason": ""})
        muted = await ada_there.say(match_id, "table", "hello?", expect=403)

        assert muted["code"] == "muted"
        await bo.say(match_id, "table", "hello yourself")
        messages = (await bo.messages(match_id, "table"))["messages"]
    assert [message["text"] for message in messages] == ["hello", "hello yourself"]


@pytest.mark.parametrize("interrupted", [False, True], ids=["at once", "though they lost each other for a while"])
async def test_a_stream_of_one_server_tells_what_another_has_done(postgres_url: str, interrupted: bool) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo, match_id = await one.ada_and_bo(pace="eager")
        bo_there = two.connect(bo.player_id, bo.token)

        async with bo_there.stream(match_id) as stream:
            if interrupted:
                await _stop_listening(postgres_url)
            await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
            await bo.submit(match_id, 1, {"type": "cast", "spell": "5"})
            heard = await stream.until("wizards_duel.round_played")

        # The writer's server may be the last to hear of the entry; a cursor tells it that there is more.
        assert await bo.events(match_id, after=heard[-1]["cursor"]) == []
        assert heard == await bo.events(match_id)


async def test_a_log_is_whole_wherever_it_is_read(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host, ada, _, match_id = await one.host_ada_and_bo(pace="eager")
        host_there = two.connect(host.player_id, host.token)
        before = (await host_there.http.get(f"/v1/matches/{match_id}/log")).text
        await _stop_listening(postgres_url)

        await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
        log = (await host_there.http.get(f"/v1/matches/{match_id}/log")).text

        assert log.startswith(before)
        assert len(log.splitlines()) == len(before.splitlines()) + 1


async def test_a_cursor_of_one_server_is_valid_on_any_other(postgres_url: str) -> None:
    """
    A cursor proves what the client was told, by any server: none may call it ahead.
    """
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, _, match_id = await one.ada_and_bo()
        ada_there = two.connect(ada.player_id, ada.token)
        for spell in "45671234":
            await ada_there.view(match_id)

            cursor = (await ada.submit(match_id, 1, {"type": "cast", "spell": spell}))["cursor"]

            seen = await ada_there.view(match_id, at=cursor)
            assert (seen["cursor"], seen["submission"]["move"]["spell"]) == (cursor, spell)
            page = await ada_there.get(f"/v1/matches/{match_id}/events", after=cursor)
            assert page["events"] == []
        ahead = await ada_there.get(f"/v1/matches/{match_id}/events", after=cursor + 1, expect=409)
    assert ahead["code"] == "cursor_ahead"


async def test_a_conditional_request_for_a_view_never_goes_back_in_time(postgres_url: str) -> None:
    async with _one_of_two_deaf(postgres_url) as (ada, ada_there, match_id):
        await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
        newest = (await ada.http.get(f"/v1/matches/{match_id}/view")).headers["ETag"]

        asked = await ada_there.http.get(f"/v1/matches/{match_id}/view", headers={"If-None-Match": newest})

    assert (asked.status_code, asked.headers["ETag"]) == (304, newest)


async def test_a_message_accepted_by_one_server_is_known_to_every_other(postgres_url: str) -> None:
    async with _one_of_two_deaf(postgres_url) as (ada, ada_there, match_id):
        first = await ada.say(match_id, "table", "one")
        await ada.say(match_id, "table", "two")

        page = await ada_there.messages(match_id, "table", after=first["cursor"])

    assert [message["text"] for message in page["messages"]] == ["two"]


@asynccontextmanager
async def _one_of_two_deaf(postgres_url: str) -> AsyncIterator[tuple[Client, Client, str]]:
    """
    Return a player at one server, and at another that knows of the match and hears nothing more, as when it is busy.
    """
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, _, match_id = await one.ada_and_bo()
        ada_there = two.connect(ada.player_id, ada.token)
        await ada_there.view(match_id)
        two.app.state.server.streams.repository._following.follow_up = lambda live: None
        yield ada, ada_there, match_id


async def test_a_match_without_listeners_follows_what_another_server_adds(postgres_url: str) -> None:
    """
    If the next call had to read it, its response time would show that somebody has acted.
    """
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo, match_id = await one.ada_and_bo()
        await two.connect(bo.player_id, bo.token).view(match_id)
        there = two.app.state.server.streams.repository
        live = await there.get(match_id)
        before = live.head.seq

        await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})

        async with patience():
            while live.head.seq == before:  # noqa: ASYNC110  # The server gives no sign of it.
                await asyncio.sleep(0.01)


async def test_a_log_that_only_seems_to_have_grown_delays_no_call_and_is_read_once(postgres_url: str) -> None:
    """As after a refused append: otherwise each call would look for an entry that does not exist."""
    async with running_world(postgres_url) as world:
        ada, _, match_id = await world.ada_and_bo()
        log = world.app.state.server.log
        log._store = counting = CountingStore(log._store)
        repository = world.app.state.server.streams.repository
        live = await repository.get(match_id)

        repository.hear({match_id: live.head.seq + 1})
        asked_at_once = list(counting.asked)
        got = await repository.get(match_id)
        assert got is live
        assert asked_at_once == counting.asked == []

        async with patience():
            while live.behind:  # noqa: ASYNC110  # Nobody tells.
                await asyncio.sleep(0.01)
        for spell in "456":
            await ada.submit(match_id, 1, {"type": "cast", "spell": spell})
        assert counting.asked.count("read on") == 1


async def _stop_listening(url: str) -> None:
    """Cut the connections over which servers receive notices."""
    assert await cut_connections(url, LISTENERS) >= 2
