"""What tournaments add to the ratings of their players, when, and who learns of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engines.catalogue import GAMES
from engines.kit import Fact
from server.access.errors import UnavailableError
from server.access.player import Person
from server.logs.store.contract import LogUnavailableError, Store
from server.logs.store.entry import Entry
from server.organising.tournaments.course import Course
from server.organising.tournaments.facts import (
    Absence,
    Entered,
    EntrantReplaced,
    MatchTerms,
    NewcomerSeated,
    PairedTable,
    RoundPublished,
    RoundStarted,
    Schedule,
    TableDone,
    Teams,
    TournamentCreated,
)
from server.organising.tournaments.rating_list import RatingList
from server.organising.tournaments.ratings import Rating, Side, rankings_of, rate
from server.organising.tournaments.rounds import How
from server.runtime.database.connection import open_engine
from tests.databases import execute
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.stores import PassingStore
from tests.server.world import Client, World, running_world

Json = Any


async def _ratings(player: Client, of: str = "me") -> Json:
    """Return the ratings of a player after everything that is owed is taken."""
    await player.world.app.state.server.rater.sweep()
    return (await player.get(f"/v1/players/{of}/ratings"))["ratings"]


async def _played(world: World, *names: str, end: str = "finish", **terms: Json) -> Directed:
    """Play a round in which the first player of each table wins, but forfeits the last table."""
    one = await directed(world, names, **terms)
    *played, last = await one.start()
    for table in played:
        await one.decide(table["match_id"])
    await one.act("forfeit", round=1, table=last["table"], entrants=last["entrants"][:1])
    await one.act(end)
    return one


async def test_a_tournament_that_is_over_is_rated_once(world_on_either: World) -> None:
    one = await _played(world_on_either, "Ada", "Bo", "Cem", "Dea")
    table, forfeited = (await one.round(1))["tables"]
    winner, loser, absent, _ = (one.entrants[each] for each in (*table["entrants"], *forfeited["entrants"]))

    [first] = await _ratings(winner)
    [second] = await _ratings(absent, loser.player_id)
    again = await asyncio.gather(*(_ratings(winner) for _ in range(3)))

    expected = rate({}, [[Side(("w",), 1), Side(("l",), 2)]])
    for told, rating in ((first, expected["w"]), (second, expected["l"])):
        assert Rating(told["mean"], told["deviation"], told["tables"]) == rating
        assert (told["rating"], told["game"]) == (rating.value, "wizards_duel")
    assert first["player"]["player_id"] == winner.player_id
    assert again == [[first]] * 3
    assert await _ratings(absent) == []


async def test_players_enter_with_their_rating_unless_a_director_gives_one(world: World) -> None:
    one = await _played(world, "Ada", "Bo", "Cem", "Dea")
    winner, loser = (one.entrants[each] for each in (await one.round(1))["tables"][0]["entrants"])
    [rated] = await _ratings(winner)
    two = await directed(world)
    other = await directed(world, match={"game": "wizards_duel", "variant": "archwizard"})

    await winner.put(f"{two.path}/entrants/me", {})
    await two.director.put(f"{two.path}/entrants/{loser.player_id}", {"rating": 1_234})
    await other.director.put(f"{other.path}/entrants/{winner.player_id}", {})

    assert [each["rating"] for each in (await two.view())["entrants"]] == [rated["rating"], 1_234]
    assert [each["rating"] for each in (await other.view())["entrants"]] == [rated["rating"]]
    assert rated["rating"] > 0
    await two.act("cancel")
    await two.require_genuine()


async def test_a_table_that_is_played_again_is_rated_for_who_sat_at_it_then(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    (table,) = await one.start()
    new = await world.player("Zoe")
    await one.act("replace_entrant", entrant="e1", player_id=new.player_id)
    await one.director.act(table["match_id"], {"type": "void", "reason": "A power cut."})
    await world.settle()

    await one.decide((await one.round(1))["tables"][0]["match_id"])
    await one.act("finish")

    rated = [bool(await _ratings(player)) for player in (one.entrants["e1"], one.entrants["e2"], new)]
    assert rated == [False, True, True]
    await one.require_genuine()


@pytest.mark.parametrize(
    ("terms", "end"), [({"visibility": "private"}, "finish"), ({"visibility": "unlisted"}, "finish"), ({}, "cancel")]
)
async def test_what_is_not_public_or_was_cancelled_is_not_rated(world: World, terms: Json, end: str) -> None:
    """A rating would tell of a tournament of which only its players may know."""
    one = await _played(world, "Ada", "Bo", "Cem", "Dea", end=end, **terms)

    assert [await _ratings(player) for player in one.entrants.values()] == [[]] * 4
    assert (await one.director.get("/v1/games/wizards_duel/ratings")) == {"ratings": [], "next": None}


async def test_what_is_owed_when_a_server_is_killed_is_taken_by_the_next(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        one = await _played(world, "Ada", "Bo", "Cem", "Dea")
        winner = one.entrants[(await one.round(1))["tables"][0]["entrants"][0]]
        rated = await _ratings(winner)
    await execute(sqlite_url, "DELETE FROM ratings")
    await execute(sqlite_url, "INSERT INTO owed_outcomes VALUES (:log_id, 'ratings')", log_id=one.id)

    async with running_world(sqlite_url) as world:
        assert await _ratings(world.connect(winner.player_id, winner.token)) == rated != []


class SilentStore(PassingStore):
    """A store that does not answer for one log."""

    def __init__(self, store: Store, log_id: str) -> None:
        super().__init__(store)
        self._log_id = log_id

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        if log_id == self._log_id:
            raise LogUnavailableError("out of reach")
        return await super().read(log_id, after, limit)


async def test_a_database_that_does_not_respond_changes_no_order_of_ratings(sqlite_url: str) -> None:
    """The tournament that ended later waits, too."""
    async with running_world(sqlite_url) as world:
        first = await _played(world, "Ada", "Bo", "Cem", "Dea")
        second = await _played(world, "Eli", "Fay", "Gus", "Hal")
        winner = second.entrants[(await second.round(1))["tables"][0]["entrants"][0]]
        await world.app.state.server.rater.sweep()
    await execute(sqlite_url, "DELETE FROM ratings")
    for one in (first, second):
        await execute(sqlite_url, "INSERT INTO owed_outcomes VALUES (:log_id, 'ratings')", log_id=one.id)

    async with running_world(sqlite_url) as world:
        log = world.app.state.server.log
        log._store, answering = SilentStore(log._store, first.id), log._store
        with pytest.raises(UnavailableError):
            await world.app.state.server.rater.sweep()
        known = world.connect(winner.player_id, winner.token)
        before = (await known.get("/v1/players/me/ratings"))["ratings"]
        log._store = answering
        after = await _ratings(known)

    assert (before, [each["game"] for each in after]) == ([], ["wizards_duel"])


async def test_tournaments_that_end_together_are_both_rated(database_url: str) -> None:
    """Each of them twice, as by two processes."""
    for log_id in ("one", "two"):
        await execute(database_url, "INSERT INTO owed_outcomes VALUES (:log_id, 'ratings')", log_id=log_id)
    engine = open_engine(database_url)
    ratings = RatingList(engine)
    wins = [Side(("ada",), 1), Side(("bo",), 2)]

    await asyncio.gather(*(ratings.take(log_id, "wizards_duel", [wins]) for log_id in ("one", "two", "one", "two")))

    assert await ratings.of_player("ada") == {"wizards_duel": rate({}, [wins, wins])["ada"]}
    await engine.dispose()


async def test_a_game_lists_its_players_the_best_first_in_pages(database_url: str) -> None:
    async with running_world(database_url) as world:
        players = {(client := await world.player(name)).player_id: client for name in ("Ada", "Bo", "Cem")}
        best, *level = sorted(players)
        await execute(
            database_url,
            f"INSERT INTO ratings VALUES ('{best}', 'wizards_duel', 700, 31000, 8000, 1), "
            f"('{level[0]}', 'wizards_duel', 0, 20000, 8000, 2), ('{level[1]}', 'wizards_duel', 0, 20000, 8000, 3), "
            f"('{best}', 'apocalypse', 800, 32000, 8000, 1)",
        )

        whole = await players[best].get("/v1/games/wizards_duel/ratings")
        first = await players[best].get("/v1/games/wizards_duel/ratings", limit=2)
        second = await players[best].get("/v1/games/wizards_duel/ratings", limit=2, before=first["next"])

        assert [each["player"]["player_id"] for each in whole["ratings"]] == [best, *reversed(level)]
        assert first["ratings"] + second["ratings"] == whole["ratings"]
        assert whole["next"] is second["next"] is None
        assert [each["rating"] for each in await _ratings(players[best])] == [800, 700]


def _course(game: str, variant: str, teams: Teams | None = None) -> Course:
    """Return a course with seven players and a bot, of whom the first is replaced later."""
    engine = GAMES[game]
    options = engine.options(variant, {})
    ada = Person("ada", "Ada")
    terms = MatchTerms(game, variant, options.model_dump(mode="json"), "eager", "public", False, True, 0)
    course = Course().fold(
        TournamentCreated(
            tournament_id="t",
            label="Duels",
            system="heats",
            rounds=1,
            cycles=1,
            teams=teams,
            table_size=len(engine.seats(options)),
            max_entrants=8,
            tie_breaks=(),
            late="zero_bye",
            match=terms,
            schedule=Schedule("by_word", 0, ()),
            absence=Absence(0, 0),
            visibility="public",
            maker=ada,
            directors=(),
            seed_commitment="",
        )
    )
    for number in range(1, 8):
        course = course.fold(Entered(f"e{number}", Person(f"p{number}", "P"), waiting=False, rating=0))
    return course.fold(Entered("e8", None, waiting=False, rating=0))


def _with_table(course: Course, entrants: list[str], how: How, points: list[int], *meanwhile: Fact) -> Course:
    number = len(course.rounds) + 1
    paired = PairedTable(1, tuple(entrants))
    for fact in (
        RoundPublished(number, (), (), (paired,)),
        RoundStarted(number, {1: "match"}, None),
        EntrantReplaced(entrants[0], Person("late", "Late")),
        *meanwhile,
        TableDone(number, 1, how, tuple(points)),
    ):
        course = course.fold(fact)
    return course


def test_whoever_played_is_rated_and_no_bot_and_nothing_that_was_not_played() -> None:
    course = _with_table(_course("apocalypse", "skirmish"), ["e1", "e2", "e8", "e3"], "played", [4, 1, 6, 1])
    course = _with_table(course, ["e4", "e5"], "forfeit", [2, 0])
    course = _with_table(course, ["e4", "e5"], "double_forfeit", [0, 0])
    course = _with_table(course, ["e4", "e8"], "played", [2, 0])
    course = _with_table(course, ["e2", "e3"], "played", [2, 0], NewcomerSeated(5, 1, "e3", "e7"))
    course = _with_table(course, ["e5", "e6"], "adjudicated", [1, 1])

    together, adjudicated = rankings_of(course)

    assert together == [Side(("p1",), 1), Side(("p2",), 2), Side(("p3",), 2)]
    assert adjudicated == [Side(("p5",), 1), Side(("p6",), 1)]


def test_where_ranks_count_in_a_realm_each_is_rated_alone() -> None:
    course = _course("divine_intervention", "standard")
    course = _with_table(course, ["e1", "e2", "e3", "e4"], "played", [1, 5, 5, 1])

    assert rankings_of(course) == [
        [Side(("p1",), 2), Side(("p2",), 1)],
        [Side(("p3",), 1), Side(("p4",), 2)],
    ]


def test_where_ranks_count_over_teams_those_without_a_bot_are_rated_together() -> None:
    course = _course("hero_of_the_arena", "standard")
    course = _with_table(course, ["e1", "e2", "e3", "e4"], "played", [4, 0, 4, 0])
    course = _with_table(course, ["e4", "e5", "e6", "e8"], "played", [4, 0, 4, 0])

    assert rankings_of(course) == [[Side(("p1", "p3"), 1), Side(("p2", "p4"), 2)]]


def test_a_team_that_has_entered_is_rated_as_one() -> None:
    course = _course("hero_of_the_arena", "standard", "in_turn")
    for number in (9, 10):
        two = [Person(f"{part}{number}", "P") for part in "ab"]
        course = course.fold(Entered(f"e{number}", two[0], waiting=False, rating=0, partner=two[1]))
    course = _with_table(course, ["e9", "e10"], "played", [0, 2])

    assert rankings_of(course) == [[Side(("a9", "b9"), 2), Side(("a10", "b10"), 1)]]
