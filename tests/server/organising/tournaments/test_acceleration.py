"""Acceleration of a Swiss by the Baku system (FIDE handbook, C.04.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from server.organising.tournaments.pairing.acceleration import first_group, virtual_points
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import changed, sealed_anew
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.organising.tournaments.reports import parse, report_of
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")


@pytest.mark.parametrize(
    ("rounds", "halves"),
    [
        (9, [2, 2, 2, 1, 1, 0, 0, 0, 0]),
        (10, [2, 2, 2, 1, 1, 0, 0, 0, 0, 0]),
        (5, [2, 2, 1, 0, 0]),
        (1, [2]),
        (2, [2, 0]),
    ],
)
def test_virtual_points_are_given_in_the_first_half_of_the_rounds(rounds: int, halves: list[int]) -> None:
    """The first is the example of the handbook: one point in three rounds of nine, then half a point in two."""
    assert [virtual_points(number, rounds) for number in range(1, rounds + 1)] == halves


@pytest.mark.parametrize(("size", "expected"), [(161, 82), (160, 80), (8, 4), (7, 4), (6, 4), (5, 4), (4, 2), (2, 2)])
def test_the_first_group_is_the_first_half_rounded_up_to_an_even_number(size: int, expected: int) -> None:
    """The first is the example of the handbook."""
    entrants = [f"e{number}" for number in range(1, size + 1)]

    assert first_group(entrants, entrants) == set(entrants[:expected])
    assert first_group(["gone", *entrants], entrants) == set(entrants[:expected])


def _pairs(round_: Json) -> set[frozenset[str]]:
    return {frozenset(table["entrants"]) for table in round_["tables"]}


async def _accelerated(world: World, **terms: Json) -> Directed:
    return await directed(world, NAMES, accelerated=True, rounds=4, **terms)


async def _play(one: Directed, number: int) -> None:
    """Play a round that every better number wins."""
    for table in await one.start(number):
        seats = table["entrants"]
        ranks = (1, 2) if seats[0] < seats[1] else (2, 1)
        await one.decide(table["match_id"], *ranks)


async def test_the_first_half_meets_among_itself_in_round_one_and_its_winners_in_round_two(world: World) -> None:
    """
    In round 2 of four, which is accelerated by ½, e1 and e2 have 1½, e3 and e4 have ½, e5 and e6 have 1.

    Without acceleration, e1 would meet e5 in round 1.
    """
    one = await _accelerated(world)
    await _play(one, 1)
    assert _pairs(await one.round(1)) == {
        frozenset(each) for each in (("e1", "e3"), ("e2", "e4"), ("e5", "e7"), ("e6", "e8"))
    }

    await _play(one, 2)

    second_round = await one.round(2)
    scores = {
        table["entrants"][seat]: table["reason"]["scores"][seat] for table in second_round["tables"] for seat in (0, 1)
    }
    assert scores == {"e1": 3, "e2": 3, "e3": 1, "e4": 1, "e5": 2, "e6": 2, "e7": 0, "e8": 0}
    assert _pairs(second_round) == {
        frozenset(each) for each in (("e1", "e2"), ("e5", "e6"), ("e3", "e4"), ("e7", "e8"))
    }
    await one.act("pair")
    third = {table["reason"]["scores"][0] for table in (await one.round(3))["tables"]}
    assert third <= {0, 2, 4}
    rows = (await one.director.get(f"{one.path}/standings"))["rows"]
    assert {row["entrant"]: row["points"] for row in rows}["e1"] == 4
    await one.require_genuine()


async def test_late_entrants_are_in_the_first_group_by_their_ratings(world: World) -> None:
    """The last of the first group, e4, has 996."""
    one = await _accelerated(world)
    await _play(one, 1)
    for name, rating in (("Ida", 997), ("Jo", 996)):
        player = await world.player(name)
        await one.director.put(f"{one.path}/entrants/{player.player_id}", {"rating": rating})

    await one.act("pair")

    tables = (await one.round(2))["tables"]
    scores = {
        entrant: points
        for table in tables
        for entrant, points in zip(table["entrants"], table["reason"]["scores"], strict=True)
    }
    assert (scores["e9"], scores["e10"]) == (1, 0)
    await one.require_genuine()


async def test_a_report_has_the_virtual_points(world: World, tmp_path: Path) -> None:
    one = await _accelerated(world)
    await _play(one, 1)

    parsed = parse(await report_of(one), tmp_path)

    assert parsed.x_section.accelerations == {number: [10, 5] for number in (1, 2, 3, 4)}


async def test_both_verifiers_know_what_can_be_accelerated(world: World) -> None:
    one = await _accelerated(world)
    await _play(one, 1)
    await one.act("finish")
    text = await one.logs()
    logs = {log_id: list(entries) for log_id, entries in read_logs(text.splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    def other(**changes: Json) -> File:
        return file_of(sealed_anew([changed(log[0], "tournament_created", **changes), *log[1:]]), *matches)

    three = {"win": 6, "draw": 2, "loss": 0, "bye": 6}
    files = [File(text.encode()), other(accelerated=False), other(scores=three), other(rounds=0)]

    assert [first(file).code for file in files] == [0, 1, 1, 1]
    assert [opinion.code for opinion in second(files)] == [0, 1, 1, 1]


@pytest.mark.parametrize(
    "terms", [{"rounds": 0}, {"system": "round_robin"}, {"scores": {"win": 6, "draw": 2, "bye": 6}}]
)
async def test_acceleration_is_for_a_planned_swiss_with_standard_scores(world: World, terms: Json) -> None:
    director = await world.player("Director")
    body = {"label": "Duels", "system": "swiss", "rounds": 4, "match": DUELS, "accelerated": True, **terms}

    refused = await director.post("/v1/tournaments", body, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_system", "/accelerated")


async def test_an_accelerated_swiss_keeps_a_planned_number_of_rounds(world: World) -> None:
    one = await _accelerated(world, scores={"win": 2, "draw": 1, "bye": 1})

    await one.refused("bad_system", 422, "edit", reason="Open end.", rounds=0)
