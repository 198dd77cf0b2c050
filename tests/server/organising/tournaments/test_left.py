"""Who has left a tournament: the expelled and those who never played have no place, and others move up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from server.organising.tournaments.course import Course
from server.organising.tournaments.systems import final_places
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

Json = Any

FOUR = ("Ada", "Bo", "Cy", "Di")


async def _played(world: World, **terms: Json) -> tuple[Directed, str, str]:
    """Play a round in which the first of each table wins; return the leader of the standings, and the second."""
    one = await directed(world, FOUR, **terms)
    for table in await one.start():
        await one.decide(table["match_id"])
    first, second, *_ = (await _standings(one))["rows"]
    return one, first["entrant"], second["entrant"]


async def _standings(one: Directed) -> Json:
    return await one.director.get(f"{one.path}/standings")


async def _course(one: Directed) -> Course:
    live = await one.world.app.state.server.streams.tournaments.get(one.id)
    course: Course = live.state.course
    return course


async def _rated(player: Client) -> Json:
    await player.world.app.state.server.rater.sweep()
    return (await player.get("/v1/players/me/ratings"))["ratings"]


async def _ends(player: Client) -> list[Json]:
    facts = [fact for event in await player.news() for fact in event["facts"]]
    return [fact["place"] for fact in facts if fact["type"] == "tournament_ended"]


async def test_an_expelled_winner_has_no_place_and_the_best_who_is_left_wins(world: World) -> None:
    one, winner, second = await _played(world)
    await one.act("disqualify", entrant=winner, reason="Two accounts.")

    await one.act("finish")

    view = await one.view()
    assert [place for place, _ in view["places"]] == [1, 2, 2]
    assert view["places"][0][1] == second
    assert winner not in [entrant for _, entrant in view["places"]]
    assert {each["entrant"]: each["left_because"] for each in view["entrants"]} == {
        **dict.fromkeys(one.entrants),
        winner: "disqualified",
    }
    assert await _ends(one.entrants[winner]) == []
    assert await _ends(one.entrants[second]) == [1]
    *_, last = (await _standings(one))["rows"]
    assert (last["entrant"], last["rank"], last["points"]) == (winner, None, 2)
    reply = await one.director.http.get(f"{one.path}/standings", headers={"Accept": "text/csv"})
    assert reply.text.splitlines()[-1].startswith(f",{last['number']},{winner},")
    assert ",disqualified,1," in reply.text.splitlines()[-1]
    await one.require_genuine()


async def test_the_runner_up_wins_a_bracket_whose_winner_is_expelled(world: World) -> None:
    one = await directed(world, FOUR[:2], system="single_elimination")
    (table,) = await one.start()
    await one.decide(table["match_id"])
    winner, other = table["entrants"]
    await one.act("disqualify", entrant=winner)

    await one.act("finish")

    assert (await one.view())["places"] == [[1, other]]
    await one.require_genuine()


async def test_who_withdraws_and_has_played_no_table_has_no_place(world: World) -> None:
    """A forfeit is no table played; who has played keeps the place."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed", "Flo"))
    absent, played, *_ = tables = await one.start()
    await one.act("forfeit", round=1, table=absent["table"], entrants=absent["entrants"][:1])
    for table in tables[1:]:
        await one.decide(table["match_id"])
    for entrant in (absent["entrants"][0], played["entrants"][0]):
        await one.entrants[entrant].delete(f"{one.path}/entrants/me")

    await one.act("finish")

    placed = [entrant for _, entrant in (await one.view())["places"]]
    assert absent["entrants"][0] not in placed
    assert played["entrants"][0] in placed
    assert len(placed) == 5
    await one.require_genuine()


async def test_who_withdraws_can_still_be_expelled_once(world: World) -> None:
    one, winner, second = await _played(world)
    await one.entrants[winner].delete(f"{one.path}/entrants/me")

    await one.act("disqualify", entrant=winner, reason="Seen later.")
    await one.refused("not_entered", 409, "disqualify", entrant=winner)
    await one.act("finish")

    assert (await one.view())["places"][0] == [1, second]
    await one.require_genuine()


@pytest.mark.parametrize("rated", [False, True])
async def test_the_tournament_says_whether_tables_of_the_expelled_are_rated(world: World, *, rated: bool) -> None:
    one, winner, _ = await _played(world, rate_expelled=rated)
    tables = (await one.round(1))["tables"]
    (loser,) = (table["entrants"][1] for table in tables if table["entrants"][0] == winner)
    (others,) = (table["entrants"] for table in tables if winner not in table["entrants"])
    await one.act("disqualify", entrant=winner)

    await one.act("finish")

    assert [bool(await _rated(one.entrants[each])) for each in (winner, loser)] == [rated, rated]
    assert all([await _rated(one.entrants[each]) for each in others])
    assert (await one.view())["settings"]["rate_expelled"] is rated


async def test_in_tournaments_of_earlier_servers_everyone_keeps_the_place(world: World) -> None:
    """Their logs do not say what becomes of the expelled; what was decided stays."""
    one, winner, _ = await _played(world)
    await one.act("disqualify", entrant=winner)
    course = await _course(one)

    earlier = replace(course, created=replace(course.terms, rate_expelled=None))

    assert final_places(earlier)[0] == (1, winner)
    assert final_places(course)[0][1] != winner
