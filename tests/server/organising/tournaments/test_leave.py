"""Leave of entrants: the clocks of their tables stand, and tables do not wait for who is on leave."""

from __future__ import annotations

from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_logs
from server.organising.tournaments.referee import TournamentReferee
from tests.secrecy.verifiers.both_verifiers import file_of, first, second
from tests.secrecy.verifiers.tampering import of_longer_leave
from tests.server.events import killed
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

HOUR: Final = 3_600
TERMS: Final[Json] = {
    "match": {"game": "wizards_duel", "options": {"cast_seconds": 10 * HOUR}},
    "system": "round_robin",
    "rounds": 0,
    "leave_days": 5,
}


async def _leave(one: Directed, entrant: str, days: int, expect: int = 200) -> Json:
    told = await one.entrants[entrant].put(f"{one.path}/leave", {"days": days}, expect=expect)
    await one.world.settle()
    return told


async def _closes_at(one: Directed, table: Json) -> str:
    match = await one.director.get(f"/v1/matches/{table['match_id']}")
    return str(match["closes_at"]).removesuffix(".000000Z")


def _table_of(tables: list[Json], entrant: str) -> Json:
    return next(table for table in tables if entrant in table["entrants"])


async def test_the_clocks_of_an_entrant_stand_at_this_table_and_at_the_next(own_world: World) -> None:
    """The next round begins while the entrant is on leave: its clock stands from the beginning."""
    one = await directed(own_world, ("Ada", "Bo", "Cleo", "Dan"), **TERMS)
    tables = await one.start()
    await _leave(one, "e1", 3)
    mine = await _closes_at(one, _table_of(tables, "e1"))
    others = [await _closes_at(one, table) for table in tables if "e1" not in table["entrants"]]
    for table in tables:
        await one.decide(table["match_id"])
    await own_world.pass_time(HOUR)
    later = await one.start(2)
    next_one = await _closes_at(one, _table_of(later, "e1"))
    entrant = next(each for each in (await one.view())["entrants"] if each["entrant"] == "e1")
    refused = await _leave(one, "e1", 6, expect=409)
    alone = await one.entrants["e1"].put(
        f"/v1/matches/{_table_of(later, 'e1')['match_id']}/leave", {"days": 1}, expect=409
    )

    assert mine == "2040-01-04T10:00:00"
    assert others == ["2040-01-01T10:00:00"]
    assert next_one == "2040-01-04T10:00:00"
    assert (entrant["on_leave_until"], entrant["leave_days_taken"]) == ("2040-01-04T00:00:00.000000Z", 3)
    assert [fact["entrant"] for fact in await one.told("leave_taken")] == ["e1"]
    assert (refused["code"], alone["code"]) == ("leave_used_up", "no_leave")
    for table in later:
        await one.decide(table["match_id"])
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_a_leave_that_ends_earlier_ends_so_at_the_table(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo"), **TERMS)
    (table,) = await one.start()
    await _leave(one, "e2", 5)
    longer = await _closes_at(one, table)
    await own_world.pass_time(HOUR)
    await _leave(one, "e2", 0)

    assert (longer, await _closes_at(one, table)) == ("2040-01-06T10:00:00", "2040-01-03T10:00:00")
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_tables_do_not_wait_for_who_is_on_leave(own_world: World) -> None:
    """Who is on leave forfeits nothing; the table begins as soon as the others are ready, and its clock stands."""
    one = await directed(own_world, ("Ada", "Bo", "Cleo", "Dan"), **TERMS, absence={"ready_seconds": 600})
    tables = await one.start()
    for entrant in ("e2", "e3", "e4"):
        number = _table_of(tables, entrant)["table"]
        await one.entrants[entrant].put(f"{one.path}/tables/{number}/ready", None)
    await own_world.settle()
    waiting = await one.status(_table_of(tables, "e1"))
    await _leave(one, "e1", 2)
    begun = await one.status(_table_of(tables, "e1"))
    await one.pass_time(700)

    assert (waiting, begun) == ("open", "running")
    assert await one.told("not_ready") == []
    assert await _closes_at(one, _table_of(tables, "e1")) == "2040-01-03T10:00:00"
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_who_has_withdrawn_takes_no_leave_and_bots_take_over_without(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo", "Cleo"), **TERMS)
    await _leave(one, "e1", 2)
    await one.entrants["e1"].delete(f"{one.path}/entrants/me")
    refused = await _leave(one, "e1", 1, expect=409)
    plain = await directed(own_world, ("Ada",), system="round_robin", rounds=0)

    assert refused["code"] == "not_entered"
    assert (await _leave(plain, "e1", 1, expect=409))["code"] == "no_leave"


async def test_a_leave_reaches_the_table_though_the_server_is_killed_in_between(
    own_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tournament says first who is on leave; any server that finds its entry tells the match, once."""
    one = await directed(own_world, ("Ada", "Bo"), **TERMS)
    (table,) = await one.start()
    with monkeypatch.context() as patch:
        patch.setattr(TournamentReferee, "_settle", killed)
        await _leave(one, "e1", 2)
        before = await _closes_at(one, table)
    for _ in range(2):
        await one.world.tournaments.do_overdue(own_world.clock.now())
        await own_world.settle()
    told = [
        fact["type"]
        for event in await one.director.events(table["match_id"])
        for fact in event["facts"]
        if fact["type"] == "leave_set"
    ]

    assert (before, await _closes_at(one, table)) == ("2040-01-01T10:00:00", "2040-01-03T10:00:00")
    assert told == ["leave_set"]
    await one.act("cancel", reason="Enough.")
    await one.require_genuine_to_both()


async def test_both_verifiers_find_a_leave_at_a_table_that_its_tournament_has_not_given(own_world: World) -> None:
    one = await directed(own_world, ("Ada", "Bo"), **TERMS)
    (table,) = await one.start()
    await _leave(one, "e2", 3)
    await one.decide(table["match_id"])
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    files = [file_of(*logs.values())]
    logs[table["match_id"]] = of_longer_leave(logs[table["match_id"]], 2)
    files.append(file_of(*logs.values()))

    assert [first(file).code for file in files] == [opinion.code for opinion in second(files)] == [0, 1]
