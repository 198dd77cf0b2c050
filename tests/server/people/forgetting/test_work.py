"""How players are forgotten: at once, in every process, and to the end whatever happens in between."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any, Final

import asyncpg
import pytest

from engines.kit import EVERYONE
from server.api.streams.close_codes import CloseCode
from server.logs.store.contract import Append
from server.logs.store.entry import EncodedFact, seal
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.runtime import time_slices
from tests.databases import execute, until_somebody_waits
from tests.server.organising.series.seasons import FIVE, begun
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.dumps import found_in, stored
from tests.server.people.forgetting.test_forgotten import NAME, WORDS, ask, leave_traces
from tests.server.world import World, running_world, types
from tests.waiting import patience

Json = Any

INTENT: Final = "INSERT INTO forgotten (player_id, asked_at) VALUES (:player, '2040-01-01T00:00:00.000000Z')"
ACCOUNT: Final = "DELETE FROM players WHERE id = :player"


def _matches(world: World) -> MatchRepository:
    repository: MatchRepository = world.app.state.server.match_logs.schedule._repository
    return repository


async def test_only_who_confirms_the_name_is_forgotten_and_no_token_works_afterwards(world: World) -> None:
    ada = await world.player(NAME)
    ticket = (await ada.post("/v1/tickets", None, expect=201))["ticket"]

    wrong = await ada.http.request("DELETE", "/v1/me", json={"name": "Ada"})
    await ada.get("/v1/me")
    right = await ada.http.request("DELETE", "/v1/me", json={"name": NAME})

    assert (wrong.status_code, wrong.json()["code"]) == (409, "not_confirmed")
    assert (right.status_code, right.json()["player_id"]) == (202, ada.player_id)
    await ada.get("/v1/me", expect=401)
    assert (await ada.http.request("DELETE", "/v1/me", json={"name": NAME})).status_code == 401
    nobody = world.nobody()
    async with nobody.socket(f"/v1/stream?ticket={ticket}") as connection:
        await connection.wait_closed()
        assert connection.close_code == CloseCode.UNAUTHENTICATED
    bo = await world.player("Bo")
    seats = {"a": {"player_id": ada.player_id}}
    refused = await bo.post("/v1/matches", {"game": "wizards_duel", "seats": seats}, expect=404)
    assert refused["code"] == "unknown_player"


async def test_what_is_being_sent_to_who_leaves_is_deleted_in_the_senders_order(postgres_url: str) -> None:
    """The webhook is of an earlier server, so it does not end with a token."""
    async with running_world(postgres_url) as world:
        ada = await world.player(NAME)
        await ada.post("/v1/webhooks", {"url": "https://hooks.example.org/"}, expect=201)
        await execute(postgres_url, "UPDATE webhooks SET made_with = NULL")
        await world.duel(ada, await world.player("Bo"))
        await world.app.state.server.deliverers["webhooks"].sweep()
        sender = await asyncpg.connect(postgres_url)
        async with sender.transaction():
            await sender.execute("UPDATE webhooks SET numbered = numbered")
            forgetting = asyncio.create_task(ask(world, ada))
            await until_somebody_waits(sender)
            sent = await sender.execute("UPDATE webhook_deliveries SET tries = tries")
        await forgetting
        left = await sender.fetchval("SELECT count(*) FROM webhook_deliveries")
        await sender.close()

    assert sent != "UPDATE 0"
    assert left == 0


async def test_the_places_of_who_leaves_are_left_and_no_match_stands_still(world_on_either: World) -> None:
    """
    Seats become free, or a bot's; a match that waits for its host is void, and one that its host paused goes on.
    """
    world = world_on_either
    ada, bo = await world.player(NAME), await world.player("Bo")
    running = await world.duel(bo, ada, bo, pace="eager")
    paused = await world.duel(ada, bo, await world.player("Cy"))
    await ada.act(paused, {"type": "pause", "reason": "tea"})
    waiting = (await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
    terms = {"game": "wizards_duel", "autostart": False}
    taken = (await bo.post("/v1/matches", terms, expect=201))["match_id"]
    await ada.sit(taken, "a")
    seats = {"a": {"player_id": ada.player_id}}
    reserved = (await bo.post("/v1/matches", {**terms, "seats": seats}, expect=201))["match_id"]
    entered = await directed(world, ["Di"], rounds=1)
    await ada.put(f"{entered.path}/entrants/me", {})
    season = await begun(world, FIVE)
    gone = season.entrants["e1"]

    await ask(world, ada)
    await ask(world, gone, "Ada")
    await world.settle()

    of = {match_id: await bo.get(f"/v1/matches/{match_id}") for match_id in (running, paused, waiting, taken, reserved)}
    assert [seat["bot"] for seat in of[running]["seats"]] == [True, False]
    assert [of[match_id]["status"] for match_id in (paused, waiting)] == ["running", "void"]
    assert [of[match_id]["seats"][0]["player"] for match_id in (taken, reserved)] == [None, None]
    assert of[reserved]["seats"][0]["reserved_for"] is None
    assert (await entered.view())["entrants"][1]["withdrawn"]
    assert (await season.view())["entrants"][0]["player"] is None
    await entered.act("cancel")
    await entered.require_genuine()
    await season.act("cancel")
    await season.require_genuine()
    for _ in range(60):
        await world.pass_time(61)
        view = await bo.view(running)
        if view["status"] == "over":
            break
    assert view["status"] == "over"


async def test_every_process_forgets_and_tells_its_streams_to_begin_again(postgres_url: str) -> None:
    """
    Also one whose clock is ahead.
    """
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        two.clock.advance(50)
        ada, bo = await one.player(NAME), await one.player("Bo")
        match_id = await one.duel(ada, ada, bo)
        await ada.say(match_id, "table", f"{WORDS} hello")
        there = two.connect(bo.player_id, bo.token)
        view = await there.http.get(f"/v1/matches/{match_id}/view")
        assert NAME in str(await there.events(match_id))
        async with there.stream(match_id) as stream:
            await ask(one, ada)
            assert await stream.closed() == CloseCode.ENTRIES_REDACTED

        told = await there.events(match_id)
        again = await there.http.get(f"/v1/matches/{match_id}/view", headers={"If-None-Match": view.headers["ETag"]})
        await there.say(match_id, "table", "Who was that?")
        assert found_in({"events": str(told), "view": again.text}, NAME, WORDS) == []
        assert again.status_code == 200
        async with patience():
            while types(await bo.events(match_id))[-1] != "message_sent":  # noqa: ASYNC110  # Nobody tells.
                await asyncio.sleep(0.01)
        assert [event["cursor"] for event in told] == list(range(1, len(told) + 1))


async def test_what_a_process_leaves_undone_any_other_does(database_url: str) -> None:
    """
    The work is cut off again and again, each time a little later, as by a kill: after the hold, it goes on.
    """
    async with running_world(database_url) as world:
        traces = await leave_traces(world)
        await world.settle()
    await execute(database_url, INTENT, player=traces.player.player_id)
    await execute(database_url, ACCOUNT, player=traces.player.player_id)

    for steps in (1, 5, 25, 125, 300):
        async with running_world(database_url) as world:
            world.clock.advance(61 * steps)
            working = asyncio.create_task(world.app.state.server.forgetting.sweep())
            for _ in range(steps):
                await asyncio.sleep(0.001)
            working.cancel()
            await asyncio.wait([working])
    async with running_world(database_url) as world:
        world.clock.advance(61 * 1000)
        await world.app.state.server.forgetting.sweep()
        await world.app.state.server.forgetting.settle()

    assert found_in(await stored(database_url), NAME, WORDS) == []


async def test_what_a_late_call_has_written_is_found_by_the_second_search(
    world_on_either: World, database_url: str
) -> None:
    """
    Such as a seat reserved by a call that had read the name before.
    """
    world = world_on_either
    ada, bo = await world.player(NAME), await world.player("Bo")
    match_id = (await bo.post("/v1/matches", {"game": "wizards_duel", "autostart": False}, expect=201))["match_id"]
    await ask(world, ada)
    live: Match = await _matches(world).get(match_id)
    late: Json = {"type": "seat_reserved", "seat": "a", "player": {"player_id": ada.player_id, "name": NAME}}
    entry = seal(match_id, live.head, "seat_reserved", world.clock.now(), [EncodedFact.of(EVERYONE, late)], bytes(16))
    await world.app.state.server.log.append(Append(entry))
    await _matches(world).refresh(live)
    await world.app.state.server.forgetting.sweep()
    assert NAME in str(await bo.events(match_id))

    world.clock.advance(61)
    await world.app.state.server.forgetting.sweep()
    await world.app.state.server.renewals.look()

    assert NAME not in str(await bo.events(match_id))
    assert found_in(await stored(database_url), NAME) == []


async def test_two_players_are_forgotten_one_after_the_other(world: World, sqlite_url: str) -> None:
    ada, bo, cy = [await world.player(name) for name in (NAME, f"Other {NAME}", "Cy")]
    match_id = await world.duel(cy, ada, bo)
    await bo.say(match_id, "table", WORDS)

    await asyncio.gather(ask(world, ada), ask(world, bo, f"Other {NAME}"))
    world.clock.advance(61)
    await world.app.state.server.forgetting.sweep()

    assert found_in(await stored(sqlite_url), NAME, WORDS) == []
    assert [seat["bot"] for seat in (await cy.get(f"/v1/matches/{match_id}"))["seats"]] == [True, True]


async def test_a_long_match_leaves_turns_to_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A thousand messages are redacted in many transactions, and other calls are answered in between.
    """
    ada, bo = await world.player(NAME), await world.player("Bo")
    match_id = await world.duel(bo, ada, bo, options={"cast_seconds": 604_800})
    for number in range(600):
        if number % 30 == 0:
            world.clock.advance(61)
        await ada.say(match_id, "table", f"{WORDS} {number}")
    live: Match = await _matches(world).get(match_id)
    looks = count()
    monkeypatch.setattr(time_slices, "perf_counter", lambda: next(looks) * time_slices.SLICE_SECONDS)

    await ask(world, ada)

    assert WORDS not in str(await bo.events(match_id))
    assert sum(entry.redacted for entry in live.entries) == 601 + (live.entries[1].redacted)
    assert next(looks) > 600, "it looks after each message whether it is the turn of others"
