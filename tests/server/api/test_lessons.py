"""Lessons: matches like others, in which bots play what is written, and which count nowhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel, JsonValue, TypeAdapter

from engines.catalogue import GAMES
from engines.divine_intervention.data import ELEMENTS
from engines.kit import SeatId
from server.matches.match import Match
from server.matches.seeds import commitment_to, lesson_seed
from tests.engines.table import Table
from tests.server.world import Client, Json, World, facts, running_world, types

pytestmark = pytest.mark.one_server

ARENA_MOVES: dict[int, JsonValue] = {
    27: {"type": "ready"},
    28: {"type": "play", "actions": [{"card": "fallen_seraph", "arena": 1}, {"card": "lucky_purse"}]},
    30: {"type": "play", "actions": [{"card": "fire_pot", "arena": 4}, {"card": "duelist", "arena": 4}]},
    32: {"type": "shop", "buy": ["crowd_favour"]},
}
"""What the lesson of the Arena says, by phase: the draft and the opponent's turns are the others."""

ARENA_DECK = {
    *("fallen_seraph", "duelist", "pit_brawler", "lancer", "shield_maiden"),
    *("lucky_purse", "fire_pot", "throwing_knife", "swift_sandals", "scrying_bowl"),
}

CASTS = ("6", "5", "7")

DEVOTIONS: tuple[Json, ...] = (
    {"pray": "heaven-1"},
    {"pray": "heaven-1", "rituals": [{"room": "A", "water": 1}, {"room": "Y", "water": 5}]},
    {
        "pray": "heaven-2",
        "rituals": [{"room": "A", "earth": 1}, {"room": "T", "water": 5}, {"room": "X", "earth": 1}],
    },
)
"""What the lesson of Divine Intervention asks for, round by round."""


WEAVES: tuple[dict[str, JsonValue], ...] = (
    {"type": "weave", "create": "hell-1"},
    {"type": "weave", "visit": "gilding", "cut": "hell-1", "create": "hell-2", "golden": True},
    {"type": "weave", "visit": "boosting", "donate": 3, "boost": "heaven-1>hell-2", "snip": "heaven-2>hell-3"},
)


async def _lesson(player: Client, game: str = "wizards_duel") -> str:
    match_id: str = (await player.post("/v1/matches", {"game": game, "lesson": True}, expect=201))["match_id"]
    return match_id


async def _play(world: World, ada: Client, match_id: str) -> list[dict[str, str]]:
    """Cast what the lesson of the duel says; return the spells of each round."""
    for number, spell in enumerate(CASTS, 1):
        await world.settle()
        await ada.submit(match_id, number, {"type": "cast", "spell": spell})
    await world.settle()
    return [played["spells"] for played in (await ada.view(match_id))["view"]["rounds"]]


async def test_bots_of_a_lesson_play_what_is_written(world: World) -> None:
    ada = await world.player("Ada")
    match_id = await _lesson(ada)

    rounds = await _play(world, ada, match_id)

    view = (await ada.view(match_id))["view"]
    assert rounds == [{"a": "6", "b": "4"}, {"a": "5", "b": "1"}, {"a": "7", "b": "8"}]
    assert view["points"] == {"a": 2, "b": 1}
    assert view["pending"]["a"]["banned"] == "6"


async def _weave(world: World, ada: Client, *weaves: dict[str, JsonValue]) -> dict[str, Any]:
    """Weave so through the lesson of the threads; return the view at its end."""
    match_id = await _lesson(ada, "threads_of_fate")
    for number, weave in enumerate(weaves, 1):
        await world.settle()
        await ada.submit(match_id, number, weave)
    await world.settle()
    view: dict[str, Any] = (await ada.view(match_id))["view"]
    return view


async def test_the_golden_thread_of_the_lesson_wins(world: World) -> None:
    ada = await world.player("Ada")
    view = await _weave(world, ada, *WEAVES)

    first, second, third = view["reports"]
    assert first["threads"] == {"heaven-1>hell-1": {"strength": 1, "golden": False}}
    assert second["threads"] == {"heaven-1>hell-2": {"strength": 1, "golden": True}}
    assert [report["twine"] for report in view["reports"]] == [0, 3, 1]
    assert third["threads"] == {"heaven-1>hell-2": {"strength": 4, "golden": True}}
    assert view["final"]["threads"]["heaven-2>hell-3"] == {"strength": 3, "golden": True}
    assert view["outcome"]["winner"] == ["heaven-1", "hell-2"]


