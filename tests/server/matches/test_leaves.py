"""Players on leave: the clock of their match stands for whole days, and everybody is told."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

DAY: Final = 86_400
HOUR: Final = 3_600

FOUR: Json = {"type": "cast", "spell": "4"}
FIVE: Json = {"type": "cast", "spell": "5"}


async def _begun(world: World, **terms: Json) -> tuple[Client, Client, Client, str]:
    """Begin a duel of ten-hour phases, whose players have five days of leave; the time is 1 January 2040, midnight."""
    return await world.host_ada_and_bo(**{"leave_days": 5, "options": {"cast_seconds": 10 * HOUR}, **terms})


async def _leave(player: Client, match_id: str, days: int, expect: int = 200) -> Json:
    return await player.put(f"/v1/matches/{match_id}/leave", {"days": days}, expect=expect)


async def _closes_at(player: Client, match_id: str) -> str:
    return str((await player.view(match_id))["closes_at"]).removesuffix(".000000Z")


async def _require_genuine(player: Client, host: Client, match_id: str) -> None:
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    log = (await player.http.get(f"/v1/matches/{match_id}/log")).content
    ((first, second),) = both([File(log)])
    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


async def test_the_clock_stands_while_a_player_is_on_leave(own_world: World) -> None:
    """What is left of the open phase passes after the leave; everybody is told, and can submit meanwhile."""
    host, ada, bo, match_id = await _begun(own_world, pace="eager")
    await own_world.pass_time(HOUR)
    await _leave(bo, match_id, 2)
    await own_world.pass_time(30 * HOUR)
    waiting = await ada.view(match_id)
    await ada.submit(match_id, 1, FOUR)
    await bo.submit(match_id, 1, FIVE)
    await own_world.settle()
    second = await _closes_at(ada, match_id)
    details = await ada.get(f"/v1/matches/{match_id}")
    (told,) = [
        [fact for fact in event["facts"] if fact["type"] in ("leave_set", "deadline_set")]
        for event in await host.events(match_id)
        if any(fact["type"] == "leave_set" for fact in event["facts"])
    ]

    assert waiting["phase"]["number"] == 1
    assert [fact["type"] for fact in told] == ["leave_set", "deadline_set"]
    assert (told[0]["since"], told[0]["until"]) == ("2040-01-01T01:00:00.000000Z", "2040-01-03T01:00:00.000000Z")
    assert told[1]["closes_at"] == waiting["closes_at"] == "2040-01-03T10:00:00.000000Z"
    assert second == "2040-01-03T11:00:00"
    assert (details["leave_days"], details["leaves"]) == (
        5,
        [{"seat": "b", "on_leave_until": "2040-01-03T01:00:00.000000Z", "leave_days_taken": 2}],
    )
    await _require_genuine(ada, host, match_id)


async def test_leaves_of_two_players_and_a_calendar_add_up(own_world: World) -> None:
    """Only time in which nobody is on leave and nothing rests passes."""
    rest = {"time_zone": "UTC", "weekdays": ["wednesday"]}
    host, ada, bo, match_id = await _begun(own_world, rest=rest)
    await _leave(ada, match_id, 1)
    await own_world.pass_time(12 * HOUR)
    await _leave(bo, match_id, 2)

    # 1 January is a Sunday: Bo is back on Tuesday at noon.
    assert await _closes_at(bo, match_id) == "2040-01-03T22:00:00"
    await host.act(match_id, {"type": "extend", "seconds": 3 * HOUR})
    assert await _closes_at(bo, match_id) == "2040-01-05T01:00:00"
    await own_world.pass_time(HOUR)
    await host.act(match_id, {"type": "pause", "reason": "Fire alarm."})
    await _leave(ada, match_id, 3)
    await own_world.pass_time(HOUR)
    await host.act(match_id, {"type": "resume"})
    assert await _closes_at(bo, match_id) == "2040-01-05T13:00:00"
    await _require_genuine(ada, host, match_id)


async def test_a_leave_ends_earlier_with_a_day_of_notice_and_gives_back_the_rest(own_world: World) -> None:
    """Others relied on the later deadline. Days that have not begun can be taken again."""
    host, ada, bo, match_id = await _begun(own_world)
    await _leave(bo, match_id, 5)
    await own_world.pass_time(12 * HOUR)
    again = await _leave(bo, match_id, 5)
    await _leave(bo, match_id, 0)
    await _leave(bo, match_id, 1)
    back = await ada.get(f"/v1/matches/{match_id}")
    await own_world.pass_time(37 * HOUR)
    await _leave(bo, match_id, 0)
    idle = await ada.get(f"/v1/matches/{match_id}")
    too_long = await _leave(bo, match_id, 4, expect=409)
    await _leave(bo, match_id, 3)

    assert again["closes_at"] == "2040-01-06T10:00:00.000000Z"
    assert (back["closes_at"], back["leaves"][0]["leave_days_taken"]) == ("2040-01-03T10:00:00.000000Z", 2)
    assert idle["leaves"] == back["leaves"]
    assert (too_long["code"], too_long["pointer"]) == ("leave_used_up", "/days")
    assert await _closes_at(ada, match_id) == "2040-01-06T10:00:00"
    assert len(await _told(ada, match_id)) == 3
    await _require_genuine(ada, host, match_id)


async def _told(player: Client, match_id: str) -> list[Json]:
    return [fact for event in await player.events(match_id) for fact in event["facts"] if fact["type"] == "leave_set"]


async def test_a_leave_ends_when_the_seat_gets_another_player_and_the_days_stay(own_world: World) -> None:
    host, ada, bo, match_id = await _begun(own_world)
    cleo = await own_world.player("Cleo")
    await _leave(bo, match_id, 3)
    await own_world.replace(match_id, "b", host, cleo)
    (away,) = (await ada.get(f"/v1/matches/{match_id}"))["leaves"]
    await ada.submit(match_id, 1, FOUR)
    await cleo.submit(match_id, 1, FIVE)
    await host.act(match_id, {"type": "close_phase", "phase": 1})
    later = await _closes_at(ada, match_id)
    refused = await _leave(cleo, match_id, 3, expect=409)
    await _leave(cleo, match_id, 2)

    assert (away["on_leave_until"], away["leave_days_taken"]) == (None, 3)
    assert later == "2040-01-01T10:00:00"
    assert refused["code"] == "leave_used_up"
    await _require_genuine(ada, host, match_id)


async def test_a_match_without_days_of_leave_gives_none(world: World) -> None:
    _, ada, _, match_id = await world.host_ada_and_bo()
    onlooker = await world.player("Onlooker")

    assert (await _leave(ada, match_id, 1, expect=409))["code"] == "no_leave"
    assert (await _leave(onlooker, match_id, 1, expect=403))["code"] == "not_seated"


async def test_leave_is_changed_at_most_a_hundred_times(own_world: World) -> None:
    """Each change is an entry. In turn, the leave is longer and ends sooner."""
    host, ada, bo, match_id = await _begun(own_world)
    for _ in range(50):
        await _leave(bo, match_id, 5)
        await _leave(bo, match_id, 1)
    refused = await _leave(bo, match_id, 5, expect=409)
    await _leave(ada, match_id, 1)

    assert refused["code"] == "too_many_changes"
    assert [fact["seat"] for fact in await _told(ada, match_id)] == ["b"] * 100 + ["a"]
    await _require_genuine(ada, host, match_id)
