"""No refusal repeats client input, wherever in a move, in options or in a pack it occurs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from random import Random
from typing import Any, Final

import pytest
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.kit import AnyEngine, BadOptionsError, IllegalMoveError, read_pack
from tests.engines.junk import spoilt
from tests.engines.table import Table

WORD: Final = "canary-zugzwang"
NUMBER: Final = 918_273_645

CASES = [
    pytest.param(engine, variant, id=f"{name}-{variant}")
    for name, engine in GAMES.items()
    for variant in engine.variants
]


def _refused(judge: Callable[[Any], object], given: JsonValue) -> int:
    """Forge the value in each of its places; return how often that is refused, always without a word of it."""
    canaries: list[JsonValue] = [WORD, NUMBER, -NUMBER, [WORD], {WORD: WORD}]
    messages = []
    for forgery in (forged for canary in canaries for forged in spoilt(given, canary)):
        try:
            judge(forgery)
        except (IllegalMoveError, BadOptionsError) as refusal:
            messages.append(refusal.message)
    assert not [message for message in messages if WORD in message or str(NUMBER) in message]
    return len(messages)


@pytest.mark.parametrize(("engine", "variant"), CASES)
def test_no_refusal_of_a_move_repeats_any_of_it(engine: AnyEngine, variant: str) -> None:
    random, refused = Random(variant), 0
    table = Table(engine, engine.options(variant, {}))
    while not table.over and table.phase.number < 12:
        for seat in table.phase.seats[:3]:
            move = engine.sample(table.views[seat], random).model_dump(mode="json")
            refused += _refused(partial(engine.check, table.views[seat]), move)
        table.close(table.sampled(random, 0.1))

    assert refused > 20


@pytest.mark.parametrize(("engine", "variant"), CASES)
def test_no_refusal_of_options_repeats_any_of_them(engine: AnyEngine, variant: str) -> None:
    options = engine.options(variant, {}).model_dump(mode="json")
    given = {**options, "pack": None} if engine.pack_type else options

    refused = _refused(lambda forged: engine.options(variant, forged) if isinstance(forged, dict) else None, given)

    assert refused > 3 * len(options), "too few were tried"


def test_no_refusal_of_a_pack_repeats_any_of_it() -> None:
    pack = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text(encoding="utf-8"))

    assert _refused(partial(read_pack, HeroOfTheArenaPack), pack) > 100
