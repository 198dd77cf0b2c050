"""Previews of seasons: the arithmetic of the published season, and what does not come out even."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from server.organising.series.fitting import MAX_OPTIONS_BYTES
from tests.server.api.story import operations, requests_of
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

THE_SEASON: Json = requests_of(operations()["previewSeries"][2])["eleven_to_one"]

DUEL: Json = THE_SEASON["deaths"]["duel"]


async def _preview(player: Client, season: Json, expect: int = 200) -> Json:
    return await player.post("/v1/series/preview", season, expect)


def _changed(change: Callable[[Json], object]) -> Json:
    season = copy.deepcopy(THE_SEASON)
    change(season)
    return season


def _episode(number: int, **fields: Json) -> Callable[[Json], object]:
    """Return a change of an episode; a field that is None goes."""

    def change(season: Json) -> None:
        episode = {**season["episodes"][number - 1], **fields}
        season["episodes"][number - 1] = {name: value for name, value in episode.items() if value is not None}

    return change


def _death(name: str, **fields: Json) -> Callable[[Json], object]:
    return lambda season: season["deaths"][name].update(fields)


async def test_the_published_season_has_the_published_sizes(world: World) -> None:
    player = await world.player()

    found = await _preview(player, THE_SEASON)

    sizes = [(each["heaven"], each["hell"]) for each in found["episodes"]]
    assert sizes == [(3, 8), (5, 5), (3, 6), (4, 4), (2, 5), (2, 4), (2, 3), (2, 2), (1, 1)]
    assert (found["places"], found["matches"]) == (11, 16)
    assert sum(line["leave"] for each in found["episodes"] for line in each["lines"]) == 10


async def test_every_line_of_the_arithmetic_follows_from_the_one_before(world: World) -> None:
    """A page can show it line by line: nobody appears, and nobody is lost but those who leave."""
    player = await world.player()

    found = await _preview(player, THE_SEASON)

    there = found["places"]
    for episode, after in zip(found["episodes"], [*found["episodes"][1:], None], strict=True):
        assert episode["heaven"] + episode["hell"] == episode["main"]["seats"] == there
        for line in episode["lines"]:
            there -= line["leave"]
            assert line["heaven"] + line["hell"] == (there if after else 0)
        last = episode["lines"][-1]
        assert after is None or (last["heaven"], last["hell"]) == (after["heaven"], after["hell"])
    assert there == 1
    first, third = found["episodes"][0], found["episodes"][2]
    assert [line["step"] for line in first["lines"]] == ["ascends", "death_match"]
    assert {"consequence": "ascends", "least": 5, "most": 5} in first["main"]["counts"]
    assert {"consequence": "token_of_life", "least": 0, "most": 2} in third["main"]["counts"]
    assert (third["death"]["game"], third["death"]["seats"]) == ("hero_of_the_arena", 4)


async def test_a_preview_takes_what_a_new_series_takes(world: World) -> None:
    """So a form can send both calls the same body."""
    player = await world.player()

    found = await _preview(player, {**THE_SEASON, "label": "Eleven to one", "players": [player.player_id, None]})

    assert found["places"] == 11


async def test_two_in_each_realm_can_be_all(world: World) -> None:
    """No death match is needed, and no mark, token or pick."""
    player = await world.player()
    season = {"realms": {"heaven": 2, "hell": 2}, "episodes": THE_SEASON["episodes"][-2:]}

    found = await _preview(player, season)

    assert [(each["heaven"], each["hell"]) for each in found["episodes"]] == [(2, 2), (1, 1)]
    assert found["matches"] == 2


MISFITS: list[tuple[str, Callable[[Json], object], str, tuple[int, ...]]] = [
    ("too_few", lambda season: season["realms"].update(hell=7), "/episodes/0", (8, 7)),
    ("too_many", lambda season: season["realms"].update(heaven=4), "/episodes/0", (3, 4)),
    ("size_in_the_middle", _episode(4, options={}), "/episodes/3", (5, 4)),
    ("more_ascend", _episode(1, options={"ascenders": 4}), "/episodes/1", (5, 6)),
    ("without_a_death_match", _episode(1, death=None), "/episodes/1", (5, 6)),
    ("nobody_sure_to_win", _episode(3, heaven="winner"), "/episodes/2/heaven", (0, 2)),
    ("nobody_ascends", _episode(8, finalists=None, heaven="ascends"), "/episodes/7/heaven", (0, 4)),
    ("unknown_death", _episode(1, death="joust"), "/episodes/0/death", ()),
    ("no_candidate", _episode(8, finalists=None, heaven="stays", death="duel"), "/episodes/7/death", (0, 1)),
    ("nothing_next", _episode(2, heaven=None, death=None), "/episodes/1", ()),
    ("both_next", _episode(8, heaven="winner"), "/episodes/7/heaven", ()),
    ("death_of_finalists", _episode(8, death="duel"), "/episodes/7/death", ()),
    ("nobody_sure_to_go_on", _episode(7, heaven=None, death=None, finalists="winner"), "/episodes/6/finalists", (0, 1)),
    ("seats_too_early", _episode(1, seats={"hell-1": "finalist:hell"}), "/episodes/0/seats", ()),
    ("no_realms", _episode(1, game="wizards_duel"), "/episodes/0/game", ()),
    ("final_too_early", lambda season: season["episodes"].pop(7), "/episodes/7", (2, 1)),
    ("no_final", lambda season: season["episodes"].pop(), "/episodes/7/finalists", ()),
    ("final_goes_on", _episode(9, heaven="winner"), "/episodes/8/heaven", ()),
    ("final_without_seats", _episode(9, seats=None), "/episodes/8/seats", (2, 0)),
    ("final_of_a_candidate", _episode(9, seats={"a": "candidate", "b": "finalist:hell"}), "/episodes/8/seats/a", ()),
    ("final_of_one", _episode(9, seats={"a": "finalist:hell", "b": "finalist:hell"}), "/episodes/8/seats", (2, 1)),
    ("two_winners_for_one_place", _episode(9, game="hero_of_the_arena", variant=None), "/episodes/8/seats", ()),
    ("unknown_seat", _death("duel", seats={"a": "candidate", "c": "opponent"}), "/deaths/duel/seats", ()),
    ("unknown_word", _death("duel", seats={"a": "candidate", "b": "hangman"}), "/deaths/duel/seats/b", ()),
    ("seat_left", _death("duel", seats={"a": "candidate"}), "/deaths/duel/seats", (2, 1)),
    ("no_opponent", _death("duel", seats={"a": "candidate", "b": "partner:candidate"}), "/deaths/duel/seats", (0, 1)),
    ("partners_apart", lambda season: _swap(season, "heaven-1", "heaven-2"), "/deaths/arena/seats", ()),
    ("rivals_together", lambda season: _swap(season, "heaven-1", "hell-2"), "/deaths/arena/seats", ()),
    ("no_loser", _death("duel", game="threads_of_fate", variant=None), "/deaths/duel/seats", ()),
    ("mark_in_a_death_match", _death("duel", options={"items": {"seats": "mark"}}), "/deaths/duel/options/items", ()),
    ("other_placeholder", _episode(3, options={"marked": {"seats": "token"}}), "/episodes/2/options/marked", ()),
    ("no_marks", lambda season: season.pop("mark"), "/episodes/2/options/marked", ()),
    ("mark_for_a_number", _episode(3, options={"rounds": {"seats": "mark"}}), "/episodes/2/options/rounds", ()),
    ("unknown_option", _episode(3, options={"scars": {"seats": "mark"}}), "/episodes/2/options/scars", ()),
    ("players", lambda season: season.update(players=[None] * 12), "/players", (12, 11)),
]


def _swap(season: Json, one: str, other: str) -> None:
    seats = season["deaths"]["arena"]["seats"]
    seats[one], seats[other] = seats[other], seats[one]


@pytest.mark.parametrize(("change", "pointer", "numbers"), [each[1:] for each in MISFITS], ids=[m[0] for m in MISFITS])
async def test_a_season_that_does_not_fit_is_refused_with_the_place_and_the_numbers(
    world: World, change: Callable[[Json], object], pointer: str, numbers: tuple[int, ...]
) -> None:
    player = await world.player()

    problem = await _preview(player, _changed(change), 422)

    assert (problem["code"], problem["pointer"]) == ("does_not_fit", pointer), problem
    assert all(str(number) in problem["detail"] for number in numbers), problem["detail"]


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        (_episode(1, game="chess"), "unknown_game", "/episodes/0/game"),
        (_episode(2, variant="tiny"), "unknown_variant", "/episodes/1/variant"),
        (_episode(2, options={"heaven_size": 2}), "bad_options", "/episodes/1/options/heaven_size"),
        (_death("duel", options={"wins_needed": 9}), "bad_option", "/deaths/duel/options/wins_needed"),
        (_episode(1, options={"pack": "sha256:" + "0" * 64}), "unknown_pack", "/episodes/0/options/pack"),
        (lambda season: season.update(absence={"then": "bot"}), "would_tell", "/absence/then"),
    ],
)
async def test_what_a_game_refuses_has_the_codes_of_a_new_match(
    world: World, change: Callable[[Json], object], code: str, pointer: str
) -> None:
    player = await world.player()

    problem = await _preview(player, _changed(change), 422)

    assert (problem["code"], problem["pointer"]) == (code, pointer), problem


async def test_packs_of_all_matches_together_are_bounded(world: World) -> None:
    """The id of a pack is short, and its content goes into the log once for each match."""
    player = await world.player()
    content = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text(encoding="utf-8"))
    content["name"] = "My own"
    pack = (await player.post("/v1/packs", {"game": "hero_of_the_arena", "content": content}, 201))["pack"]
    episode = {**THE_SEASON["episodes"][7], "options": {"pack": pack}}

    problem = await _preview(player, {**THE_SEASON, "episodes": [episode] * 30}, 422)

    assert problem["code"] == "does_not_fit"
    assert str(MAX_OPTIONS_BYTES) in problem["detail"]


def test_the_example_is_the_season_of_eleven_players() -> None:
    assert len(THE_SEASON["episodes"]) == 9
    assert THE_SEASON["realms"] == {"heaven": 3, "hell": 8}
    assert json.dumps(THE_SEASON).count("mark") == 5
