"""No refusal repeats client input, wherever in a move, in options or in a pack it occurs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from typing import Final

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


def _forgeries(value: JsonValue) -> Iterator[JsonValue]:
    """Yield the value with each canary in each of its places in turn."""
    canaries: list[JsonValue] = [WORD, NUMBER, -NUMBER, [WORD], {WORD: WORD}]
    for canary in canaries:
        yield from spoilt(value, canary)


def _assert_silent(message: str) -> None:
    assert WORD not in message
    assert str(NUMBER) not in message


@pytest.mark.parametrize(("engine", "variant"), CASES)
def test_no_refusal_of_a_move_repeats_any_of_it(engine: AnyEngine, variant: str) -> None:
    random, refused = Random(variant), 0
    table = Table(engine, engine.options(variant, {}))
    while not table.over and table.phase.number < 12:
        for seat in table.phase.seats[:3]:
            move = engine.sample(table.views[seat], random).model_dump(mode="json")
            for forgery in _forgeries(move):
                try:
                    engine.check(table.views[seat], forgery)
                except IllegalMoveError as refusal:
                    refused += 1
                    _assert_silent(refusal.message)
        table.close(table.sampled(random, 0.1))

    assert refused > 20


@pytest.mark.parametrize(("engine", "variant"), CASES)
def test_no_refusal_of_options_repeats_any_of_them(engine: AnyEngine, variant: str) -> None:
    options = engine.options(variant, {}).model_dump(mode="json")
    given: Mapping[str, JsonValue] = {**options, "pack": None} if engine.pack_type else options
    refused = 0

    for forgery in _forgeries(dict(given)):
        if isinstance(forgery, dict):
            try:
                engine.options(variant, forgery)
            except BadOptionsError as refusal:
                refused += 1
                _assert_silent(refusal.message)

    assert refused > 3 * len(options), "too few were tried"


def test_no_refusal_of_a_pack_repeats_any_of_it() -> None:
    fact = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text(encoding="utf-8"))
    refused = 0

    for forgery in _forgeries(fact):
        try:
            read_pack(HeroOfTheArenaPack, forgery)
        except BadOptionsError as refusal:
            refused += 1
            _assert_silent(refusal.message)

    assert refused > 100
