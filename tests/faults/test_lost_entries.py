"""
A database that lost acknowledged entries, as after a failover to a standby that lagged, or from a backup.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.api.streams.close_codes import CloseCode
from tests.databases import cut_connections, execute, rows
from tests.server.world import Client, World, facts, running_world
from tests.waiting import patience

Json = Any

FOUR, FIVE = ({"type": "cast", "spell": spell} for spell in "45")


async def _lose_last(database: str, log_id: str) -> None:
    """Delete the last entry of a log."""
    last = f"(SELECT max(seq) FROM entries WHERE log_id = '{log_id}')"
    await execute(database, f"DELETE FROM entries WHERE log_id = '{log_id}' AND seq = {last}")


async def _told_of_loss(host: Client, match_id: str) -> Json:
    """Return what the host is told of the loss, once it is; a call that finds it gets no events."""
    async with patience():
        while True:
            reply = await host.http.get(f"/v1/matches/{match_id}/events")
            assert reply.status_code in (200, 503)
            events = facts(reply.json()["events"]) if reply.status_code == 200 else []
            lost = [fact for fact in events if fact["type"] == "entries_lost"]
            if lost:
                (told,) = lost
                return told
            await asyncio.sleep(0.05)


async def _played(world: World, player: Client, match_id: str) -> Json:
    await world.pass_time(61)
    (played,) = (await player.view(match_id))["view"]["rounds"]
    return played["spells"]


async def test_a_submission_after_lost_entries_is_refused_and_counts_once_it_is_sent_again(database_url: str) -> None:
    async with running_world(database_url) as world:
        host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
        match_id = await world.duel(host, ada, bo)
        await bo.submit(match_id, 1, FIVE)
        lost = (await host.view(match_id))["cursor"]
        await _lose_last(database_url, match_id)

        refused = await ada.submit(match_id, 1, FOUR, expect=503)
        again = await ada.submit(match_id, 1, FOUR)

        assert (refused["code"], again["repeated"]) == ("match_unreadable", False)
        assert (await bo.view(match_id))["submission"] is None
        told = await _told_of_loss(host, match_id)
        assert told["last"] >= lost
        # No move counts that the log does not contain: Bo has submitted nothing.
        assert (await _played(world, ada, match_id))["a"] == "4"
        assert "entries_lost" not in {fact["type"] for fact in facts(await ada.events(match_id))}


async def test_listeners_are_cut_off_as_soon_as_a_database_returns_without_its_last_entries(postgres_url: str) -> None:
    async with running_world(postgres_url) as world:
        host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
        match_id = await world.duel(host, ada, bo)

        async with bo.stream(match_id) as stream:
            await bo.submit(match_id, 1, FIVE)
            await _lose_last(postgres_url, match_id)
            await cut_connections(postgres_url)
            code = await stream.closed()

        assert code == CloseCode.ENTRIES_LOST
        assert (await bo.view(match_id))["submission"] is None
        assert (await _told_of_loss(host, match_id))["head"]


@pytest.mark.parametrize("more", [1, 3], ids=["shorter than before", "longer than before"])
async def test_entries_of_another_server_after_lost_ones_are_not_a_continuation(postgres_url: str, more: int) -> None:
    """A server that matched entries only by their numbers would resolve phases with moves that no log contains."""
    async with running_world(postgres_url) as one:
        host, ada, bo = [await one.player(name) for name in ("Host", "Ada", "Bo")]
        match_id = await one.duel(host, ada, bo)
        for spell in "45":
            await ada.submit(match_id, 1, {"type": "cast", "spell": spell})
        await _lose_last(postgres_url, match_id)
        await _lose_last(postgres_url, match_id)
        async with bo.stream(match_id) as stream, running_world(postgres_url) as two:
            bo_there = two.connect(bo.player_id, bo.token)
            for number in range(more):
                await bo_there.submit(match_id, 1, {"type": "cast", "spell": "67"[number % 2]})
            if more == 1:  # For an entry with a number that it already has, a server reads the log where necessary.
                await ada.submit(match_id, 1, FOUR, expect=503)
            code = await stream.closed()

        assert code == CloseCode.ENTRIES_LOST
        assert (await ada.view(match_id))["submission"] is None
        assert (await bo.view(match_id))["submission"]["move"]["spell"] == "6"


async def test_a_loss_is_noted_once_however_many_servers_find_it(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host, ada, bo = [await one.player(name) for name in ("Host", "Ada", "Bo")]
        match_id = await one.duel(host, ada, bo)
        cursor = (await bo.submit(match_id, 1, FIVE))["cursor"]
        await two.connect(bo.player_id, bo.token).view(match_id, at=cursor)
        await _lose_last(postgres_url, match_id)

        async with bo.stream(match_id, cursor) as here, two.connect(bo.player_id, bo.token).stream(match_id) as there:
            await cut_connections(postgres_url)
            codes = await here.closed(), await there.closed()
        await _told_of_loss(host, match_id)
        await two.connect(host.player_id, host.token).view(match_id)
        told = facts(await host.events(match_id))

    assert codes == (CloseCode.ENTRIES_LOST, CloseCode.ENTRIES_LOST)
    assert [fact["type"] for fact in told].count("entries_lost") == 1


@pytest.mark.parametrize(
    "with_own", [True, False], ids=["with the own stream's", "in another database than the own stream"]
)
async def test_players_are_told_what_takes_the_place_of_lost_entries(database_url: str, with_own: bool) -> None:
    """The number of an entry does not say that it was told: another one had it before."""
    async with running_world(database_url) as world:
        host, _, bo, match_id = await world.host_ada_and_bo()
        for seconds in (10, 20):
            await host.act(match_id, {"type": "extend", "seconds": seconds})
        await world.settle()
        moved = await _deadlines(bo)
        for _ in moved:
            await _lose_last(database_url, match_id)
            if with_own:
                await _lose_last(database_url, f"{bo.player_id}.0")

        await host.act(match_id, {"type": "extend", "seconds": 40}, expect=503)
        await _told_of_loss(host, match_id)
        await host.act(match_id, {"type": "extend", "seconds": 40})
        for _ in range(2):  # What could not be told at first, because the copy of the own stream is of no use.
            await world.settle()
            world.clock.advance(1)
            await world.handing_on.sweep()

        assert await _deadlines(bo) == [*([] if with_own else moved), (await bo.view(match_id))["closes_at"]]
        assert await rows(database_url, "SELECT seq FROM marks WHERE seq > 0") == []


async def test_the_view_after_lost_entries_is_not_taken_for_an_earlier_one(database_url: str) -> None:
    """Another event has the number of one that was lost: it must not be answered with 304."""
    async with running_world(database_url) as world:
        host, _, bo, match_id = await world.host_ada_and_bo()
        await host.act(match_id, {"type": "extend", "seconds": 10})
        before = await bo.http.get(f"/v1/matches/{match_id}/view")
        await _lose_last(database_url, match_id)
        world.clock.advance(1)
        await host.act(match_id, {"type": "extend", "seconds": 40}, expect=503)
        await host.act(match_id, {"type": "extend", "seconds": 40})

        after = await bo.http.get(f"/v1/matches/{match_id}/view", headers={"If-None-Match": before.headers["ETag"]})

        assert after.status_code == 200
        assert after.json()["cursor"] == before.json()["cursor"]
        assert after.json()["closes_at"] > before.json()["closes_at"]


async def _deadlines(player: Client) -> list[str]:
    """Return to when deadlines have moved, as the player's own stream tells it."""
    return [fact["closes_at"] for fact in facts(await player.news()) if fact["type"] == "deadline_moved"]
