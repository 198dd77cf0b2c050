"""How fast matches with bots go on by themselves."""

from __future__ import annotations

from typing import Any

from server.matches.play.bot_pace import LEFT_ALONE
from tests.server.world import Client, World, running_world

Json = Any

_BOTS = {"a": {"bot": True}, "b": {"bot": True}}
_BODY = {"game": "wizards_duel", "pace": "eager", "autostart": True}

_RATE = 4.0


async def _phase(client: Client, match_id: str) -> int:
    phase: int = (await client.view(match_id))["phase"]["number"]
    return phase


async def _created(world: World, seats: Json) -> tuple[Client, str]:
    ada = await world.player("Ada")
    match_id = (await ada.post("/v1/matches", {**_BODY, "seats": seats}, expect=201))["match_id"]
    await world.settle()
    return ada, match_id


async def test_a_match_of_bots_makes_four_entries_a_second(sqlite_url: str) -> None:
    """Two moves and a close, so a phase takes three quarters of a second."""
    async with running_world(sqlite_url, bot_entries_per_second=_RATE) as world:
        ada, match_id = await _created(world, _BOTS)
        seen = [await _phase(ada, match_id)]
        for _ in range(3):
            await world.pass_time(0.7)
            seen.append(await _phase(ada, match_id))
            await world.pass_time(0.05)
            seen.append(await _phase(ada, match_id))

    assert seen == [1, 1, 2, 2, 3, 3, 4]


async def test_people_wait_less_for_bots(sqlite_url: str) -> None:
    async with running_world(sqlite_url, bot_entries_per_second=_RATE) as world:
        ada, match_id = await _created(world, {"a": {}, "b": {"bot": True}})
        await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
        await world.settle()
        before = await _phase(ada, match_id)

        await world.pass_time(0.1)

        assert (before, await _phase(ada, match_id)) == (1, 2)


async def test_people_alone_do_not_wait(sqlite_url: str) -> None:
    async with running_world(sqlite_url, bot_entries_per_second=_RATE) as world:
        ada, bo, match_id = await world.ada_and_bo(pace="eager")
        for player in (ada, bo):
            await player.submit(match_id, 1, {"type": "cast", "spell": "5"})
        await world.settle()

        assert await _phase(ada, match_id) == 2


async def test_a_match_of_bots_falls_to_others_some_time_after_its_phase_may_close(sqlite_url: str) -> None:
    """
    Sweeping processes do not look at it before.
    """
    async with running_world(sqlite_url, bot_entries_per_second=_RATE) as world:
        _, match_id = await _created(world, _BOTS)
        due = []
        for seconds in (0, 0.75, LEFT_ALONE.total_seconds()):
            world.clock.advance(seconds)
            due.append([each.log_id for each in await world.app.state.server.directory.overdue(world.clock.now(), 1)])

    assert due == [[], [], [match_id]]
