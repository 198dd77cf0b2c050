"""Rests, days of leave and the length of an arena change after the creation of a tournament, until they take effect."""

from __future__ import annotations

from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_logs
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

WHY: Final = "It is a long summer."
HOUR: Final = 3_600
TERMS: Final[Json] = {
    "match": {"game": "wizards_duel", "options": {"cast_seconds": 10 * HOUR}},
    "system": "round_robin",
    "rounds": 0,
}
SLOW: Final[Json] = {"game": "wizards_duel", "options": {"cast_seconds": 86_400, "charm_seconds": 86_400}}
ARENA: Final[Json] = {"system": "arena", "rounds": 0, "arena": {"minutes": 60}, "match": SLOW}
NIGHT: Final[Json] = {"time_zone": "UTC", "night": {"begins": "04:00", "ends": "12:00"}}


async def _edit(one: Directed, **settings: Json) -> Json:
    await one.act("edit", reason=WHY, **settings)
    return (await one.view())["settings"]


async def _closes_at(one: Directed, table: Json) -> str:
    match = await one.director.get(f"/v1/matches/{table['match_id']}")
    return str(match["closes_at"]).removesuffix(".000000Z")


async def _leave(one: Directed, entrant: str, days: int, expect: int = 200) -> Json:
    told = await one.entrants[entrant].put(f"{one.path}/leave", {"days": days}, expect=expect)
    await one.world.settle()
    return told


async def test_another_rest_holds_in_matches_that_begin_later(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo", "Cleo", "Dan"), **TERMS)
    tables = await one.start()
    settings = await _edit(one, rest=NIGHT)
    now = [await _closes_at(one, table) for table in tables]
    for table in tables:
        await one.decide(table["match_id"])
    later = [await _closes_at(one, table) for table in await one.start(2)]

    assert settings["match"]["rest"]["night"] == NIGHT["night"]
    assert now == ["2040-01-01T10:00:00"] * 2
    assert later == ["2040-01-01T18:00:00"] * 2
    assert (await one.view(lines="en"))["lines"].count("Changed: when deadlines rest.") == 1
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_a_rest_that_names_nothing_ends_it_and_the_same_one_changes_nothing(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo"), **{**TERMS, "match": {**TERMS["match"], "rest": NIGHT}})
    before = await one.log()
    await _edit(one, rest=NIGHT)
    same = await one.log()
    settings = await _edit(one, rest={"time_zone": "UTC"})
    (table,) = await one.start()

    assert same == before
    assert "rest" not in settings["match"]
    assert await _closes_at(one, table) == "2040-01-01T10:00:00"
    for asked in ({"time_zone": "Nowhere/Here"}, {**NIGHT, "night": {"begins": "04:00", "ends": "21:00"}}):
        assert (await one.refused("bad_rest", 422, "edit", reason=WHY, rest=asked))["pointer"] == "/rest"
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_days_of_leave_are_given_and_never_taken_back(own_world: World) -> None:
    """Who takes those that were given later is on leave also in a match that began before."""
    one = await directed(own_world, ("Ada", "Bo"), **TERMS)
    (table,) = await one.start()
    refused = await _leave(one, "e1", 3, expect=409)
    await _edit(one, leave_days=3)
    await _leave(one, "e1", 3)
    fewer = await one.refused("too_late", 409, "edit", reason=WHY, leave_days=2)
    await _edit(one, leave_days=4)
    await _leave(one, "e1", 4)
    await one.refused("malformed_request", 422, "edit", reason=WHY, leave_days=61)

    assert refused["code"] == "no_leave"
    assert (fewer["detail"], fewer["pointer"]) == ("An entrant has taken 3 days of leave.", "/leave_days")
    assert await _closes_at(one, table) == "2040-01-05T10:00:00"
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_an_arena_lasts_longer_or_shorter_until_its_time_is_over(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo", "Cleo"), **ARENA)
    await _edit(one, arena={"minutes": 90})
    await one.start()
    begun = (await one.round(1))["ends_at"]
    await one.pass_time(40 * 60)
    await _edit(one, arena={"minutes": 60})
    shorter = (await one.round(1))["ends_at"]
    passed = await one.refused("time_passed", 422, "edit", reason=WHY, arena={"minutes": 40})
    await one.act("pause")
    paused = await one.refused("time_passed", 422, "edit", reason=WHY, arena={"minutes": 40})
    await _edit(one, arena={"minutes": 50})
    left = (await one.round(1))["left_seconds"]
    await one.act("resume")
    await one.pass_time(10 * 60 + 1)
    await one.refused("too_late", 409, "edit", reason=WHY, arena={"minutes": 120})

    assert (begun, shorter) == ("2040-01-01T01:30:00.000000Z", "2040-01-01T01:00:00.000000Z")
    assert passed["pointer"] == paused["pointer"] == "/arena/minutes"
    assert left == 10 * 60
    await one.require_genuine_to_both()


async def test_what_has_no_meaning_in_the_system_is_refused(own_world: World) -> None:
    arena = await directed(own_world, ("Ada", "Bo"), **ARENA)
    one = await directed(own_world, ("Cleo",), **TERMS)

    for settings, pointer in (({"rest": NIGHT}, "/rest"), ({"leave_days": 2}, "/leave_days")):
        assert (await arena.refused("bad_system", 422, "edit", reason=WHY, **settings))["pointer"] == pointer
    assert (await one.refused("bad_system", 422, "edit", reason=WHY, arena={"minutes": 60}))["pointer"] == "/arena"
    await arena.refused("malformed_request", 422, "edit", reason=WHY, arena={"minutes": 9})


async def test_a_director_who_plays_does_not_change_how_clocks_run(own_world: World) -> None:
    one = await directed(own_world, ("Bo", "Cy"), **TERMS)
    ada = await own_world.player("Ada")
    await one.act("give_role", player_id=ada.player_id, role="director")
    await ada.put(f"{one.path}/entrants/me", {})

    for settings in ({"rest": NIGHT}, {"leave_days": 2}):
        await one.refused("director_plays", 403, "edit", by=ada, reason=WHY, **settings)


FORGED: Final[dict[str, Json]] = {
    "fewer days of leave than were taken": {"leave_days": 1},
    "too many days of leave": {"leave_days": 61},
    "a rest without time": {"rest": {"night": {"begins": "04:00", "ends": "03:00"}}},
    "a length of no arena": {"arena": {"minutes": 60}},
}


async def test_both_verifiers_find_settings_that_cannot_be(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo"), **TERMS, leave_days=5)
    await _leave(one, "e1", 3)
    await _edit(one, rest=NIGHT, leave_days=4)
    await one.act("cancel", reason="Enough.")
    log = list(read_logs((await one.log()).splitlines())[one.id])
    at = place_of(log, "settings_changed")

    known = next(told.fact for told in log[at].facts if told.type == "settings_changed")

    def forged(change: Json) -> File:
        told = {name: known["rest"] | value if name == "rest" else value for name, value in change.items()}
        return file_of(sealed_anew([*log[:at], changed(log[at], "settings_changed", **told), *log[at + 1 :]]))

    files = {what: forged(change) for what, change in FORGED.items()}
    theirs = second([file_of(log), *files.values()])

    assert first(file_of(log)).code == theirs[0].code == 0
    assert {what: first(file).code for what, file in files.items()} == dict.fromkeys(FORGED, 1)
    assert {what: opinion.code for what, opinion in zip(files, theirs[1:], strict=True)} == dict.fromkeys(FORGED, 1)
