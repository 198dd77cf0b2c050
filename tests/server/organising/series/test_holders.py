"""Who had a place when is a fact: who goes on in it later did not play the earlier episodes."""

from __future__ import annotations

from typing import Any

from server.organising.series.commands import MOST_TAKES
from tests.server.organising.series.seasons import RANKS, begun, season, to_the_pick
from tests.server.world import World

Json = Any


def _named(players: list[Json]) -> list[str | None]:
    return [None if player is None else player["name"] for player in players]


async def test_an_earlier_episode_names_who_played_it_and_the_entrant_who_left(world: World) -> None:
    one = await to_the_pick(world)
    await one.decide(one.entrants["e5"], 1, "e3")
    await one.end({"e3": 1, "e5": 2})
    zoe = await world.player("Zoe")

    await one.act("replace", entrant="e3", player_id=zoe.player_id, reason="Moved.")
    await one.act("start")

    view = await one.view()
    first, second = view["episodes"]
    assert [_named(episode["main"]["players"]["e3"]) for episode in (first, second)] == [["Cy"], ["Zoe"]]
    assert {name: _named(held) for name, held in first["death"]["players"].items()} == {"e3": ["Cy"], "e5": ["Ed"]}
    assert _named(first["decisions"][0]["players"]) == ["Ed"]
    (was,) = next(each["earlier"] for each in view["entrants"] if each["entrant"] == "e3")
    assert (was["player"]["name"], was["because"], was["episodes"]) == ("Cy", "replaced", 1)
    await one.require_genuine()


async def test_a_match_and_a_decision_name_all_who_had_a_place_in_them(world: World) -> None:
    """In a match that is played again, only who has the place then."""
    one = await begun(world)
    zoe = await world.player("Zoe")
    await one.act("replace", entrant="e5", player_id=zoe.player_id)
    assert _named((await one.view())["episodes"][0]["main"]["players"]["e5"]) == ["Ed", "Zoe"]
    await one.void()
    await one.act("replay")
    assert _named((await one.view())["episodes"][0]["main"]["players"]["e5"]) == ["Zoe"]
    await one.end(RANKS, {"e5": ["elimination_candidate"]})

    await one.act("disqualify", entrant="e5", reason="Two accounts.")

    view = await one.view()
    assert _named(view["episodes"][0]["main"]["players"]["e5"]) == ["Zoe"]
    assert _named(view["episodes"][0]["decisions"][0]["players"]) == ["Zoe", None]
    assert [(each["because"], each["episodes"]) for each in view["entrants"][4]["earlier"]] == [
        ("replaced", 1),
        ("disqualified", 1),
    ]
    await one.require_genuine()


async def test_who_had_a_place_comes_back_to_it_and_to_no_other(world: World) -> None:
    """Whoever had a place knows its secrets."""
    one = await to_the_pick(world)
    cy = one.entrants["e3"]
    await cy.delete(f"{one.path}/players/me")
    await one.refused("already_entered", 409, "replace", entrant="e4", player_id=cy.player_id)

    await one.act("replace", entrant="e3", player_id=cy.player_id, reason="Back again.")

    entrant = (await one.view())["entrants"][2]
    assert entrant["player"]["name"] == "Cy"
    assert [(was["player"] and was["player"]["name"], was["because"]) for was in entrant["earlier"]] == [
        ("Cy", "own_wish"),
        (None, "replaced"),
    ]
    assert (await one.view(cy))["viewer"] == "e3"
    await one.decide(one.entrants["e5"], 1, "e3")
    assert _named((await one.view())["episodes"][0]["death"]["players"]["e3"]) == ["Cy"]
    await one.require_genuine()


async def test_before_the_start_who_left_takes_a_place_again_a_few_times(world: World) -> None:
    one = await season(world, ("Ada",))
    ada = one.entrants["e1"]
    for _ in range(MOST_TAKES - 1):
        await ada.delete(f"{one.path}/players/me")
        await one.enter(ada)
    await ada.delete(f"{one.path}/players/me")

    refused = await one.enter(ada, 409)

    assert refused["code"] == "not_open"
    await one.act("start")
    await one.require_genuine()
