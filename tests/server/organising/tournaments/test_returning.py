"""Who has withdrawn or was dropped comes back: by themselves while entries are open, and by a director."""

from __future__ import annotations

from typing import Any

import pytest

from server.organising.tournaments.entering import RETURNS
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

Json = Any

FOUR = ("Ada", "Bo", "Cy", "Di")


async def _leave(one: Directed, entrant: str) -> None:
    await one.entrants[entrant].delete(f"{one.path}/entrants/me")


async def _back(one: Directed, entrant: str, expect: int = 200, **body: Json) -> Json:
    return await one.entrants[entrant].put(f"{one.path}/entrants/me", body, expect)


async def _entrant(one: Directed, entrant: str) -> Json:
    return next(each for each in (await one.view())["entrants"] if each["entrant"] == entrant)


async def _decide(one: Directed, tables: list[Json]) -> None:
    for table in tables:
        if table["match_id"]:
            await one.decide(table["match_id"])


async def _heard(player: Client) -> list[str]:
    return [fact["type"] for event in await player.news() for fact in event["facts"] if "tournament_id" in fact]


async def _require_genuine_by_both(one: Directed) -> None:
    await one.require_genuine()
    for opinion in both([File((await one.logs()).encode())])[0]:
        assert opinion.code == 0, opinion.lines


