"""How many seats bear each consequence, with the smallest and the largest options of each game."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import Consequence
from engines.play import play
from tests.engines.bearing import require_borne
from tests.engines.table import SEED

Options = dict[str, JsonValue]

SIZES: list[tuple[str, Options]] = [
    ("apocalypse", {"heaven_size": 3, "hell_size": 8}),
    ("apocalypse", {"heaven_size": 8, "hell_size": 3}),
    ("divine_intervention", {"deities": 2, "shamans": 16, "ascenders": 6}),
    ("divine_intervention", {"deities": 4, "shamans": 5, "ascenders": 3}),
    ("threads_of_fate", {"heaven_size": 2, "hell_size": 3}),
    ("threads_of_fate", {"heaven_size": 8, "hell_size": 12, "rounds": 3}),
    ("threads_of_fate", {"marked": ["heaven-1"]}),
    ("threads_of_fate", {"marked": ["heaven-1", "heaven-2", "heaven-3"]}),
]


@pytest.mark.parametrize(("game", "options"), SIZES)
def test_the_count_is_right_at_the_bounds_of_the_options(game: str, options: Options) -> None:
    engine = GAMES[game]
    complete = engine.options(next(iter(engine.variants)), options)

    for seed in range(5):
        require_borne(engine, complete, play(engine, complete, SEED, Random(seed), absent=0.1).outcome)


@pytest.mark.parametrize(
    ("game", "options", "consequence", "least", "most"),
    [
        ("divine_intervention", {}, "ascends", 5, 5),  # `ascenders` + 2
        ("divine_intervention", {"ascenders": 6}, "ascends", 8, 8),
        ("apocalypse", {"heaven_size": 8, "hell_size": 8}, "ascends", 3, 3),
        ("apocalypse", {}, "winner", 2, 2),
        ("threads_of_fate", {}, "ascends", 4, 4),
        ("threads_of_fate", {}, "token_of_life", 0, 2),  # none without an eligible pair
        ("threads_of_fate", {"marked": ["heaven-1", "heaven-2", "heaven-3"]}, "token_of_life", 0, 0),
        ("threads_of_fate", {}, "mark_of_elimination", 1, 1),
        ("hero_of_the_arena", {}, "winner", 2, 2),
        ("wizards_duel", {}, "winner", 1, 1),
    ],
)
def test_the_counts_are_those_of_the_rulebooks(
    game: str, options: Options, consequence: Consequence, least: int, most: int
) -> None:
    engine = GAMES[game]

    seats = engine.bears(engine.options(next(iter(engine.variants)), options))[consequence].seats

    assert (seats.least, seats.most) == (least, most)
    assert seats.exact == (least if least == most else None)
