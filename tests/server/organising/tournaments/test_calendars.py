"""The calendar of a tournament, as a calendar program reads it that others wrote."""

from __future__ import annotations

from typing import Any

import vobject

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

Json = Any

TIMES = ["2040-01-02T19:00:00Z", "2040-01-09T19:00:00Z"]


async def _rounds(one: Directed, reader: Client, **query: str) -> list[Json]:
    """Return the components of the calendar."""
    reply = await reader.http.get(f"{one.path}/calendar.ics", params=query)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/calendar")
    return [part.contents for part in vobject.readOne(reply.text).components()]


def _value(part: Json, name: str) -> Json:
    return part[name][0].value


async def test_everybody_reads_when_the_rounds_of_a_public_tournament_start(world: World) -> None:
    one = await directed(world, schedule={"times": TIMES})

    first, second = await _rounds(one, world.nobody())

    assert [_value(each, "summary") for each in (first, second)] == ["Friday duels: round 1", "Friday duels: round 2"]
    assert [f"{_value(each, 'dtstart'):%Y-%m-%dT%H:%M:%SZ}" for each in (first, second)] == TIMES
    assert _value(first, "status") == "CONFIRMED"
    assert [_value(each, "summary") for each in await _rounds(one, world.nobody(), language="de")] == [
        "Friday duels: Runde 1",
        "Friday duels: Runde 2",
    ]


async def test_a_round_that_moves_keeps_its_uid_and_has_a_higher_sequence(world: World) -> None:
    one = await directed(world, schedule={"times": TIMES})
    before, _ = await _rounds(one, world.nobody())

    await one.act("edit", reason="Holiday.", schedule={"times": ["2040-01-03T19:00:00Z"]})
    (after,) = await _rounds(one, world.nobody())

    assert _value(after, "uid") == _value(before, "uid")
    assert f"{_value(after, 'dtstart'):%d}" == "03"
    assert int(_value(after, "sequence")) > int(_value(before, "sequence"))


async def test_rounds_of_a_cancelled_tournament_are_cancelled(world: World) -> None:
    one = await directed(world, schedule={"times": TIMES})

    await one.act("cancel")

    assert {_value(each, "status") for each in await _rounds(one, world.nobody())} == {"CANCELLED"}


async def test_who_has_the_calendar_gets_no_second_copy(world: World) -> None:
    one = await directed(world, schedule={"times": TIMES})
    reader = world.nobody()
    known = await reader.http.get(f"{one.path}/calendar.ics")

    same = await reader.http.get(f"{one.path}/calendar.ics", headers={"If-None-Match": known.headers["etag"]})

    assert (same.status_code, same.content) == (304, b"")


async def test_the_calendar_of_a_private_tournament_is_for_those_who_see_it(world: World) -> None:
    one = await directed(world, ("Bo",), schedule={"times": TIMES}, visibility="private")

    stranger = await (await world.player("Stranger")).get(f"{one.path}/calendar.ics", 404)
    anonymous = await world.nobody().get(f"{one.path}/calendar.ics", 401)

    assert (stranger["code"], anonymous["code"]) == ("unknown_tournament", "missing_token")
    assert len(await _rounds(one, one.entrants["e1"])) == 2
