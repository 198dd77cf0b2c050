"""What results are worth: three points for a win, byes for a half, and other scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import changed, sealed_anew
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.organising.tournaments.reports import parse, report_of
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

THREE = {"win": 6, "draw": 2, "bye": 2}
"""3-1-0, with 1 for a bye."""


async def _played(world: World, **terms: Json) -> Directed:
    """A Swiss of five in two rounds: wins at the first tables, draws at the second, and byes."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"), scores=THREE, rounds=2, **terms)
    for number in (1, 2):
        if number == 2:
            await one.act("excuse", entrant="e3", bye="half_bye")
        won, *rest = await one.start(number)
        await one.decide(won["match_id"])
        for table in rest:
            if table["match_id"]:
                await one.decide(table["match_id"], 1, 1)
    return one


async def test_points_are_by_the_scores_and_results_stay_as_they_were(world: World) -> None:
    one = await _played(world)
    worth = {("played", 2): 6, ("played", 1): 2, ("played", 0): 0, ("half_bye", 1): 2, ("bye", 2): 2}
    rounds = (await one.view())["rounds"]
    expected = dict.fromkeys(one.entrants, 0)
    for table in (table for each in rounds for table in each["tables"]):
        for entrant, halves in zip(table["entrants"], table["result"]["points"], strict=True):
            expected[entrant] += worth[table["result"]["how"].replace("adjudicated", "played"), halves]

    rows = (await one.director.get(f"{one.path}/standings"))["rows"]

    assert {row["entrant"]: row["points"] for row in rows} == expected
    assert [row["points"] for row in rows] == sorted(expected.values(), reverse=True)
    assert [table["result"]["points"] for table in rounds[0]["tables"]] == [[2, 0], [1, 1], [2]]
    assert (await one.view())["settings"]["scores"] == {**THREE, "loss": 0}


async def test_sheets_and_reports_have_the_same_points(world: World, tmp_path: Path) -> None:
    one = await _played(world)
    http = one.director.http
    sheet = (await http.get(f"{one.path}/standings", headers={"Accept": "text/csv"})).text
    report = await report_of(one)

    parsed = parse(report, tmp_path)

    by_sheet = {int(line.split(",")[1]): float(line.split(",")[5]) for line in sheet.splitlines()[1:]}
    assert {each.starting_number: each.points_times_ten / 10 for each in parsed.player_sections} == by_sheet
    assert "XXS W=3.0 D=1.0 WL=0.0 BL=0.0 PAB=1.0" in report


async def test_both_verifiers_compute_points_by_the_scores(world: World) -> None:
    one = await _played(world)
    await one.act("finish")
    text = await one.logs()
    logs = {log_id: list(entries) for log_id, entries in read_logs(text.splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    def other(**scores: int) -> File:
        return file_of(sealed_anew([changed(log[0], "tournament_created", scores=scores), *log[1:]]), *matches)

    upside_down = other(win=2, draw=6, loss=0, bye=2)
    generous = other(win=6, draw=5, loss=0, bye=6)

    assert [first(file).code for file in (File(text.encode()), upside_down, generous)] == [0, 1, 1]
    assert [opinion.code for opinion in second([File(text.encode()), upside_down])] == [0, 1]


@pytest.mark.parametrize(
    "terms",
    [
        {"system": "single_elimination"},
        {"system": "heats", "match": {"game": "apocalypse"}},
        {"system": "own", "match": {"game": "apocalypse"}},
    ],
)
async def test_other_systems_have_no_scores(world: World, terms: Json) -> None:
    director = await world.player("Director")
    body = {"label": "Duels", "match": DUELS, "scores": THREE, **terms}

    refused = await director.post("/v1/tournaments", body, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_system", "/scores")


@pytest.mark.parametrize(
    "wrong", [{"win": 2, "draw": 2}, {"win": 4, "draw": 1, "loss": 2}, {"win": 4, "draw": 1, "bye": 5}]
)
async def test_scores_are_in_the_order_of_results(world: World, wrong: Json) -> None:
    director = await world.player("Director")
    body = {"label": "Duels", "system": "swiss", "match": DUELS, "scores": THREE | wrong}

    refused = await director.post("/v1/tournaments", body, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_system", "/scores")
