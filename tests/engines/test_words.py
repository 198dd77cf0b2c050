"""Every id and field that a client meets has words in every language, and no word is there in vain."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, meta

from engines.catalogue import GAMES
from engines.kit import ENGLISH, AnyEngine, titled
from tests.engines.table import Table
from tests.prompts import answer
from tests.words import Keys, needed, needed_by_schemas

Json = Any

LANGUAGES: Final = ("de", "en")
MATCHES: Final = 2
"""Random matches of each variant and further set of options."""

FURTHER: Final[dict[str, list[dict[str, Json]]]] = {"wizards_duel": [{"item_draft": ["a", "b"]}]}
"""Options that show what no variant shows."""

READY: Final = [name for name, game in GAMES.items() if files(game.package).joinpath("words").is_dir()]

every_game = pytest.mark.parametrize("game", READY)


@cache
def _shown(game: str) -> Counter[Keys]:
    """The keys of everything that views, facts and prompts of random matches show, and schemas list."""
    engine = GAMES[game]
    found = Counter(needed_by_schemas(engine))
    for table in _tables(engine):
        for view in table.views.values():
            found.update(needed(engine.words, view.model_dump(mode="json", by_alias=True)))
        for addressed in table.facts:
            found.update(needed(engine.words, engine.facts.dump_python(addressed.fact, mode="json", by_alias=True)))
    return found


def _tables(engine: AnyEngine) -> Iterator[Table]:
    """Every moment between two phases of some random matches, the last with the match over."""
    cases: list[tuple[str, dict[str, Json]]] = [(variant, {}) for variant in engine.variants]
    cases += [(next(iter(engine.variants)), options) for options in FURTHER.get(engine.name, [])]
    for variant, options in cases:
        for seed in range(MATCHES):
            random = Random(seed)
            table = Table(engine, engine.options(variant, options))
            yield table
            while not table.over:
                table.close(table.sampled(random, 0.1))
                yield table


def _own(package: str, name: str) -> Json:
    return json.loads(files(package).joinpath("words", f"{name}.json").read_text("utf-8"))


@every_game
def test_every_field_and_id_of_a_game_has_words(game: str) -> None:
    words = GAMES[game].words.languages[ENGLISH]

    missing = {keys[-1] for keys in _shown(game) if not any(key in words for key in keys)}

    assert not missing, sorted(missing)


@every_game
def test_no_word_of_a_game_is_never_shown(game: str) -> None:
    package = GAMES[game].package

    assert _dead(package, {key for keys in _shown(game) for key in keys}) == []


def test_no_word_that_all_games_share_is_never_shown() -> None:
    shown = {key for game in READY for keys in _shown(game) for key in keys}

    if len(READY) < len(GAMES):
        pytest.skip("not all games have words yet")
    assert _dead("engines.kit", shown) == []


def _dead(package: str, shown: set[str]) -> list[str]:
    """The keys of words that are never shown; one with numbers is, if it is with any."""
    shown |= {re.sub(r"(?<=-)[0-9]+|(?<=^round\.)[0-9]+", "#", key) for key in shown}
    return [key for key in _own(package, ENGLISH) if key.partition("@")[0] not in shown]


@pytest.mark.parametrize("package", ["engines.kit", *(GAMES[game].package for game in READY)])
def test_words_are_complete_in_every_language_and_in_order(package: str) -> None:
    english = _own(package, ENGLISH)

    for language in LANGUAGES:
        words = _own(package, language)
        assert list(words) == sorted(words)
        assert words.keys() == english.keys()
        for key, word in words.items():
            assert 0 < len(word["title"]) <= 60, key
            assert len(word.get("text", "")) <= 240, key
            assert word.keys() == english[key].keys(), key


@every_game
def test_a_prompt_with_titles_allows_the_same_moves_and_names_every_choice(game: str) -> None:
    """A form that shows titles never shows an id that has a word."""
    engine = GAMES[game]
    random = Random(1)
    for table in _tables(engine):
        for seat in () if table.over else table.phase.seats:
            prompt = engine.prompt(table.views[seat])
            assert prompt is not None
            for language in LANGUAGES:
                named = titled(prompt, engine.words, language)
                assert Draft202012Validator(prompt).is_valid(answer(named, random))
                move = engine.sample(table.views[seat], random).model_dump(mode="json")
                canonical = engine.check(table.views[seat], move).model_dump(mode="json", by_alias=True)
                assert Draft202012Validator(named).is_valid(canonical)
                assert not list(_nameless(named))
        meta.validate(named)


def _nameless(schema: Json) -> Iterator[Json]:
    """Yield fields without a title, and choices of words that are not `oneOf`."""
    if isinstance(schema, dict):
        for word, inner in schema.items():
            if word == "properties":
                yield from (name for name, said in inner.items() if "title" not in said)
            elif word == "enum":
                yield from (choice for choice in inner if isinstance(choice, str))
            if word not in ("if", "not"):
                yield from _nameless(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _nameless(inner)
