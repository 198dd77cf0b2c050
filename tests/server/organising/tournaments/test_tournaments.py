"""Tournaments through the public calls: from the first entry to the final places."""

from __future__ import annotations

import pytest

from server.organising.tournaments.course import Course
from server.organising.tournaments.facts import (
    Entered,
    PairedTable,
    RoundDone,
    RoundPublished,
    RoundStarted,
    TableDone,
    TablesSet,
)
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server


async def _play_round(one: Directed) -> bool:
    """Pair and play the next round; return whether there is one."""
    before = len((await one.view())["rounds"])
    await one.act("pair")
    if len((await one.view())["rounds"]) == before:
        return False
    await one.act("start_round")
    for _ in range(60):
        if (await one.view())["rounds"][-1]["status"] == "done":
            return True
        await one.world.pass_time(60)
    raise AssertionError(await one.view())


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize(
    ("system", "rounds"), [("swiss", 3), ("round_robin", 5), ("single_elimination", 3), ("double_elimination", 6)]
)
async def test_bots_play_a_tournament_to_its_places(world: World, system: str, rounds: int) -> None:
    one = await directed(world, bots=5, system=system, rounds=3 if system == "swiss" else 0)

    played = 0
    while played < 10 and (system != "swiss" or played < rounds):
        if not await _play_round(one):
            break
        played += 1
    standings = await one.director.get(f"{one.path}/standings", explain="e1")
    await one.act("finish")

    view = await one.view()
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
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), absence={"ready_seconds": 300, "missed_rounds": 1})
    onlooker = await world.player("Onlooker")
    first, second = tables = await one.start()

    for entrant in first["entrants"]:
        await one.entrants[entrant].put(f"{one.path}/tables/{first['table']}/ready", {})
    await one.entrants[second["entrants"][0]].put(f"{one.path}/tables/{second['table']}/ready", {})
    await world.settle()
    seen = (await one.view(onlooker))["rounds"][0]["tables"]
    playing = [await one.status(table) for table in tables]
    await one.pass_time(301)

    view = await one.view(onlooker)
    assert playing == ["running", "open"]
    assert [table["ready"] for table in seen] == [[], []]
    assert [table["result"] for table in view["rounds"][0]["tables"]] == [None, {"how": "forfeit", "points": [2, 0]}]
    assert [each["entrant"] for each in view["entrants"] if each["withdrawn"]] == [second["entrants"][1]]
    assert await one.status(second) == "void"


async def test_matches_of_a_round_are_listed_and_the_heats_of_a_large_game_are_balanced(world: World) -> None:
    match = {"game": "apocalypse", "pace": "deadline"}
    one = await directed(world, bots=14, system="heats", rounds=2, match=match)
    tables = await one.start()

    listed = (await one.director.get("/v1/matches", tournament=one.id, round=1))["matches"]
    assert sorted(len(table["entrants"]) for table in tables) == [7, 7]
    assert {match["match_id"] for match in listed} == {table["match_id"] for table in tables}
    assert (await one.director.get("/v1/matches", tournament=one.id, round=2))["matches"] == []
    await one.act("cancel")
    assert [match["status"] for match in await one.matches()] == ["void", "void"]


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
    assert reply.content.decode("utf-8-sig").splitlines() == [
        "table,seat,entrant,name,status,how,points,match_id",
        f"1,1,{won},{names[won]},done,forfeit,1,{first['match_id']}",
        f"1,2,{lost},{names[lost]},done,forfeit,0,{first['match_id']}",
        f"2,1,{bye},{names[bye]},done,bye,1,",
    ]


async def test_sheets_name_bots_in_the_callers_language_and_have_file_names(world: World) -> None:
    one = await directed(world, ("Zoë",))
    await one.act("add_bots", count=1)
    await one.start()
    await one.act("forfeit", round=1, table=1, entrants=["e1"])
    http, csv = one.director.http, {"Accept": "text/csv"}

    asked = [http.get(f"{one.path}/{path}?language=de-AT", headers=csv) for path in ("rounds/1", "standings")]
    sheets = [await each for each in asked]

    assert [sheet.headers["Content-Disposition"] for sheet in sheets] == [
        f'attachment; filename="{one.id}-round-1.csv"',
        f'attachment; filename="{one.id}-standings-1.csv"',
    ]
    for sheet in sheets:
        assert ";Bot 2;" in sheet.content.decode("utf-8-sig")
        assert sheet.content.startswith(b"\xef\xbb\xbf")
    await one.act("finish")
    log = await http.get(f"{one.path}/log")
    assert log.headers["Content-Disposition"] == f'attachment; filename="{one.id}.ndjson"'