async def test_who_was_late_at_check_in_is_brought_back_and_plays_the_next_round(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    await one.act("check_in")
    for entrant in ("e1", "e2"):
        await one.entrants[entrant].put(f"{one.path}/check_in", {})
    await _decide(one, await one.start())
    assert (await _entrant(one, "e3"))["left_because"] == "no_check_in"

    await one.act("bring_back", entrant="e3", reason="A minute late.")

    assert (await _entrant(one, "e3"))["left_because"] is None
    assert await _heard(one.entrants["e3"]) == [
        "tournament_entered",
        "check_in_asked",
        "tournament_left",
        "tournament_entered",
    ]
    tables = await one.start(2)
    assert "e3" in {entrant for table in tables for entrant in table["entrants"]}
    await _decide(one, tables)
    await one.act("finish")
    await _require_genuine_by_both(one)


async def test_a_player_comes_back_with_number_and_points_while_entries_are_open(world: World) -> None:
    one = await directed(world, FOUR)
    tables = await one.start()
    await _decide(one, tables)
    winner = tables[0]["entrants"][0]
    before = await _entrant(one, winner)
    await _leave(one, winner)

    reply = await _back(one, winner)

    assert reply["entrants"] == 4
    assert await _entrant(one, winner) == before
    (row,) = [row for row in (await one.director.get(f"{one.path}/standings"))["rows"] if row["entrant"] == winner]
    assert (row["points"], row["withdrawn"]) == (2, False)
    assert len((await one.view())["entrants"]) == 4
    again = await _back(one, winner, 409)
    assert again["code"] == "already_entered"
    for number in (2, 3):
        await _decide(one, await one.start(number))
    await one.act("finish")
    await _require_genuine_by_both(one)


async def test_what_a_director_decided_only_a_director_takes_back(world: World) -> None:
    one = await directed(world, FOUR)
    await one.act("disqualify", entrant="e1")
    bo = one.entrants["e2"]
    await one.director.delete(f"{one.path}/entrants/{bo.player_id}")

    refused = [await _back(one, entrant, 409) for entrant in ("e1", "e2")]
    entered = await one.director.put(f"{one.path}/entrants/{bo.player_id}", {}, 409)

    assert {problem["code"] for problem in refused} == {"not_open"}
    assert (entered["code"], "`bring_back`" in entered["detail"]) == ("already_entered", True)
    for entrant in ("e1", "e2"):
        await one.act("bring_back", entrant=entrant)
        await one.refused("already_entered", 409, "bring_back", entrant=entrant)
    assert [each["left_because"] for each in (await one.view())["entrants"]] == [None] * 4
    await _require_genuine_by_both(one)


async def test_a_second_account_does_not_stand_twice(world: World) -> None:
    one = await directed(world, FOUR)
    await _leave(one, "e1")
    second = await world.player("Ada")
    await second.put(f"{one.path}/entrants/me", {})

    own = await _back(one, "e1", 409)
    told = await one.refused("name_too_similar", 409, "bring_back", entrant="e1")
    await second.delete(f"{one.path}/entrants/me")
    await one.act("bring_back", entrant="e1")

    assert own["code"] == "name_too_similar"
    assert "e5" in told["detail"]
    twice = await second.put(f"{one.path}/entrants/me", {}, 409)
    assert twice["code"] == "name_too_similar"
    await _require_genuine_by_both(one)


async def test_players_come_back_by_themselves_a_few_times_only(world: World) -> None:
    one = await directed(world, FOUR)
    for _ in range(RETURNS):
        await _leave(one, "e1")
        await _back(one, "e1")
    await _leave(one, "e1")

    refused = await _back(one, "e1", 409)
    await one.act("bring_back", entrant="e1")

    assert refused["code"] == "not_open"
    await _require_genuine_by_both(one)


async def test_who_comes_back_waits_if_the_place_was_given_away(world: World) -> None:
    one = await directed(world, FOUR[:2], max_entrants=2, rounds=1)
    cy = await world.player("Cy")
    await cy.put(f"{one.path}/entrants/me", {})
    await _leave(one, "e1")

    await _back(one, "e1")

    assert [each["waiting"] for each in (await one.view())["entrants"]] == [True, False, False]
    await _leave(one, "e1")
    await _decide(one, await one.start())
    await one.refused("not_open", 409, "bring_back", entrant="e1")
    await _require_genuine_by_both(one)


@pytest.mark.parametrize("system", ["single_elimination", "round_robin"])
async def test_where_nobody_enters_late_only_who_was_in_round_1_is_brought_back(world: World, system: str) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"), system=system)
    await _leave(one, "e5")
    tables = await one.start()
    await _decide(one, tables)
    winner, other = (table["entrants"][0] for table in tables)
    await _leave(one, winner)
    own = await _back(one, winner, 409)

    await one.refused("not_open", 409, "bring_back", entrant="e5")
    await one.act("bring_back", entrant=winner)

    assert own["code"] == "not_open"
    second = await one.start(2)
    assert winner in {entrant for table in second if table["match_id"] for entrant in table["entrants"]}
    if system == "single_elimination":
        assert sorted(second[0]["entrants"]) == sorted((winner, other))
    await _require_genuine_by_both(one)


async def test_a_bracket_that_seemed_decided_goes_on(world: World) -> None:
    one = await directed(world, FOUR, system="single_elimination")
    tables = await one.start()
    await _decide(one, tables)
    winner, other = (table["entrants"][0] for table in tables)
    await _leave(one, winner)
    await one.act("pair")
    await one.refused("no_round_left", 409, "pair")

    await one.act("bring_back", entrant=winner)

    (final,) = await one.start(2)
    assert sorted(final["entrants"]) == sorted((winner, other))
    await _require_genuine_by_both(one)


async def test_a_team_comes_back_by_either_member(world: World) -> None:
    one = await directed(world, teams="fixed", match={"game": "hero_of_the_arena", "variant": "skirmish"})
    ada, bo = await world.player("Ada"), await world.player("Bo")
    await one.director.put(f"{one.path}/entrants/{ada.player_id}", {"partner": bo.player_id})
    await ada.delete(f"{one.path}/entrants/me")

    await bo.put(f"{one.path}/entrants/me", {})

    assert (await _entrant(one, "e1"))["left_because"] is None
    await _require_genuine_by_both(one)


async def test_only_an_entrant_of_a_tournament_that_is_not_over_is_brought_back(world: World) -> None:
    one = await directed(world, FOUR[:2])
    await _leave(one, "e1")
    await one.refused("not_entered", 409, "replace_entrant", entrant="e1")
    await one.refused("unknown_entrant", 422, "bring_back", entrant="e9")
    await one.act("cancel")
    await one.refused("tournament_over", 409, "bring_back", entrant="e1")
    await _require_genuine_by_both(one)
