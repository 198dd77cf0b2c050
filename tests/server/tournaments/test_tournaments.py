"""Tournaments through the public calls: from the first entry to the final places."""

from __future__ import annotations

from typing import Any

import pytest

from server.tournaments.course import Course
from server.tournaments.facts import (
    Entered,
    PairedTable,
    RoundDone,
    RoundPublished,
    RoundStarted,
    TableDone,
    TablesSet,
)
from tests.server.tournaments.directing import directed
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

DUELS = {"game": "wizards_duel", "options": {"cast_seconds": 10}}


async def _create(director: Client, **more: Json) -> str:
    body = {"label": "Friday duels", "system": "swiss", "rounds": 3, "match": DUELS, **more}
    created = await director.post("/v1/tournaments", body, expect=201)
    tournament_id: str = created["tournament_id"]
    await _act(director, tournament_id, "open")
    return tournament_id


async def _act(director: Client, tournament_id: str, action: str, expect: int = 200, **more: Json) -> Json:
    return await director.post(f"/v1/tournaments/{tournament_id}/actions", {"type": action, **more}, expect)


async def _view(player: Client, tournament_id: str) -> Json:
    return await player.get(f"/v1/tournaments/{tournament_id}/view")


async def _play_round(world: World, director: Client, tournament_id: str) -> Json | None:
    """Pair and play the next round; None if there is none."""
    before = len((await _view(director, tournament_id))["rounds"])
    await _act(director, tournament_id, "pair")
    if len((await _view(director, tournament_id))["rounds"]) == before:
        return None
    await _act(director, tournament_id, "start_round")
    for _ in range(60):
        await world.settle()
        round_ = (await _view(director, tournament_id))["rounds"][-1]
        if round_["status"] == "done":
            return round_
        await world.pass_time(60)
    raise AssertionError(round_)


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize(
    ("system", "rounds"), [("swiss", 3), ("round_robin", 5), ("single_elimination", 3), ("double_elimination", 6)]
)
async def test_bots_play_a_tournament_to_its_places(world: World, system: str, rounds: int) -> None:
    director = await world.player("Director")
    tournament_id = await _create(director, system=system, rounds=3 if system == "swiss" else 0)
    await _act(director, tournament_id, "add_bots", count=5)

    played = 0
    while played < 10 and (system != "swiss" or played < rounds):
        if await _play_round(world, director, tournament_id) is None:
            break
        played += 1
    standings = await director.get(f"/v1/tournaments/{tournament_id}/standings", explain="e1")
    await _act(director, tournament_id, "finish")

    view = await _view(director, tournament_id)
    assert played in (rounds, rounds + 1 if system == "double_elimination" else rounds)
    assert view["status"] == "over"
    assert view["places"] == [[row["rank"], row["entrant"]] for row in standings["rows"]]
    assert len(standings["explained"]) == len(standings["tie_breaks"])
    assert await world.app.state.server.tournaments._hosting._directory.owing("tournament", 10) == []


@pytest.mark.parametrize("system", ["swiss", "round_robin", "single_elimination", "double_elimination"])
async def test_who_withdraws_while_waiting_for_a_place_has_none_in_the_standings(world: World, system: str) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"), system=system, max_entrants=4)
    await one.entrants["e5"].delete(f"{one.path}/entrants/me")
    await one.start()

    standings = await one.director.get(f"{one.path}/standings")

    assert {row["entrant"] for row in standings["rows"]} == {"e1", "e2", "e3", "e4"}


