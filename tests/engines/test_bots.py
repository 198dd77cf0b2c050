"""
Bots of every game: legal moves from nothing but the view of their seat, and better ones on higher levels.

That a bot uses nothing that its seat was not told is also compared in twins (`tests/secrecy/twins/observe.py`).
`python -m benchmarks bots` measures by how much each level wins.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks.bots import compete
from engines import bots
from engines.catalogue import GAMES
from engines.kit import LEVELS, AnyEngine, Level
from engines.new_game.engine import NEW_GAME
from tests.engines.table import Table

VARIANTS = [(engine, variant) for engine in GAMES.values() for variant in engine.variants]

MATCHES = 20

LEAST: dict[tuple[str, Level], float] = {
    ("wizards_duel", "strong"): 0.75,
    ("wizards_duel", "medium"): 0.5,
    ("apocalypse", "strong"): 0.75,
    ("threads_of_fate", "strong"): 0.85,
    ("hero_of_the_arena", "strong"): 0.85,
}
"""The least share of `MATCHES` of the first variant that a level wins: what docs/bots.md says, less two deviations."""


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize(
    ("engine", "variant"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in VARIANTS]
)
def test_bots_play_whole_matches_by_legal_moves_in_canonical_form(engine: AnyEngine, variant: str) -> None:
    table, random = Table(engine, engine.options(variant, {})), Random(variant)
    while not table.over:
        moves: dict[str, Any] = {}
        for number, seat in enumerate(table.phase.seats):
            move = bots.choose(engine, table.views[seat], LEVELS[-1 - number % 2], random)
            assert engine.check(table.views[seat], move.model_dump(mode="json")) == move
            moves[seat] = move.model_dump(mode="json")
        table.close(moves)


@pytest.mark.parametrize("engine", GAMES.values(), ids=list(GAMES))
def test_a_bot_needs_nothing_but_the_view_that_any_client_reads(engine: AnyEngine) -> None:
    """As JSON, in which nothing can be hidden; the same view and the same chance give the same move."""
    table, random = Table(engine, engine.options(next(iter(engine.variants)), {})), Random(1)
    for _ in range(12):
        seat = table.phase.seats[0]
        view = table.views[seat]
        read = engine.view_type.model_validate_json(view.model_dump_json(by_alias=True))
        chosen, again = (bots.choose(engine, each, "strong", Random(7)) for each in (view, read))
        assert chosen == again
        table.close(table.sampled(random))
        if table.over:
            break


@pytest.mark.parametrize(("game", "level"), LEAST)
def test_higher_levels_beat_random_ones(game: str, level: Level) -> None:
    """A sample of what the benchmark measures, with seeds that are always the same."""
    engine = GAMES[game]

    result = compete(engine, next(iter(engine.variants)), level, MATCHES)

    assert result.wins >= LEAST[game, level]


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_without_a_bot_is_played_at_random(level: Level) -> None:
    table = Table(NEW_GAME, NEW_GAME.options(next(iter(NEW_GAME.variants)), {}))
    view = table.views[table.phase.seats[0]]

    assert bots.choose(NEW_GAME, view, level, Random(3)) == NEW_GAME.sample(view, Random(3))
