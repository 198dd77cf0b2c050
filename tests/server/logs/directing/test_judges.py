"""Who has a place in an event neither sees nor decides its matches of others; who decides one is named in its log."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.events import Event
from tests.server.organising.series.seasons import begun
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World

Json = Any

_FOUR = ("Ada", "Bo", "Cy", "Di")


async def _event(world: World, kind: str) -> tuple[Event, str, Client]:
    """Start an event; return a match of it, and an entrant who does not sit there, if there is one."""
    if kind == "series":
        season = await begun(world)
        return season, await season.match(), season.entrants["e1"]
    tournament = await directed(world, _FOUR)
    tables = await tournament.start()
    seated = tables[0]["entrants"]
    rival = next(client for entrant, client in tournament.entrants.items() if entrant not in seated)
    return tournament, tables[0]["match_id"], rival


async def _give(event: Event, match_id: str, player: Client, role: str, expect: int = 200) -> Json:
    body = {"type": "give_role", "player_id": player.player_id, "role": role}
    return await event.director.post(f"/v1/matches/{match_id}/actions", body, expect)


@pytest.mark.parametrize("kind", ["tournament", "series"])
@pytest.mark.parametrize("role", ["arbiter", "director", "owner"])
async def test_nobody_with_a_place_in_an_event_gets_a_role_that_sees_its_matches(
    world: World, kind: str, role: str
) -> None:
    event, match_id, rival = await _event(world, kind)

    problem = await _give(event, match_id, rival, role, 409)

    assert problem["code"] == "director_plays"


async def test_who_had_a_place_gets_none_either_and_an_observer_sees_no_more_than_spectators(world: World) -> None:
    event, match_id, rival = await _event(world, "tournament")
    entrant = next(each for each, client in event.entrants.items() if client is rival)
    await _give(event, match_id, rival, "observer")
    await event.director.act(match_id, {"type": "take_role", "player_id": rival.player_id})
    await event.act("replace_entrant", entrant=entrant)

    problem = await _give(event, match_id, rival, "arbiter", 409)

    assert problem["code"] == "director_plays"


async def test_who_judges_a_match_of_an_event_cannot_enter_it_until_the_role_is_laid_down(world: World) -> None:
    tournament = await directed(world, _FOUR)
    match_id = (await tournament.start())[0]["match_id"]
    judge = await world.player("Judge")
    await _give(tournament, match_id, judge, "arbiter")
    invitation = (await tournament.invite())["token"]

    entering = await tournament.enter(judge, 409)
    accepting = await judge.post(f"/v1/invitations/{invitation}/accept", {}, 409)
    replacing = await tournament.act("replace_entrant", 409, entrant="e1", player_id=judge.player_id)
    await judge.act(match_id, {"type": "take_role", "player_id": judge.player_id})
    await tournament.enter(judge)

    assert [each["code"] for each in (entering, accepting, replacing)] == ["director_plays"] * 3


async def test_who_judges_a_match_of_a_series_goes_on_for_nobody_in_it(world: World) -> None:
    season = await begun(world)
    judge = await world.player("Judge")
    await _give(season, await season.match(), judge, "arbiter")

    await season.refused("director_plays", 409, "replace", entrant="e1", player_id=judge.player_id)


async def test_an_administrator_who_has_entered_decides_no_match_of_others(world: World) -> None:
    tournament = await directed(world, _FOUR)
    olga = await world.player("Olga", administrator_key="laplace and his demon")
    await tournament.enter(olga)
    tables = await tournament.start()
    match_id = next(each["match_id"] for each in tables if "e5" not in each["entrants"] and each["match_id"])
    body = {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Mine."}

    problem = await olga.post(f"/v1/matches/{match_id}/actions", body, 403)

    assert problem["code"] == "director_plays"


async def test_a_table_whose_match_was_adjudicated_is_taken_as_such_and_names_who_did_it(world: World) -> None:
    tournament = await directed(world, _FOUR)
    tables = await tournament.start()
    judge = await world.player("Judge")
    await _give(tournament, tables[0]["match_id"], judge, "arbiter")
    await judge.act(tables[0]["match_id"], {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Seen."})
    await world.settle()

    (done,) = await tournament.told("table_done")

    assert (done["how"], done["points"]) == ("adjudicated", [2, 0])
    assert done["by"] == {"player_id": judge.player_id, "name": "Judge"}
    await tournament.require_genuine()


async def test_nobody_who_holds_another_role_is_named_for_what_only_judges_and_owners_do(world: World) -> None:
    tournament = await directed(world, _FOUR)
    tables = await tournament.start()
    observer = await world.player("Observer")
    await _give(tournament, tables[0]["match_id"], observer, "observer")
    problem = await observer.post(
        f"/v1/matches/{tables[0]['match_id']}/actions",
        {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Mine."},
        403,
    )

    assert problem["code"] == "host_only"