async def test_bots_of_the_lesson_of_the_threads_weave_what_is_written(world: World) -> None:
    """Only they see their weaves, so the end has to show that none of them was chosen at random."""
    ada = await world.player("Ada")
    view = await _weave(world, ada, *WEAVES)

    final = view["final"]
    assert {thread: spun["strength"] for thread, spun in final["threads"].items()} == {
        "heaven-1>hell-2": 4,
        "heaven-2>hell-1": 2,
        "heaven-2>hell-2": 1,
        "heaven-2>hell-3": 3,
        "hell-1>heaven-1": 1,
        "hell-1>heaven-2": 2,
        "hell-2>heaven-1": 2,
        "hell-2>heaven-2": 3,
        "hell-3>heaven-1": 2,
        "hell-3>heaven-2": 3,
    }
    assert {seat: sorted(held) for seat, held in final["abilities"].items()} == {
        "heaven-1": ["boosting", "gilding"],
        "heaven-2": ["boosting", "gilding", "recycling"],
        "hell-1": ["boosting", "protection"],
        "hell-2": ["gilding", "protection", "recycling"],
        "hell-3": ["head_start", "recycling", "stronger_cutters"],
    }


async def test_the_snip_of_the_lesson_decides(world: World) -> None:
    ada = await world.player("Ada")
    view = await _weave(world, ada, *WEAVES[:2], {**WEAVES[2], "snip": None})

    final = view["final"]["threads"]
    assert [final[thread]["strength"] for thread in ("heaven-1>hell-2", "heaven-2>hell-3")] == [4, 4]
    assert view["outcome"]["winner"] == ["heaven-2", "hell-3"]


def _pair(**cards: Sequence[str]) -> dict[str, object]:
    """Return a move of The Apocalypse: by card, its ability and then its targets."""
    plays = [{"card": card, "ability": ability, "targets": targets} for card, (ability, *targets) in cards.items()]
    return {"type": "play", "plays": plays}


PAIRS = (
    _pair(death=("communications", "hell-1"), famine=("communications", "hell-2")),
    _pair(pestilence=("active", "war_famine"), war=("passive",)) | {"ab": {"hell-1": "betray"}},
    _pair(war=("active", "pestilence", "famine"), death=("passive",)),
)


async def test_the_lesson_of_the_apocalypse_goes_as_it_says(world: World) -> None:
    """The points are as the steps explain them, and every written move was legal and counted."""
    ada = await world.player("Ada")
    match_id = (await ada.post("/v1/matches", {"game": "apocalypse", "lesson": True}, expect=201))["match_id"]
    for number, move in enumerate(PAIRS, 1):
        await world.settle()
        await ada.submit(match_id, number, move)
    await world.settle()
    view = (await ada.view(match_id))["view"]
    for _ in range(3):
        await world.pass_time(601)
    record = (await ada.view(match_id))["view"]["record"]

    told = (view["totals"], view["opened"], view["card_counts"])
    booked = [
        {one["cause"]: one["base"] + one["extra"] for one in played["ledger"] if one["seat"] == "heaven-1"}
        for played in record[:2]
    ]
    stolen = [one["base"] for one in record[2]["ledger"] if one["seat"] == "heaven-1"]
    lesson: Any = GAMES["apocalypse"].lesson
    written = {
        (*place, play["card"]): (play["ability"], play["targets"])
        for place, move in lesson.moves.items()
        for play in move["plays"]
    }
    counted = {
        (played["round"], seat, card): (use["ability"], use["targets"])
        for played in record[:3]
        for seat, play in played["plays"].items()
        for card, use in play["cards"].items()
        if seat != lesson.seat
    }

    assert told == (
        {"1": -5, "2": 10, "3": 17},
        {"2": ["hell-1", "hell-2", "hell-3"], "3": [], "4": []},
        {
            "1": {"pestilence": 1, "war": 5, "death": 5, "famine": 1},
            "2": {"pestilence": 3, "war": 4, "death": 3, "famine": 2},
            "3": {"pestilence": 3, "war": 3, "death": 2, "famine": 4},
        },
    )
    assert booked == [
        {"famine_communications": -2, "war_communications": -3},
        {"famine_communications": 4, "death_communications": 5, "pestilence_active": 6},
    ]
    assert stolen == [1] * 7
    assert counted == written


