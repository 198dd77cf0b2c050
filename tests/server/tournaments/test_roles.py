"""Roles on a tournament, given and taken after it was made."""

from __future__ import annotations

from typing import Any

from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.tournaments.directing import Directed, directed
from tests.server.world import Client, World, facts

Json = Any


async def _give(found: Directed, player: Client, role: str, expect: int = 200, by: Client | None = None) -> Json:
    return await found.act("give_role", expect, by, player_id=player.player_id, role=role)


async def test_roles_are_told_to_everyone_and_shown(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"])
    cleo, onlooker = await world.player("Cleo"), await world.player("Onlooker")

    listing = await _give(found, cleo, "arbiter")
    await found.act("take_role", player_id=cleo.player_id, reason="Thanks.")
    told = facts((await onlooker.get(f"{found.path}/events"))["events"])

    assert [holder["role"] for holder in listing["roles"]] == ["owner", "arbiter"]
    assert [fact["type"] for fact in told if fact["type"].startswith("role_")] == ["role_given", "role_taken"]
    assert [holder["role"] for holder in (await found.view(onlooker))["roles"]] == ["owner"]
    assert [fact["role"] for fact in facts(await cleo.news())] == ["arbiter", None]
    for opinion in both([File((await found.logs()).encode())])[0]:
        assert opinion.code == 0, opinion.lines


async def test_an_arbiter_delays_and_decides_tables_and_a_director_does_all_but_roles(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"], visibility="private")
    cleo, dora = await world.player("Cleo"), await world.player("Dora")
    await _give(found, cleo, "arbiter")
    await _give(found, dora, "director")

    await found.refused("directors_only", 403, "pair", by=cleo)
    await found.act("pair", by=dora)
    await found.act("start_round", by=dora)
    await found.act("pause", by=cleo)
    await found.act("resume", by=cleo)
    await found.refused("owners_only", 403, "give_role", by=dora, player_id=cleo.player_id, role="owner")
    await found.act("forfeit", by=cleo, round=1, table=1, entrants=["e2"])

    assert [each["tournament_id"] for each in (await cleo.get("/v1/tournaments", mine="true"))["tournaments"]]
    await found.require_genuine()


async def test_an_observer_knows_of_a_private_tournament_and_nothing_that_is_not_public(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"], visibility="private", schedule={"review_seconds": 600})
    olive = await world.player("Olive")
    assert (await olive.get(f"{found.path}/view", expect=404))["code"] == "unknown_tournament"
    await _give(found, olive, "observer")

    await found.act("pair")
    view = await found.view(olive)

    assert (view["viewer"], view["rounds"]) == ("spectator", [])


async def test_a_tournament_can_be_handed_over_but_not_left_alone(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"])
    dora, ada = await world.player("Dora"), found.entrants["e1"]
    maker = found.director

    await found.refused("last_owner", 409, "take_role", player_id=maker.player_id)
    await _give(found, ada, "owner")
    await found.refused("director_plays", 409, "take_role", player_id=maker.player_id)
    await _give(found, dora, "owner")
    await found.act("take_role", player_id=maker.player_id)
    await found.act("pair", by=dora)
    await found.act("start_round", by=dora)

    (match,) = (await dora.get("/v1/matches", tournament=found.id))["matches"]
    assert match["host"]["name"] == "Dora"


async def test_who_has_directed_or_judged_since_round_one_cannot_enter_any_more(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"], system="swiss")
    cleo = await world.player("Cleo")
    await _give(found, cleo, "arbiter")
    await found.start()
    await found.act("take_role", by=cleo, player_id=cleo.player_id)

    refused = await cleo.put(f"{found.path}/entrants/me", {}, expect=403)

    assert refused["code"] == "director_plays"
    await found.require_genuine()


async def test_a_look_of_an_administrator_is_an_entry_told_to_those_who_direct(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"])
    olga = await world.player("Olga", administrator_key="laplace")

    for _ in range(2):
        assert (await found.view(olga))["viewer"] == "host"
    looks = [
        [
            fact["player"]["name"]
            for fact in facts((await each.get(f"{found.path}/events"))["events"])
            if fact["type"] == "host_view_asked"
        ]
        for each in (found.director, found.entrants["e1"])
    ]
    await found.act("cancel")
    log = (await found.entrants["e1"].http.get(f"{found.path}/log")).text

    assert looks == [["Olga"], []]
    assert log.count('"host_view_asked","player"') + log.count('"type":"host_view_asked"') == 1
    await found.require_genuine()
