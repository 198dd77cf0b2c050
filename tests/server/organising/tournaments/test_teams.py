"""Teams of two as entrants, in Hero of the Arena: a drafter in heaven and a fighter in hell."""

from __future__ import annotations

from typing import Any

import pytest

from server.organising.tournaments.facts import Teams
from server.organising.tournaments.pairing.teams import in_roles
from server.organising.tournaments.rounds import Result, Round, Table
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

ARENA = {"game": "hero_of_the_arena", "pace": "deadline"}

SEATS = (("heaven-1", "hell-1"), ("heaven-2", "hell-2"))
"""The seats of the first team and of the second, the drafter before the fighter."""


@pytest.mark.parametrize("roles", ["fixed", "in_turn"])
def test_members_keep_their_roles_or_change_them_after_each_table_played(roles: Teams) -> None:
    """The table of e2 was not played, so its members have not changed."""
    past = [Round(1, (Table(1, ("e1", "e3"), Result("played", (2, 0))), Table(2, ("e2",), Result("bye", (2,)))))]

    assert in_roles("e2", ("bea", "bob"), past, roles) == ["bea", "bob"]
    assert in_roles("e1", ("ada", "alan"), past, roles) == (["alan", "ada"] if roles == "in_turn" else ["ada", "alan"])


async def _with_teams(world: World, *teams: str, **terms: Json) -> Directed:
    """Create a tournament that is open, with teams such as `Ada Alan`, the best first, whose players are in order."""
    one = await directed(world, **{"match": ARENA, "teams": "in_turn", **terms})
    for number, names in enumerate(teams, 1):
        first, second = [await world.player(name) for name in names.split()]
        body = {"partner": second.player_id, "rating": 1000 - number}
        await one.director.put(f"{one.path}/entrants/{first.player_id}", body)
        one.entrants |= {f"e{number}": first, f"partner of e{number}": second}
    return one


async def _seated(one: Directed, table: Json) -> dict[str, str]:
    """Return the players of a table's match by seat."""
    seats = (await one.director.get(f"/v1/matches/{table['match_id']}"))["seats"]
    return {each["id"]: each["player"]["player_id"] for each in seats if each["player"]}


async def _decide(one: Directed, table: Json, winner: int) -> None:
    rank = {seat: 1 if team == winner else 2 for team, seats in enumerate(SEATS) for seat in seats}
    await one.director.act(table["match_id"], {"type": "adjudicate", "rank": rank, "reason": "Seen."})
    await one.world.settle()


def _members(one: Directed, entrant: str) -> list[str]:
    return [one.entrants[entrant].player_id, one.entrants[f"partner of {entrant}"].player_id]


async def test_teams_play_swap_roles_and_are_placed_and_rated_as_one(world: World) -> None:
    one = await _with_teams(world, "Ada Alan", "Bea Bob", "Cem Cleo", system="round_robin")
    drafted: list[tuple[str, str]] = []

    for number in (1, 2, 3):
        table = next(each for each in await one.start(number) if each["match_id"])
        seated = await _seated(one, table)
        for entrant, seats in zip(table["entrants"], SEATS, strict=True):
            assert sorted(seated[seat] for seat in seats) == sorted(_members(one, entrant))
            drafted.append((entrant, seated[seats[0]]))
        await _decide(one, table, table["entrants"].index(min(table["entrants"])))
    await one.act("finish")

    for entrant in ("e1", "e2", "e3"):
        assert [player for each, player in drafted if each == entrant] == _members(one, entrant)
    assert (await one.view())["places"] == [[1, "e1"], [2, "e2"], [3, "e3"]]
    await world.app.state.server.rater.sweep()
    means = [(await client.get("/v1/players/me/ratings"))["ratings"][0]["mean"] for client in one.entrants.values()]
    assert means[0] == means[1] > means[2] == means[3] > means[4] == means[5]
    await one.require_genuine()