async def test_the_lesson_of_divine_intervention_goes_as_its_texts_say(world: World) -> None:
    """Shared mana, a double share, a room that two try, a secret, and a deity to whom nobody else prays."""
    ada = await world.player("Ada")
    match_id = (await ada.post("/v1/matches", {"game": "divine_intervention", "lesson": True}, expect=201))["match_id"]

    views = []
    for number, devotion in enumerate((*DEVOTIONS, None), 2):
        await world.settle()
        views.append((await ada.view(match_id))["view"])
        if devotion:
            await ada.submit(match_id, number, {"type": "devote", **devotion})

    live = await world.app.state.server.streams.repository.get(match_id)
    truth, (opening, first, second, third) = live.state.truth, views
    none = dict.fromkeys(ELEMENTS, 0)
    assert _played(live) == _written("divine_intervention")
    assert [view["round"] for view in views] == [0, 1, 2, 3]
    assert [room for room, state in opening["room_states"].items() if state == "unlocked"] == ["A", "E", "U", "Y"]
    assert first["reports"] == [{"round": 0, "rituals": {}, "mana": {**none, "water": 10}}]
    assert (opening["prophet_of"], first["prophet_of"], second["prophet_of"]) == ([], ["heaven-1"], [])
    assert second["reports"][1] == {
        "round": 1,
        "rituals": {"Y": True, "A": False},
        "mana": {**none, "water": 5, "earth": 10},
    }
    assert [(notice["boon"], notice["element"]) for notice in second["notices"]] == [("revelation", "earth")]
    assert {second["room_states"][room] for room in "TX"} == {"unlocked"}
    assert third["completed"] == {"Y": 1, "T": 2, "X": 2, "A": 2}
    assert third["mana"] == {**none, "fire": 20, "earth": 8}
    assert truth.piety_history["heaven-2"][-2:] == (19, 25)  # 3 for who learns, and 3 for the three rooms.
    assert [truth.mana[seat].air for seat in ("hell-2", "hell-4")] == [10, 6 + 5]  # The prophet has a double share.


def _played(live: Match) -> dict[tuple[int, str], Json]:
    """Return all that bots submitted in the phases that have closed, by the number of the phase and their seat."""
    phase = live.state.phase
    assert phase is not None
    told = [json.loads(fact.text) for entry in live.entries for fact in entry.facts if fact.type == "submitted"]
    by_bots = [fact for fact in told if fact["by_bot"]]
    return {(fact["phase"], fact["seat"]): fact["move"] for fact in by_bots if fact["phase"] < phase.number}


def _written(game: str) -> dict[tuple[int, str], Json]:
    """Return what the lesson has for bots, as it is submitted."""
    lesson = GAMES[game].lesson
    assert lesson is not None
    moves: TypeAdapter[BaseModel] = TypeAdapter(GAMES[game].move)
    return {at: moves.validate_python(move).model_dump(mode="json") for at, move in lesson.moves.items()}


async def test_bots_draft_and_fight_as_is_written(world: World) -> None:
    """The opponent answers each turn, so that a perk of the shop decides the fight."""
    ada = await world.player("Ada")
    match_id = (await ada.post("/v1/matches", {"game": "hero_of_the_arena", "lesson": True}, expect=201))["match_id"]
    views = []
    for number, move in ARENA_MOVES.items():
        await world.settle()
        views.append((await ada.view(match_id))["view"])
        await ada.submit(match_id, number, move)
    await world.settle()
    preparing, first, *_, last = [*views, (await ada.view(match_id))["view"]]

    assert {held["card"] for held in preparing["own"]["deck"]} == ARENA_DECK
    assert [held["card"] for held in first["own"]["hand"]] == [
        "fallen_seraph",
        "lucky_purse",
        "fire_pot",
        "duelist",
        "throwing_knife",
    ]
    assert [_standing(view) for view in (*views[1:], last)] == [
        (0, 0, [None, None, None, None, None]),
        (1, 2, ["fallen_seraph", None, None, "blood_knight", "ember_imp"]),
        (3, 4, ["fallen_seraph", "centurion", "javelin_thrower", "duelist", None]),
        (8, 7, ["fallen_seraph", "centurion", "javelin_thrower", "duelist", "net_fighter"]),
    ]
    assert [views[3]["board"]["fighters"][seat]["coins"] for seat in ("hell-1", "hell-2")] == [4, 2]
    assert (last["decided_by"], last["outcome"]["rank"]["hell-1"]) == ("score", 1)


def _standing(view: dict[str, Any]) -> tuple[int, int, list[str | None]]:
    """Return the points of both fighters, and the heroes of the arenas."""
    mine, theirs = (view["board"]["fighters"][seat]["points"] for seat in ("hell-1", "hell-2"))
    return mine, theirs, [hero and hero["card"] for hero in view["board"]["arenas"]]


