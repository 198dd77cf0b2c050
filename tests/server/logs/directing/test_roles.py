"""Roles on an event, given and taken after it was made; who may do what is in docs/access.md."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.events import Event
from tests.server.organising.series.seasons import FIVE, season
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World, facts

Json = Any

Begin: TypeAlias = Callable[..., Awaitable[Event]]

each_event = pytest.mark.parametrize("begin", [directed, season], ids=["tournament", "series"])


async def _give(event: Event, player: Client, role: str) -> Json:
    return await event.act("give_role", player_id=player.player_id, role=role)


async def _told(event: Event, viewer: Client, prefix: str) -> list[Json]:
    events = (await viewer.get(f"{event.path}/events", limit=500))["events"]
    return [fact for fact in facts(events) if fact["type"].startswith(prefix)]


@each_event
async def test_roles_are_told_to_everyone_and_shown(world: World, begin: Begin) -> None:
    event = await begin(world, FIVE)
    cleo, onlooker = await world.player("Cleo"), await world.player("Onlooker")

    listing = await _give(event, cleo, "arbiter")
    mine = (await cleo.get(f"/v1/{event.kind}", mine="true"))[event.kind]
    await event.act("take_role", player_id=cleo.player_id, reason="Thanks.")

    assert [holder["role"] for holder in listing["roles"]] == ["owner", "arbiter"]
    assert [each[f"{event.selects}_id"] for each in mine] == [event.id]
    assert [fact["type"] for fact in await _told(event, onlooker, "role_")] == ["role_given", "role_taken"]
    assert [holder["role"] for holder in (await event.view(onlooker))["roles"]] == ["owner"]
    assert [fact["role"] for fact in facts(await cleo.news())] == ["arbiter", None]
    for opinion in both([File((await event.logs()).encode())])[0]:
        assert opinion.code == 0, opinion.lines


async def test_what_arbiters_and_directors_do_is_in_a_genuine_log(world: World) -> None:
    tournament = await directed(world, ["Ada", "Bo"], visibility="private")
    cleo, dora = await world.player("Cleo"), await world.player("Dora")
    await _give(tournament, cleo, "arbiter")
    await _give(tournament, dora, "director")

    await tournament.act("pair", by=dora)
    await tournament.act("start_round", by=dora)
    await tournament.act("pause", by=cleo)
    await tournament.act("resume", by=cleo)
    await tournament.act("forfeit", by=cleo, round=1, table=1, entrants=["e2"])

    await tournament.require_genuine()


async def test_an_observer_knows_of_a_private_tournament_and_nothing_that_is_not_public(world: World) -> None:
    tournament = await directed(world, FIVE, visibility="private", schedule={"review_seconds": 600})
    olive = await world.player("Olive")
    await _give(tournament, olive, "observer")

    await tournament.act("pair")
    view = await tournament.view(olive)

    assert (view["viewer"], view["rounds"]) == ("spectator", [])


async def test_a_tournament_can_be_handed_over_but_not_left_alone(world: World) -> None:
    tournament = await directed(world, ["Ada", "Bo"])
    dora, ada = await world.player("Dora"), tournament.entrants["e1"]
    maker = tournament.director

    await tournament.refused("last_owner", 409, "take_role", player_id=maker.player_id)
    await _give(tournament, ada, "owner")
    await tournament.refused("director_plays", 409, "take_role", player_id=maker.player_id)
    await _give(tournament, dora, "owner")
    await tournament.act("take_role", player_id=maker.player_id)
    await tournament.act("pair", by=dora)
    await tournament.act("start_round", by=dora)

    (match,) = (await dora.get("/v1/matches", tournament=tournament.id))["matches"]
    assert match["host"]["name"] == "Dora"


async def test_who_has_a_place_in_a_series_neither_directs_nor_judges_but_may_observe(world: World) -> None:
    series = await season(world, FIVE)
    ada = series.entrants["e1"]

    await series.refused("director_plays", 409, "give_role", player_id=ada.player_id, role="arbiter")
    await _give(series, ada, "observer")

    assert (await series.view(ada))["viewer"] == "e1"
    await series.require_genuine()


@each_event
async def test_who_has_directed_or_judged_since_the_start_takes_no_place_any_more(world: World, begin: Begin) -> None:
    event = await begin(world, FIVE)
    holders = {role: await world.player(role) for role in ("arbiter", "director")}
    for role, holder in holders.items():
        await _give(event, holder, role)
    for action in ("start",) if event.kind == "series" else ("pair", "start_round"):
        await event.act(action)

    for holder in holders.values():
        await event.act("take_role", by=holder, player_id=holder.player_id)
        if event.kind == "series":
            await event.refused("director_plays", 409, "replace", entrant="e1", player_id=holder.player_id)
        else:
            assert (await holder.put(f"{event.path}/entrants/me", {}, expect=403))["code"] == "director_plays"
    await event.require_genuine()


@each_event
async def test_who_has_looked_as_an_administrator_since_the_start_takes_no_place_any_more(
    world: World, begin: Begin
) -> None:
    """Not even when they have become a player as all others: what they have seen, they know."""
    event = await begin(world, FIVE)
    olga, themis = [await world.player(name, administrator_key="laplace and his demon") for name in ("Olga", "Themis")]
    for action in ("start",) if event.kind == "series" else ("pair", "start_round"):
        await event.act(action)
    assert (await event.view(olga))["viewer"] == "host"

    await themis.post(f"/v1/administration/players/{olga.player_id}/actions", {"type": "remove_administrator"})

    if event.kind == "series":
        await event.refused("director_plays", 409, "replace", entrant="e1", player_id=olga.player_id)
    else:
        assert (await olga.put(f"{event.path}/entrants/me", {}, expect=403))["code"] == "director_plays"


@each_event
async def test_a_look_of_an_administrator_is_an_entry_told_to_those_who_direct(world: World, begin: Begin) -> None:
    event = await begin(world, FIVE)
    olga = await world.player("Olga", administrator_key="laplace and his demon")

    for _ in range(2):
        assert (await event.view(olga))["viewer"] == "host"
    looks = [await _told(event, each, "host_view_asked") for each in (event.director, event.entrants["e1"])]
    await event.act("cancel")
    log = (await event.entrants["e1"].http.get(f"{event.path}/log")).text

    assert [[fact["player"]["name"] for fact in told] for told in looks] == [["Olga"], []]
    assert log.count('"type":"host_view_asked"') == 1
    await event.require_genuine()