async def test_a_team_enters_when_each_has_named_the_other(world: World) -> None:
    one = await directed(world, match=ARENA, teams="fixed")
    ada, alan, bob = [await world.player(name) for name in ("Ada", "Alan", "Bob")]

    async def name(player: Client, partner: Client, expect: int = 200) -> Json:
        return await player.put(f"{one.path}/entrants/me", {"partner": partner.player_id}, expect)

    await name(alan, bob)
    await name(ada, alan)
    assert (await name(ada, alan))["entrants"] == 0
    await name(bob, ada)
    assert (await name(alan, ada))["entrants"] == 1

    await world.settle()
    told = [fact for event in await alan.news() for fact in event["facts"]]
    assert [fact["type"] for fact in told] == ["partner_asked", "tournament_entered"]
    assert told[0]["player"]["name"] == "Ada"
    [entrant] = (await one.view(bob))["entrants"]
    assert [entrant[key]["player_id"] for key in ("player", "partner")] == [ada.player_id, alan.player_id]
    assert (await name(bob, ada, 409))["code"] == "already_entered"
    assert (await one.view(alan))["viewer"] == (await one.view(ada))["viewer"] == "e1"
    await alan.delete(f"{one.path}/entrants/me")
    assert (await one.view(ada))["entrants"][0]["withdrawn"]
    await one.act("cancel")
    await one.require_genuine()


async def test_who_names_too_many_partners_or_none_or_themselves_does_not_enter(world: World) -> None:
    one, alone = await directed(world, match=ARENA, teams="fixed"), await directed(world)
    ada, *others = [await world.player(name) for name in ("Ada", "Bo", "Cem", "Dea", "Eve", "Fay")]
    for other in others[:4]:
        await ada.put(f"{one.path}/entrants/me", {"partner": other.player_id})
    before = await one.log()

    for path, partner, code in (
        (one.path, others[4].player_id, "not_open"),
        (one.path, None, "bad_partner"),
        (one.path, "me", "bad_partner"),
        (one.path, "nobody", "unknown_player"),
        (alone.path, others[0].player_id, "bad_partner"),
    ):
        reply = await ada.http.put(f"{path}/entrants/me", json={"partner": partner})
        assert reply.json()["code"] == code
    assert await one.log() == before


async def test_one_of_a_team_is_replaced_and_bots_are_teams(world: World) -> None:
    one = await _with_teams(world, "Ada Alan", rounds=1)
    await one.act("add_bots", count=1)
    (ada, alan), eve = _members(one, "e1"), (await world.player("Eve")).player_id

    await one.refused("not_entered", 409, "replace_entrant", entrant="e1", player_id=eve, leaving=eve)
    await one.act("replace_entrant", entrant="e1", player_id=eve, leaving=alan)
    await one.act("replace_entrant", entrant="e1", leaving=ada)
    await one.act("replace_entrant", entrant="e1", player_id=ada)
    await one.act("replace_entrant", entrant="e1", leaving=eve)
    [table] = await one.start()

    assert set((await _seated(one, table)).values()) == {ada}
    await _decide(one, table, 0)
    await one.act("finish")
    await one.require_genuine()


async def test_teams_need_a_game_of_two_teams_of_two(world: World) -> None:
    director = await world.player("Director")

    for game in ("wizards_duel", "divine_intervention", "apocalypse"):
        body = {"label": "Teams", "system": "heats", "match": {"game": game}, "teams": "fixed"}
        problem = await director.post("/v1/tournaments", body, expect=422)
        assert (problem["code"], problem["pointer"]) == ("bad_system", "/teams")


async def test_a_team_forfeits_when_one_of_it_is_silent_and_no_player_waits_for_a_seat(world: World) -> None:
    absence = {"in_play": {"then": "forfeit", "grace_seconds": 5, "excused_phases": 0}}
    one = await _with_teams(
        world, "Ada Alan", "Bea Bob", rounds=1, match={**ARENA, "show_submitted": True}, absence=absence
    )
    [table] = await one.start()

    [silent] = (await one.director.view(table["match_id"]))["phase"]["must"]
    for _ in range(2):
        await world.pass_time(100_000)

    points = [0 if silent in seats else 2 for seats in SEATS]
    assert (await one.round(1))["tables"][0]["result"] == {"how": "forfeit", "points": points}
    assert (await one.status(table)) == "void"
    waiting = {"label": "Teams", "system": "swiss", "match": {**ARENA, "show_submitted": True}, "teams": "fixed"}
    waiting["absence"] = {"in_play": {"then": "waiting"}}
    problem = await one.director.post("/v1/tournaments", waiting, expect=422)
    assert (problem["code"], problem["pointer"]) == ("bad_system", "/absence/in_play/then")
