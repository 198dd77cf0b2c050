"""Matches of tables of tournaments, which the server creates under ids that the tournament has named."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from engines.kit import seat_id
from server.access.player import Person, Player
from server.matches.facts import TournamentTable
from server.matches.hosting.hosting import Hosting, describe
from server.matches.lists.directory import Owing
from server.matches.match import Match
from server.matches.requests import MatchRequest
from server.runtime.ids import make_id
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.world import Client, World, facts, types

LIKE_ADA = "\u0410da"

AT = datetime(2040, 1, 1, tzinfo=UTC)
CUP, DUEL = make_id(AT, 1), make_id(AT, 2)
TABLE = TournamentTable(CUP, 3, 7)

NEW = MatchRequest(game="wizards_duel", options={"cast_seconds": 30}, autostart=True, open_log=True)


def _hosting(world: World) -> Hosting:
    hosting: Hosting = world.app.state.server.hosting
    return hosting


async def _create(world: World, seed: bytes, dora: Client, ada: Person | None, bo: Person | None) -> Match:
    hosting = _hosting(world)
    director = Player(dora.player_id, "Dora", administrator=False, created_at="")
    terms = await hosting.settle_terms(director, NEW.game, NEW.variant, NEW.options)
    sitters = {seat_id("a"): ada, seat_id("b"): bo}
    created = replace(describe(DUEL, seed, director.person, terms, NEW.settings(world.clock.now())), tournament=TABLE)
    return await hosting.create_table(seed, created, terms.options, sitters)


async def test_a_table_is_created_once_with_everybody_seated(world_on_either: World) -> None:
    """Players are seated without being asked, even if their names look alike, and both verifiers accept that."""
    world = world_on_either
    dora, ada, other = [await world.player(name) for name in ("Dora", "Ada", LIKE_ADA)]
    people = Person(ada.player_id, "Ada"), Person(other.player_id, LIKE_ADA)

    made = await _create(world, b"\1" * 32, dora, *people)
    again = await _create(world, b"\2" * 32, dora, None, None)
    await world.settle()

    assert again is made
    shown: dict[str, Any] = {"tournament_id": CUP, "round": 3, "table": 7}
    (listed,) = (await ada.get("/v1/matches", mine=True))["matches"]
    assert (listed["tournament"], listed["status"]) == (shown, "running")
    told = await other.events(DUEL)
    assert facts(told)[0]["tournament"] == shown
    lines = (await ada.get(f"/v1/matches/{DUEL}/events", lines=True))["events"][0]["lines"]
    assert lines[0].startswith("Round 3 of the tournament, table 7: ")
    await world.pass_time(0)
    assert types(await other.news())[:2] == ["seated", "match_begun"]

    await dora.act(DUEL, {"type": "void", "reason": "The end."})
    await world.pass_time(0)
    assert types(await dora.news()) == []  # The host of hundreds of tables follows the tournament.
    owing = await _hosting(world)._directory.owing("tournament", 10)
    assert owing == [Owing(CUP, DUEL)]
    for opinion in both([File((await ada.http.get(f"/v1/matches/{DUEL}/log")).content)])[0]:
        assert opinion.code == 0, opinion.lines


async def test_matches_outside_tournaments_say_so(world: World) -> None:
    """Facts lack the field, as before; lists and replies have null."""
    ada = await world.player()

    created = await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201)

    assert created["tournament"] is None
    assert "tournament" not in facts(await ada.events(created["match_id"]))[0]
