"""Two entrants of one tournament cannot have names that look alike, because they could meet in a match."""

from __future__ import annotations

from typing import Final

from tests.server.tournaments.directing import directed
from tests.server.world import World

CYRILLIC: Final = "\u0410da"
"""It looks like Ada."""


async def test_whoever_enters_second_is_refused_also_if_a_director_enters_them(world: World) -> None:
    tournament = await directed(world, ["Ada"])
    ada, false, bo = tournament.entrants["e1"], await world.player(CYRILLIC), await world.player("Bo")
    entrants = f"{tournament.path}/entrants"

    by_itself = await false.put(f"{entrants}/me", {}, expect=409)
    by_director = await tournament.director.put(f"{entrants}/{false.player_id}", {}, expect=409)
    await bo.put(f"{entrants}/me", {})
    await ada.delete(f"{entrants}/me")
    later = await false.put(f"{entrants}/me", {})

    assert (by_itself["code"], by_director["code"]) == ("name_too_similar", "name_too_similar")
    assert "entrant e1" in by_itself["detail"]
    assert later["entrants"] == 2


async def test_who_replaces_an_entrant_looks_like_nobody_but_the_one_replaced(world: World) -> None:
    tournament = await directed(world, ["Ada", "Bo"])
    false, again = await world.player(CYRILLIC), await world.player("Bo")

    await tournament.refused("name_too_similar", 409, "replace_entrant", entrant="e2", player_id=false.player_id)
    await tournament.act("replace_entrant", entrant="e2", player_id=again.player_id)

    assert (await tournament.view())["entrants"][1]["player"]["player_id"] == again.player_id


async def test_partners_and_other_teams_have_names_of_their_own(world: World) -> None:
    tournament = await directed(world, teams="fixed", match={"game": "hero_of_the_arena"})
    ada, bo, false, cy = [await world.player(name) for name in ("Ada", "Bo", CYRILLIC, "Cy")]
    director, entrants = tournament.director, f"{tournament.path}/entrants"

    partners = await director.put(f"{entrants}/{ada.player_id}", {"partner": false.player_id}, expect=409)
    await director.put(f"{entrants}/{bo.player_id}", {"partner": ada.player_id})
    others = await director.put(f"{entrants}/{cy.player_id}", {"partner": false.player_id}, expect=409)

    assert (partners["code"], others["code"]) == ("name_too_similar", "name_too_similar")
