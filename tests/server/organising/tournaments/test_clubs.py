"""Entrants of one club, and entrants who must not meet."""

from __future__ import annotations

from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.people.forgetting.test_forgotten import require_genuine
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


async def test_a_director_sets_and_takes_away_clubs_later(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))

    await one.act("set_club", entrant="e1", club="Weavers")
    await one.act("set_club", entrant="e2", club="Spinners")
    before = await one.log()
    await one.act("set_club", entrant="e2", club="Spinners")
    assert await one.log() == before
    await one.act("set_club", entrant="e2", club="")

    assert await _clubs(one) == {"e1": "Weavers", "e2": ""}
    assert len(await one.told("club_set", by=one.entrants["e2"])) == 3
    await one.refused("unknown_entrant", 422, "set_club", entrant="e9", club="")
    await one.require_genuine()


async def test_members_of_a_club_do_not_meet_in_the_first_rounds_if_others_are_there(world: World) -> None:
    """By numbers, round 1 would be e1 against e3, and e2 against e4."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), clubs_apart=1, schedule={"review_seconds": 60})
    for entrant, club in {"e1": "Weavers", "e3": "Weavers", "e4": "Spinners"}.items():
        await one.act("set_club", entrant=entrant, club=club)

    await one.act("pair")

    apart = await one.round(1)
    assert {frozenset(table["entrants"]) for table in apart["tables"]} == {
        frozenset(("e1", "e4")),
        frozenset(("e2", "e3")),
    }
    assert [table["reason"]["costs"]["same_club"] for table in apart["tables"]] == [0, 0]
    for entrant in ("e2", "e4"):
        await one.act("set_club", entrant=entrant, club="Weavers")
    await one.act("pair")
    alone = await one.round(1)
    assert [table["reason"]["costs"]["same_club"] for table in alone["tables"]] == [1, 1]
    await one.require_genuine()


async def test_after_the_first_rounds_clubs_decide_nothing(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), clubs_apart=1)
    for entrant in ("e1", "e2", "e3", "e4"):
        await one.act("set_club", entrant=entrant, club="Weavers")
    for table in await one.start():
        await one.decide(table["match_id"])

    await one.act("pair")

    assert all("same_club" not in table["reason"]["costs"] for table in (await one.round(2))["tables"])
    await one.require_genuine()


async def test_only_a_swiss_keeps_clubs_apart(world: World) -> None:
    director = await world.player("Director")
    body = {"label": "Duels", "system": "round_robin", "match": DUELS, "clubs_apart": 1}

    refused = await director.post("/v1/tournaments", body, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_system", "/clubs_apart")


async def test_a_forbidden_pair_does_not_meet_and_only_directors_know(world: World) -> None:
    """By numbers, e1 would meet e3."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"))

    await one.act("forbid_pair", entrants=["e3", "e1"], reason="They are sisters.")

    assert (await one.view())["forbidden"] == [["e1", "e3"]]
    assert (await one.view(one.entrants["e1"]))["forbidden"] == []
    assert "sisters" not in str(await one.events(one.entrants["e1"]))
    assert {frozenset(table["entrants"]) for table in await one.start()} >= {frozenset(("e2", "e3"))}
    await one.require_genuine()


async def test_a_pair_may_meet_again_when_it_is_allowed(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    await one.act("forbid_pair", entrants=["e1", "e2"])
    refused = await one.refused("no_pairing", 409, "pair")
    assert "`allow_pair`" in refused["detail"]

    await one.act("allow_pair", entrants=["e2", "e1"])

    assert [table["entrants"] for table in await one.start()] in ([["e1", "e2"]], [["e2", "e1"]])
    await one.require_genuine()


async def test_a_director_who_sends_a_forbidden_pair_must_force_it(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), system="own")
    await one.act("forbid_pair", entrants=["e1", "e2"])
    tables = [{"entrants": ["e1", "e2"]}]

    await one.refused("bad_pairing", 422, "set_pairings", tables=tables)
    await one.act("set_pairings", tables=tables, force=True, reason="They insist.")

    (table,) = (await one.round(1))["tables"]
    assert table["reason"]["forced_because"] == "They insist."
    await one.require_genuine()


async def test_a_pair_is_of_two_entrants_in_a_system_that_can_avoid_it(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    await one.refused("bad_pairing", 422, "forbid_pair", entrants=["e1", "e1"])
    await one.refused("unknown_entrant", 422, "forbid_pair", entrants=["e1", "e9"])
    cup = await directed(world, ("Di", "Ed"), system="single_elimination")
    await cup.refused("not_open", 409, "forbid_pair", entrants=["e1", "e2"])


async def test_pairings_by_clubs_are_genuine_after_a_member_is_forgotten(world: World) -> None:
    """By numbers, the first would have met the third, who is of the same club."""
    one = await directed(world, clubs_apart=1, rounds=1)
    players = [await world.player(name) for name in ("Atropos", "Bo", "Cy", "Di")]
    for number, (player, club) in enumerate(zip(players, ("Weavers", None, "Weavers", None), strict=True)):
        entered = {"rating": 2000 - number, "club": club}
        await one.director.put(f"{one.path}/entrants/{player.player_id}", entered)
    for table in await one.start():
        await one.decide(table["match_id"])
    await one.act("finish")

    reply = await players[0].http.request("DELETE", "/v1/me", json={"name": "Atropos"})
    assert reply.status_code == 202
    await world.app.state.server.forgetting.settle()
    await world.app.state.server.renewals.look()

    logs = await one.logs()
    assert "Atropos" not in logs
    await require_genuine([logs])


async def test_both_verifiers_find_a_forbidden_pair_at_a_table(world: World) -> None:
    """The forger lets directors have forbidden another pair, or none that they then allow."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), clubs_apart=1)
    await one.act("set_club", entrant="e1", club="Weavers")
    await one.act("forbid_pair", entrants=["e1", "e3"])
    await one.act("forbid_pair", entrants=["e1", "e2"])
    await one.act("allow_pair", entrants=["e1", "e2"])
    for table in await one.start():
        await one.decide(table["match_id"])
    await one.act("finish")
    text = await one.logs()
    logs = {log_id: list(entries) for log_id, entries in read_logs(text.splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    def other(at: int, fact: str, **changes: Json) -> File:
        entry = changed(log[at], fact, **changes)
        return file_of(sealed_anew([*log[:at], entry, *log[at + 1 :]]), *matches)

    files = [
        File(text.encode()),
        other(place_of(log, "pair_forbidden"), "pair_forbidden", entrants=["e1", "e4"]),
        other(place_of(log, "pair_allowed"), "pair_allowed", entrants=["e2", "e4"]),
        other(place_of(log, "club_set"), "club_set", entrant="e9"),
        other(0, "tournament_created", clubs_apart=0),
    ]

    assert [first(file).code for file in files] == [0, 1, 1, 1, 1]
    assert [opinion.code for opinion in second(files)] == [0, 1, 1, 1, 1]
