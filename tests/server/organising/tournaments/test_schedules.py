"""When rounds are paired and start: at their times, or earlier by word, and not while the tournament is paused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

FOUR = ("Ada", "Bo", "Cy", "Di")


def _times(world: World, *seconds: float) -> list[str]:
    return [(world.clock.now() + timedelta(seconds=each)).isoformat() for each in seconds]


async def _all_meet(world: World, schedule: Json) -> Directed:
    return await directed(world, FOUR, system="round_robin", rounds=0, schedule=schedule)


async def _statuses(one: Directed) -> list[str]:
    return [each["status"] for each in (await one.view())["rounds"]]


async def _decide_all(one: Directed, number: int) -> None:
    for table in (await one.round(number))["tables"]:
        await one.decide(table["match_id"])


async def test_rounds_start_at_their_times_and_those_without_a_time_by_word(world: World) -> None:
    one = await _all_meet(world, {"times": _times(world, 60, 120)})
    await one.pass_time(10)
    assert await _statuses(one) == []
    await one.act("pair")
    await one.pass_time(49)
    assert await _statuses(one) == ["published"]
    await one.pass_time(2)
    assert await _statuses(one) == ["started"]
    await _decide_all(one, 1)
    assert await _statuses(one) == ["done", "published"]

    await one.pass_time(60)

    assert await _statuses(one) == ["done", "started"]
    await _decide_all(one, 2)
    assert await _statuses(one) == ["done", "done"]
    await one.act("pair")
    assert await _statuses(one) == ["done", "done", "published"]
    await one.require_genuine()


async def test_rounds_beyond_the_times_start_when_the_last_is_done_if_the_schedule_says_so(world: World) -> None:
    one = await _all_meet(world, {"start": "when_done", "times": _times(world, 60)})
    await one.act("pair")
    before = await _statuses(one)
    await one.pass_time(61)
    await _decide_all(one, 1)

    assert (before, await _statuses(one)) == (["published"], ["done", "started"])


async def test_a_round_is_started_earlier_by_word_and_later_if_it_is_published_late_or_paused(world: World) -> None:
    one = await _all_meet(world, {"times": _times(world, 60, 120, 180), "review_seconds": 600})
    await one.act("pair")
    await one.act("publish")
    await one.act("start_round")
    assert await _statuses(one) == ["started"]
    await _decide_all(one, 1)
    await one.pass_time(130)
    assert await _statuses(one) == ["done", "paired"]
    await one.act("publish")
    assert await _statuses(one) == ["done", "started"]
    await _decide_all(one, 2)
    await one.act("publish")
    await one.act("pause")
    await one.pass_time(60)
    held = await _statuses(one)

    await one.act("resume")

    assert (held, await _statuses(one)) == (["done", "done", "published"], ["done", "done", "started"])
    await one.require_genuine()


@pytest.mark.parametrize(
    "schedule",
    [
        {"start": "at_noon"},
        {"times": ["2040-01-01T00:00:00"]},
        {"times": [2208988800]},
        {"times": [f"2040-01-01T{n // 60:02}:{n % 60:02}:00Z" for n in range(101)]},
    ],
)
async def test_times_that_no_rounds_can_have_are_refused(world: World, schedule: Json) -> None:
    ada = await world.player("Ada")
    body: Json = {"label": "Duels", "system": "swiss", "match": DUELS, "schedule": schedule}

    assert (await ada.post("/v1/tournaments", body, 422))["code"] == "malformed_request"


async def test_more_rounds_of_a_swiss_than_half_its_entrants_have_a_warning(world: World) -> None:
    """Before the first round is published, as many may enter as there are places."""
    roomy = await directed(world, FOUR, rounds=3)
    narrow = await directed(world, max_entrants=5, rounds=3)
    other = await directed(world, system="round_robin", rounds=3, max_entrants=4)

    codes = [
        [each["code"] for each in (await one.director.get(one.path))["warnings"]] for one in (roomy, narrow, other)
    ]
    paired = await roomy.act("pair")

    assert codes == [[], ["many_rounds"], []]
    assert [each["code"] for each in paired["warnings"]] == ["many_rounds"]
    assert "4 entrants" in paired["warnings"][0]["detail"]
