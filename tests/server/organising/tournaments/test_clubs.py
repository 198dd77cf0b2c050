"""Entrants of one club, and entrants who must not meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any


async def _clubs(one: Directed) -> Json:
    return {each["entrant"]: each["club"] for each in (await one.view())["entrants"]}


async def test_a_director_enters_players_of_a_club_and_everyone_sees_it(world: World) -> None:
    one = await directed(world, ("Ada",))
    bo = await world.player("Bo")

    await one.director.put(f"{one.path}/entrants/{bo.player_id}", {"club": "Weavers"})

    assert await _clubs(one) == {"e1": "", "e2": "Weavers"}
    told = await one.told("entered", by=bo)
    assert [fact.get("club") for fact in told] == [None, "Weavers"]


async def test_players_do_not_choose_their_club(world: World) -> None:
    one = await directed(world)
    bo = await world.player("Bo")

    refused = await bo.put(f"{one.path}/entrants/me", {"club": "Weavers"}, expect=403)

    assert (refused["code"], refused["pointer"]) == ("directors_only", "/club")
    assert (await one.view())["entrants"] == []
