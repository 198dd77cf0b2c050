"""An arena: those who are free meet at once, for a fixed time, and wins in a row count double."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from server.logs.directing.facts import Drawn
from server.logs.store.entry import Head
from server.organising.tournaments import facts
from server.organising.tournaments.arena import MOST_TABLES, REMATCH, WAVE, add_tables
from server.organising.tournaments.course import Course
from server.organising.tournaments.due import due_at
from server.organising.tournaments.pairing.arena import meeting_rule, pair
from server.organising.tournaments.pairing.seats import Sitter
from server.organising.tournaments.rounds import Result, Table
from server.organising.tournaments.standings.arena import series_of
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.organising.tournaments.test_lines import CREATED
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

SLOW = {"game": "wizards_duel", "options": {"cast_seconds": 86_400, "charm_seconds": 86_400}}
"""Duels that do not end by themselves."""

ARENA: Json = {"system": "arena", "rounds": 0, "arena": {"minutes": 10}, "match": SLOW}

MINUTES = 10


async def _arena(world: World, players: int, **terms: Json) -> Directed:
    """Return an arena of so many players whose time has begun."""
    names = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")[:players]
    one = await directed(world, names, **ARENA | terms)
    await one.start()
    return one


async def _tables(one: Directed) -> list[Json]:
    tables: list[Json] = (await one.round(1))["tables"]
    return tables


async def _open(one: Directed) -> list[Json]:
    return [table for table in await _tables(one) if not table["result"]]


async def _win(one: Directed, entrant: str) -> None:
    """End the open table of an entrant with a win."""
    (table,) = (table for table in await _open(one) if entrant in table["entrants"])
    ranks = (1, 2) if table["entrants"][0] == entrant else (2, 1)
    await one.decide(table["match_id"], *ranks)


async def _rows(one: Directed) -> dict[str, Json]:
    rows = (await one.director.get(f"{one.path}/standings"))["rows"]
    return {row["entrant"]: row for row in rows}


def _series(results: str) -> list[float]:
    """Return the points of somebody who has these results: `+` a win, `=` a draw, `-` a loss, `f` a win by forfeit."""
    points = {"+": (2, 0), "=": (1, 1), "-": (0, 2), "f": (2, 0), "0": (0, 0)}
    how = {"f": "forfeit", "0": "double_forfeit"}
    tables = [
        Table(number, ("me", f"o{number}"), Result(how.get(each, "played"), points[each]))  # type: ignore[arg-type]
        for number, each in enumerate(results, 1)
    ]
    return [halves / 2 for halves in series_of(tables)["me"].worth]


@pytest.mark.parametrize(
    ("results", "worth"),
    [
        ("++++", [2, 2, 4, 4]),
        ("++=+", [2, 2, 2, 2]),
        ("+=++", [2, 1, 2, 2]),
        ("+++=++-+", [2, 2, 4, 2, 2, 2, 0, 2]),
        ("++-+++", [2, 2, 0, 2, 2, 4]),
        ("f+f", [2, 2, 4]),
        ("++0+", [2, 2, 0, 2]),
    ],
)
def test_after_two_wins_in_a_row_tables_count_double_until_one_is_not_won(results: str, worth: list[float]) -> None:
    """A draw in the row counts double and ends it; a win by forfeit is a win, and a table of nobody ends the row."""
    assert _series(results) == worth


def _free(*entrants: tuple[str, int]) -> list[Sitter]:
    return [Sitter(entrant, number, points, ()) for number, (entrant, points) in enumerate(entrants, 1)]


def _pairs(free: list[Sitter], last: dict[str, str], *, again: bool = False) -> list[set[str]]:
    return [set(each.table.entrants) for each in pair(free, meeting_rule(last, (), again=again), 0)]


def test_neighbours_meet_but_not_who_has_just_met() -> None:
    free = _free(("a", 8), ("b", 6), ("c", 4), ("d", 2), ("e", 0))

    assert _pairs(free, {}) == [{"a", "b"}, {"c", "d"}]
    assert _pairs(free, {"a": "b", "b": "a"}) == [{"a", "c"}, {"b", "d"}]
    assert _pairs(free, {"b": "a"}) == [{"a", "c"}, {"b", "d"}]
    assert _pairs(free[:4], {"c": "d", "d": "c"}) == [{"a", "c"}, {"b", "d"}]
    assert _pairs(free[:2], {"a": "b", "b": "a"}) == []
    assert _pairs(free[:2], {"a": "b", "b": "a"}, again=True) == [{"a", "b"}]


async def test_those_who_are_free_meet_at_once_and_everyone_meets_others(world: World) -> None:
    one = await _arena(world, 5)
    assert [set(table["entrants"]) for table in await _tables(one)] == [{"e1", "e2"}, {"e3", "e4"}]
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds - 1)
    assert len(await _tables(one)) == 2
    await one.pass_time(1)

    *_, added = await _tables(one)
    assert added["table"] == 3
    assert added["status"] == "playing"
    assert set(added["entrants"]) == {"e1", "e5"}
    await _win(one, "e3")
    await one.pass_time(WAVE.seconds)
    assert [set(table["entrants"]) for table in await _open(one)] == [{"e1", "e5"}, {"e3", "e2"}]
    await one.require_genuine_to_both()


async def test_points_of_the_standings_are_those_of_the_series(world: World) -> None:
    """Ada wins three times: 2 + 2 + 4. Standings are those of now, while the arena runs."""
    one = await _arena(world, 3)
    for _ in range(3):
        while not any("e1" in table["entrants"] for table in await _open(one)):
            for table in await _open(one):
                await _win(one, table["entrants"][0])
            await one.pass_time(WAVE.seconds)
        await _win(one, "e1")
        await one.pass_time(WAVE.seconds)

    row = (await _rows(one))["e1"]
    assert (row["rank"], row["points"], row["worth"], row["wins_in_a_row"]) == (1, 16, [4, 4, 8], 3)
    assert row["tie_breaks"] == {"WIN": 3}
    explained = (await one.director.get(f"{one.path}/standings", explain="e1"))["explained"]
    assert [each["value"] for each in explained[0]["summands"]] == [1, 1, 1]
    sheet = await one.director.http.get(f"{one.path}/rounds/1", headers={"Accept": "text/csv"})
    assert [line.split(",")[6] for line in sheet.text.splitlines()[1:] if ",e1," in line][:3] == ["2", "2", "4"]
    await one.require_genuine_to_both()


async def test_two_who_are_alone_meet_again_and_others_when_nothing_happens(world: World) -> None:
    one = await _arena(world, 2)
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds)
    assert len(await _tables(one)) == 2
    assert [table["entrants"][0] for table in await _tables(one)] in (["e1", "e2"], ["e2", "e1"])

    await one.act("add_bots", count=1)
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds)
    assert len(await _tables(one)) >= 3
    assert any("e3" in table["entrants"] for table in await _tables(one))
    await one.require_genuine_to_both()


async def test_who_has_just_met_waits_for_others_but_not_for_ever(world: World) -> None:
    one = await _arena(world, 4)
    first, second = await _tables(one)
    await one.decide(first["match_id"])
    await one.pass_time(REMATCH.seconds - 1)
    assert len(await _tables(one)) == 2
    await one.pass_time(1)

    *_, again = await _tables(one)
    assert set(again["entrants"]) == set(first["entrants"])
    assert again["entrants"] != first["entrants"]
    assert not second["result"]
    await one.require_genuine_to_both()


async def test_who_sits_out_is_not_paired_and_comes_back_as_often_as_wanted(world: World) -> None:
    one = await _arena(world, 3)
    path = f"{one.path}/entrants/me"
    last = one.entrants["e3"]
    await last.delete(path)
    await _win(one, "e1")
    for _ in range(5):
        await last.put(path, {})
        await last.delete(path)
    await one.pass_time(WAVE.seconds)
    assert all("e3" not in table["entrants"] for table in await _tables(one))

    await last.put(path, {})
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds)
    assert any("e3" in table["entrants"] for table in await _open(one))
    await one.require_genuine_to_both()


async def test_who_sits_out_keeps_the_place(world: World) -> None:
    one = await _arena(world, 3, max_entrants=3)
    away = one.entrants["e3"]
    await away.delete(f"{one.path}/entrants/me")
    await (await world.player("Gil")).put(f"{one.path}/entrants/me", {})
    await away.put(f"{one.path}/entrants/me", {})

    await one.pass_time(WAVE.seconds)
    assert {"e3", "e4"} in [set(table["entrants"]) for table in await _open(one)]
    await one.require_genuine_to_both()


async def test_who_has_no_account_meets_nobody_until_the_place_is_claimed(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), **ARENA)
    lines = (await one.director.post(f"{one.path}/entrants", {"people": [{"name": "Anna"}]}))["lines"]
    await one.start()
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds)
    assert [set(table["entrants"]) for table in await _tables(one)] == [{"e1", "e2"}] * 2

    await (await world.player("Anna")).post(f"/v1/invitations/{lines[0]['token']}/accept", {})
    await _win(one, "e1")
    await one.pass_time(WAVE.seconds)
    assert "e3" in (await _tables(one))[-1]["entrants"]
    await one.require_genuine_to_both()


async def test_an_arena_begins_with_two_who_can_meet(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), **ARENA)
    await one.act("forbid_pair", entrants=["e1", "e2"], reason="Sisters.")

    await one.refused("no_pairing", 409, "pair")
    assert (await one.view())["rounds"] == []


async def test_who_is_not_ready_forfeits_and_is_not_paired_until_back(world: World) -> None:
    """Each table waits for itself, so one that is added does not hold up another one."""
    one = await _arena(world, 3, absence={"ready_seconds": 30})
    (table,) = await _tables(one)
    here, away = table["entrants"]
    await one.entrants[here].put(f"{one.path}/tables/1/ready", {})
    await one.pass_time(30)

    assert (await _tables(one))[0]["result"] == {"how": "forfeit", "points": [2, 0]}
    gone = {each["entrant"]: each["left_because"] for each in (await one.view())["entrants"] if each["withdrawn"]}
    assert gone == {away: "missed_rounds"}
    await one.pass_time(0)
    _, added = await _tables(one)
    assert set(added["entrants"]) == {here, "e3"}
    assert added["ready_until"] > table["ready_until"]
    for entrant in added["entrants"]:
        await one.entrants[entrant].put(f"{one.path}/tables/2/ready", {})
    await one.world.settle()
    assert await one.status(added) == "running"
    await one.entrants[away].put(f"{one.path}/entrants/me", {})
    await one.decide(added["match_id"])
    await one.pass_time(WAVE.seconds)
    assert away in (await _tables(one))[2]["entrants"]
    await one.require_genuine_to_both()


async def test_players_come_late_and_bring_nothing(world: World) -> None:
    one = await _arena(world, 3, late="half_bye")
    late = await world.player("Late")
    await late.put(f"{one.path}/entrants/me", {})
    await one.pass_time(WAVE.seconds)

    assert {"e3", "e4"} in [set(table["entrants"]) for table in await _open(one)]
    assert (await _rows(one))["e4"]["points"] == 0
    await one.require_genuine_to_both()


async def test_open_tables_are_played_to_their_end_and_count(world: World) -> None:
    """Then the arena is over by itself, with the places of the standings."""
    one = await _arena(world, 4)
    first, second = await _tables(one)
    await one.decide(first["match_id"])
    await one.pass_time(MINUTES * 60)
    assert len(await _tables(one)) == 2
    assert (await one.view())["status"] == "running"
    await one.pass_time(3600)
    await one.decide(second["match_id"])
    await one.pass_time(0)

    view = await one.view()
    assert view["status"] == "over"
    winners = {entrant for place, entrant in view["places"] if place == 1}
    assert winners == {first["entrants"][0], second["entrants"][0]}
    await one.require_genuine_to_both()


async def test_results_can_be_provisional_and_corrected_but_nothing_is_reopened(world: World) -> None:
    one = await _arena(world, 2, corrections_seconds=60)
    (table,) = await _tables(one)
    await one.pass_time(MINUTES * 60)
    await one.decide(table["match_id"])
    await one.pass_time(0)

    assert (await one.view())["status"] == "provisional"
    await one.refused("not_open", 409, "reopen")
    await one.act("correct_result", round=1, table=1, points=[0, 2])
    assert (await _rows(one))[table["entrants"][1]]["points"] == 4
    await one.pass_time(60)
    assert (await one.view())["status"] == "over"
    await one.require_genuine_to_both()


async def test_a_pause_holds_the_time_of_an_arena(world: World) -> None:
    one = await _arena(world, 3)
    await one.pass_time(60)
    await one.act("pause")
    assert (await one.round(1))["left_seconds"] == (MINUTES - 1) * 60
    await one.pass_time(MINUTES * 60)
    await one.act("resume")

    ends_at = datetime.fromisoformat((await one.round(1))["ends_at"])
    assert ends_at - world.clock.now() == timedelta(minutes=MINUTES - 1)
    await one.pass_time((MINUTES - 1) * 60 - 1)
    await _win(one, "e1")
    await one.pass_time(0)
    assert len(await _tables(one)) == 2
    await one.require_genuine_to_both()


async def test_a_start_can_be_taken_back_until_tables_were_added(world: World) -> None:
    one = await _arena(world, 4)
    await one.act("undo", action="start_round")
    assert "ends_at" not in await one.round(1)
    await one.pass_time(MINUTES * 60)
    assert (await one.round(1))["status"] == "published"
    await one.act("start_round")
    await one.entrants["e1"].delete(f"{one.path}/entrants/me")
    for name in ("Gil", "Hal"):
        await (await world.player(name)).put(f"{one.path}/entrants/me", {})
    await one.pass_time(WAVE.seconds)

    assert len(await _tables(one)) == 3
    await one.refused("acted_on", 409, "undo", action="start_round")
    await one.require_genuine_to_both()


async def test_what_has_no_meaning_in_an_arena_is_refused(world: World) -> None:
    director = await world.player("Director")
    body = {"label": "x", "system": "arena", "arena": {"minutes": MINUTES}, "match": DUELS}

    async def refused(code: str, pointer: str, **terms: Json) -> None:
        problem = await director.post("/v1/tournaments", {**body, **terms}, expect=422)
        assert (problem["code"], problem["pointer"]) == (code, pointer)

    await refused("bad_system", "/arena", arena=None)
    await refused("bad_system", "/arena", system="swiss", rounds=3)
    await refused("bad_system", "/rounds", rounds=2)
    await refused("bad_system", "/scores", scores={"win": 6, "draw": 2, "bye": 2})
    await refused("bad_system", "/system", match={"game": "apocalypse"})
    await refused("bad_system", "/teams", teams="fixed", match={"game": "hero_of_the_arena"})
    await refused("bad_system", "/leave_days", leave_days=1)
    await refused("bad_tie_break", "/tie_breaks", tie_breaks=["BH"])
    await refused("malformed_request", "/arena/minutes", arena={"minutes": 9})
    await refused("malformed_request", "/arena/minutes", arena={"minutes": 721})


async def test_directors_neither_pair_nor_replay_nor_excuse_in_an_arena(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), **ARENA)
    await one.refused("bad_pairing", 422, "set_pairings", tables=[{"entrants": ["e1", "e2"]}])
    await one.refused("not_open", 409, "excuse", entrant="e1")
    (table,) = await one.start()
    await one.refused("round_open", 409, "pair")
    await one.refused("too_late", 409, "replay_table", round=1, table=table["table"])
    await one.refused("too_late", 409, "edit", rounds=2, reason="More.")
    report = await one.director.http.get(f"{one.path}/standings", headers={"Accept": "text/x-trf"})
    assert (report.status_code, report.json()["code"]) == (422, "bad_system")


async def test_an_ended_round_ends_the_arena(world: World) -> None:
    one = await _arena(world, 4)
    await one.act("end_round", reason="Fire.")
    await one.pass_time(0)

    assert (await one.view())["status"] == "over"
    await one.require_genuine_to_both()


async def test_pairs_that_are_forbidden_never_meet(world: World) -> None:
    one = await _arena(world, 3)
    busy = {entrant for table in await _tables(one) for entrant in table["entrants"]}
    (alone,) = set(one.entrants) - busy
    other = min(busy)
    await one.act("forbid_pair", entrants=[alone, other], reason="Sisters.")
    await _win(one, other)
    await one.pass_time(WAVE.seconds)

    assert all({alone, other} != set(table["entrants"]) for table in await _tables(one))
    await one.require_genuine_to_both()


async def test_bots_play_and_nobody_meets_the_same_bot_twice_in_turn(world: World) -> None:
    one = await directed(world, bots=4, **ARENA)
    await one.start()
    for _ in range(4):
        await one.pass_time(WAVE.seconds)

    tables = [table["entrants"] for table in await _tables(one)]
    assert len(tables) == 10
    for bot in ("e1", "e2", "e3", "e4"):
        met = [other for table in tables if bot in table for other in table if other != bot]
        assert all(before != after for before, after in pairwise(met))
    await one.require_genuine_to_both()


def test_an_arena_has_a_bounded_number_of_tables() -> None:
    """The last wave is cut, and nothing is due but the end of the time."""
    state = _state_with(tables=MOST_TABLES - 1)
    later = parse_timestamp(state.tables_at) + WAVE
    (added,) = add_tables(state, (f"m{number}" for number in range(10)), later)
    full = _state_with(tables=MOST_TABLES)

    assert isinstance(added, facts.TablesAdded)
    assert [table.table for table in added.tables] == [MOST_TABLES]
    assert due_at(state) == later
    assert due_at(full) == parse_timestamp(_ENDS_AT)
    assert add_tables(full, iter(("m",)), later) == []


_ENDS_AT = "2027-01-01T02:00:00.000000Z"


def _state_with(tables: int) -> TournamentState:
    """Return an arena of six with so many tables that are done."""
    ids = tuple(f"e{number}" for number in range(1, 7))
    done = tuple(facts.PairedTable(number, ids[:2], Result("played", (2, 0))) for number in range(1, tables + 1))
    told: tuple[facts.TournamentFact, ...] = (
        replace(CREATED, system="arena", rounds=1, arena=facts.Arena(90), absence=facts.Absence(0, 0)),
        *(facts.Entered(entrant, None, waiting=False, rating=0) for entrant in ids),
        Drawn("first seat", ("a", "b"), ("a",)),
        facts.RoundPublished(1, ids, ids, done),
        facts.RoundStarted(1, {}, None, ends_at=_ENDS_AT),
        facts.TablesSet(1, 1),
    )
    course = Course()
    for fact in told:
        course = course.fold(fact)
    at = "2027-01-01T01:00:00.000000Z"
    return TournamentState(Head(len(told), ""), course, at, at, tables_at=at)
