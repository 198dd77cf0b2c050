"""Roles on a series, given and taken after it was made."""

from __future__ import annotations

from tests.server.series.seasons import season
from tests.server.world import World, facts

FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")


async def test_roles_on_a_series_are_told_and_judge_it(world: World) -> None:
    one = await season(world, FIVE)
    cleo, onlooker = await world.player("Cleo"), await world.player("Onlooker")
    await one.act("give_role", player_id=cleo.player_id, role="arbiter")

    await one.refused("directors_only", 403, "start", by=cleo)
    await one.act("start")
    await one.act("pause", by=cleo)
    await one.refused("owners_only", 403, "take_role", by=cleo, player_id=one.director.player_id)
    await one.act("take_role", by=cleo, player_id=cleo.player_id)

    told = facts((await onlooker.get(f"{one.path}/events", limit=500))["events"])
    assert [fact["type"] for fact in told if fact["type"].startswith("role_")] == ["role_given", "role_taken"]
    assert [fact["role"] for fact in facts(await cleo.news())] == ["arbiter", None]
    assert [holder["role"] for holder in (await one.view())["roles"]] == ["owner"]
    await one.require_genuine()


async def test_who_has_a_place_neither_directs_nor_judges_but_may_observe(world: World) -> None:
    one = await season(world, FIVE)
    ada = one.entrants["e1"]

    await one.refused("director_plays", 409, "give_role", player_id=ada.player_id, role="arbiter")
    await one.act("give_role", player_id=ada.player_id, role="observer")

    assert (await ada.get(f"{one.path}/view"))["viewer"] == "e1"
    await one.require_genuine()


async def test_who_has_judged_a_series_takes_no_place_in_it(world: World) -> None:
    one = await season(world, FIVE)
    cleo = await world.player("Cleo")
    await one.act("give_role", player_id=cleo.player_id, role="director")
    await one.act("start")
    await one.act("take_role", player_id=cleo.player_id)

    await one.refused("director_plays", 409, "replace", entrant="e1", player_id=cleo.player_id)

    await one.require_genuine()


async def test_a_look_of_an_administrator_is_an_entry_of_the_series(world: World) -> None:
    one = await season(world, FIVE)
    olga = await world.player("Olga", administrator_key="laplace")

    for _ in range(2):
        assert (await olga.get(f"{one.path}/view"))["viewer"] == "host"

    assert len(await one.told("host_view_asked")) == 1
    await one.require_genuine()