def test_all_that_is_written_for_the_arena_is_legal() -> None:
    """Moves of others are secret, so they are tried without a server."""
    engine = GAMES["hero_of_the_arena"]
    lesson = engine.lesson
    assert lesson
    table = Table(engine, engine.options(lesson.variant, lesson.options), lesson_seed(engine.name))
    written, taken = dict(lesson.moves), set[tuple[int, SeatId]]()
    while not table.over:
        number = table.phase.number
        moves: dict[str, JsonValue] = {lesson.seat: ARENA_MOVES[number]} if lesson.seat in table.phase.seats else {}
        due = {(number, seat) for seat in table.phase.seats} & written.keys()
        table.close(moves | {seat: written[number, seat] for _, seat in due})
        taken |= due

    assert taken == written.keys()


async def test_a_bot_plays_on_by_itself_where_what_is_written_is_illegal(world: World) -> None:
    """Who learns may play otherwise, and forbid the spell that is written for a later phase."""
    ada = await world.player("Ada")
    match_id = await _lesson(ada)

    moves = ({"type": "cast", "spell": "8"}, {"type": "charm", "spell": "8"}, {"type": "cast", "spell": "3"})
    for number, move in enumerate(moves, 1):
        await world.settle()
        await ada.submit(match_id, number, move)
    await world.settle()

    first, second = (await ada.view(match_id))["view"]["rounds"]
    assert first["spells"] == {"a": "8", "b": "4"}
    assert second["spells"]["b"] not in ("8", "4")


async def test_a_lesson_says_what_it_is_and_is_in_no_list(world: World) -> None:
    ada, bo, clerk = (
        await world.player("Ada"),
        await world.player("Bo"),
        await world.player("Host", "laplace and his demon"),
    )
    match_id = await _lesson(ada)
    await world.settle()

    created = facts(await ada.events(match_id))[0]
    lists = [
        await reader.get("/v1/matches", **query)
        for reader in (ada, bo, clerk)
        for query in ({}, {"mine": True}, {"awaiting_me": True}, {"player": ada.player_id})
    ]
    hidden = await bo.get(f"/v1/matches/{match_id}", expect=404)

    assert created["lesson"] is True
    assert [found["matches"] for found in lists] == [[]] * len(lists)
    assert hidden["code"] == "unknown_match"
    assert types(await ada.news()) == []


async def test_the_seed_of_lessons_is_that_of_no_other_match(world: World) -> None:
    """Not of a rematch either, which is a match like any other."""
    ada = await world.player("Ada")
    match_id = await _lesson(ada)
    plain = await world.match("wizards_duel", ada, {"a": ada, "b": None}, pace="eager")
    await world.pass_time(601)
    rematch = (await ada.post(f"/v1/matches/{match_id}/rematch", {}))["match_id"]

    seeds = [(await ada.get(f"/v1/matches/{one}"))["seed_commitment"] for one in (match_id, plain, rematch)]
    again = facts(await ada.events(rematch))[0]

    assert [seed == commitment_to(lesson_seed("wizards_duel")) for seed in seeds] == [True, False, False]
    assert "lesson" not in again


async def test_a_lesson_that_is_left_ends_by_itself(world: World) -> None:
    ada = await world.player("Ada")
    match_id = await _lesson(ada)

    await world.pass_time(601)

    assert (await ada.get(f"/v1/matches/{match_id}"))["status"] == "over"


@pytest.mark.parametrize("more", [{"options": {"wins_needed": 5}}, {"seats": {"a": {}}}, {"pace": "deadline"}])
async def test_nothing_about_a_lesson_can_be_chosen(world: World, more: dict[str, object]) -> None:
    ada = await world.player("Ada")

    refused = await ada.post("/v1/matches", {"game": "wizards_duel", "lesson": True, **more}, expect=422)

    assert refused["code"] == "bad_options"


async def test_lessons_count_towards_the_limit_of_matches(sqlite_url: str) -> None:
    """They are created at the price and within the limit of all matches."""
    async with running_world(sqlite_url, matches_per_host=2) as world:
        ada = await world.player("Ada")
        for _ in range(2):
            await _lesson(ada)

        refused = await ada.post("/v1/matches", {"game": "wizards_duel", "lesson": True}, expect=409)

    assert refused["code"] == "too_many_matches"


async def test_a_game_without_a_lesson_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "wizards_duel", replace(GAMES["wizards_duel"], lesson=None))
    ada = await world.player("Ada")

    refused = await ada.post("/v1/matches", {"game": "wizards_duel", "lesson": True}, expect=422)

    assert (refused["code"], refused["detail"]) == ("unknown_game", "This game has no lesson.")