async def test_a_table_starts_when_all_are_ready_and_who_is_not_forfeits(world: World) -> None:
    """After the second round that they miss, they are withdrawn. Nobody else is told who is ready."""
    director, onlooker = await world.player("Director"), await world.player("Onlooker")
    entrants = [await world.player(name) for name in ("Ada", "Bo", "Cy", "Di")]
    tournament_id = await _create(director, absence={"ready_seconds": 300, "missed_rounds": 1})
    place = f"/v1/tournaments/{tournament_id}"
    for number, entrant in enumerate(entrants):
        await director.put(f"{place}/entrants/{entrant.player_id}", {"rating": 100 - number})
    await _act(director, tournament_id, "pair")
    await _act(director, tournament_id, "start_round")
    await world.settle()
    tables = (await _view(director, tournament_id))["rounds"][0]["tables"]
    by_id = dict(zip(("e1", "e2", "e3", "e4"), entrants, strict=True))
    first, second = tables

    for entrant in first["entrants"]:
        await by_id[entrant].put(f"{place}/tables/{first['table']}/ready", {})
    await by_id[second["entrants"][0]].put(f"{place}/tables/{second['table']}/ready", {})
    await world.settle()
    seen = (await _view(onlooker, tournament_id))["rounds"][0]["tables"]
    playing = [(await director.get(f"/v1/matches/{table['match_id']}"))["status"] for table in tables]
    world.clock.advance(301)
    await world.tournaments.do_overdue(world.clock.now())
    await world.settle()

    view = await _view(onlooker, tournament_id)
    assert playing == ["running", "open"]
    assert [table["ready"] for table in seen] == [[], []]
    assert [table["result"] for table in view["rounds"][0]["tables"]] == [None, {"how": "forfeit", "points": [2, 0]}]
    assert [each["entrant"] for each in view["entrants"] if each["withdrawn"]] == [second["entrants"][1]]
    assert (await director.get(f"/v1/matches/{second['match_id']}"))["status"] == "void"


async def test_matches_of_a_round_are_listed_and_the_heats_of_a_large_game_are_balanced(world: World) -> None:
    director = await world.player("Director")
    tournament_id = await _create(director, system="heats", rounds=2, match={"game": "apocalypse", "pace": "deadline"})
    await _act(director, tournament_id, "add_bots", count=14)
    await _act(director, tournament_id, "pair")
    await _act(director, tournament_id, "start_round")
    await world.settle()

    listed = (await director.get("/v1/matches", tournament=tournament_id, round=1))["matches"]
    tables = (await _view(director, tournament_id))["rounds"][0]["tables"]
    assert sorted(len(table["entrants"]) for table in tables) == [7, 7]
    assert {match["match_id"] for match in listed} == {table["match_id"] for table in tables}
    assert (await director.get("/v1/matches", tournament=tournament_id, round=2))["matches"] == []
    await _act(director, tournament_id, "cancel")
    await world.settle()
    ended = (await director.get("/v1/matches", tournament=tournament_id))["matches"]
    assert [match["status"] for match in ended] == ["void", "void"]


def test_what_is_ordered_about_a_round_is_still_due_when_the_next_one_is_published() -> None:
    tables = (PairedTable(1, ("e1", "e2")),)
    course = Course()
    for fact in (
        *(Entered(entrant, None, waiting=False, rating=0) for entrant in ("e1", "e2")),
        RoundPublished(1, ("e1", "e2"), ("e1", "e2"), tables),
        RoundStarted(1, {1: "match"}, None),
        TablesSet(1, 1),
        TableDone(1, 1, "forfeit", (2, 0)),
        RoundDone(1),
        RoundPublished(2, ("e1", "e2"), ("e1", "e2"), tables),
    ):
        course = course.fold(fact)

    assert course.outstanding is not None
    assert course.outstanding.number == 1
    assert course.fold(TablesSet(1, 2)).outstanding is None


async def test_a_round_is_also_a_table_for_spreadsheets(world: World) -> None:
    one = await directed(world, ("Ada", "=Bo", "Cy"))
    (first, _) = await one.start()
    await one.act("forfeit", round=1, table=1, entrants=[first["entrants"][1]])
    names = {"e1": "Ada", "e2": "'=Bo", "e3": "Cy"}
    won, lost = first["entrants"]
    (bye,) = names.keys() - {won, lost}

    reply = await one.director.http.get(f"{one.path}/rounds/1", headers={"Accept": "text/csv"})

    assert reply.headers["content-type"].startswith("text/csv")
    assert reply.text.splitlines() == [
        "table,seat,entrant,name,status,how,points,match_id",
        f"1,1,{won},{names[won]},done,forfeit,1,{first['match_id']}",
        f"1,2,{lost},{names[lost]},done,forfeit,0,{first['match_id']}",
        f"2,1,{bye},{names[bye]},done,bye,1,",
    ]
