"""Every id and field that a client meets has words in every language, and no word is there in vain."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, meta

from engines.catalogue import GAMES
from engines.divine_intervention.boons import BUNDLED
from engines.hero_of_the_arena.pack import BUNDLED_PACK
from engines.kit import ENGLISH, AnyEngine, Word, add_titles
from engines.new_game.engine import NEW_GAME
from server.runtime.sentences import LANGUAGES
from tests.engines.table import Table
from tests.prompts import answer
from tests.words import Keys, needed, needed_by_schemas, never_shown, own_words

Json = Any

MATCHES: Final = 2
"""Random matches of each variant and further set of options."""

FURTHER: Final[dict[str, list[dict[str, Json]]]] = {"wizards_duel": [{"item_draft": ["a", "b"]}]}
"""Options that show what no variant shows."""

ENGINES: Final = {**GAMES, NEW_GAME.name: NEW_GAME}

PACKS: Final[dict[str, Json]] = {
    "divine_intervention": {"name": "Boons", "boons": [boon.model_dump() for boon in BUNDLED]},
    "hero_of_the_arena": BUNDLED_PACK.model_dump(mode="json"),
}

every_game = pytest.mark.parametrize("game", ENGINES)


@cache
def _shown(game: str) -> set[Keys]:
    """The keys of everything that views, facts and prompts of random matches show, and schemas list."""
    engine = ENGINES[game]
    found = set(needed_by_schemas(engine))
    seen: set[str] = set()
    options = engine.options(next(iter(engine.variants)), {"pack": PACKS[game]} if game in PACKS else {})
    seats = [asdict(seat) for seat in engine.seats(options)]
    shown = {"options": options.model_dump(mode="json", by_alias=True), "seats": seats}
    for value in (shown, *_told(engine)):
        for field in value.items():
            if (text := json.dumps(field)) not in seen:  # From one moment to the next, most of a view stays.
                seen.add(text)
                found.update(needed(engine.words, dict([field])))
    return found


def _told(engine: AnyEngine) -> Iterator[dict[str, Json]]:
    """All views and facts of some random matches."""
    for table in _tables(engine):
        for view in table.views.values():
            yield view.model_dump(mode="json", by_alias=True)
        for addressed in table.facts:
            yield engine.facts.dump_python(addressed.fact, mode="json", by_alias=True)


def _tables(engine: AnyEngine) -> Iterator[Table]:
    """Every moment between two phases of some random matches, the last with the match over."""
    cases: list[tuple[str, dict[str, Json]]] = [(variant, {}) for variant in engine.variants]
    cases += [(next(iter(engine.variants)), options) for options in FURTHER.get(engine.name, [])]
    for variant, options in cases:
        for seed in range(MATCHES):
            table = Table(engine, engine.options(variant, options))
            yield from (table for _ in table.moments(Random(seed), 0.1))


@pytest.mark.sampled
@every_game
def test_every_field_and_id_of_a_game_has_words(game: str) -> None:
    words = ENGINES[game].words.languages[ENGLISH]

    missing = {keys[-1] for keys in _shown(game) if not any(key in words for key in keys)}

    assert not missing, sorted(missing)


@pytest.mark.sampled
@every_game
def test_no_word_of_a_game_is_never_shown(game: str) -> None:
    package = ENGINES[game].package

    assert never_shown(package, {key for keys in _shown(game) for key in keys}) == []


def test_no_word_that_all_games_share_is_never_shown() -> None:
    shown = {key for game in ENGINES for keys in _shown(game) for key in keys}

    assert never_shown("engines.kit", shown) == []


@pytest.mark.parametrize("package", ["engines.kit", "server.runtime", *(game.package for game in ENGINES.values())])
def test_words_are_complete_in_every_language_and_in_order(package: str) -> None:
    english = own_words(package, ENGLISH)

    for language in LANGUAGES:
        words = own_words(package, language)
        assert list(words) == sorted(words)
        assert words.keys() == english.keys()
        for key, word in words.items():
            assert 0 < len(word["title"]) <= 60, key
            assert len(word.get("text", "")) <= 240, key
            assert word.keys() == english[key].keys(), key


def test_cards_of_the_bundled_pack_are_called_as_in_the_pack() -> None:
    """A match without a pack of an organiser shows the words of the game instead of those in the view."""
    words = ENGINES["hero_of_the_arena"].words
    cards = (*BUNDLED_PACK.draft_units, *BUNDLED_PACK.draft_items, *BUNDLED_PACK.shop_cards, *BUNDLED_PACK.perks)

    for card in cards:
        assert words.word(ENGLISH, "card", card.id) == Word(card.name, card.text)
    for boon in BUNDLED:
        assert ENGINES["divine_intervention"].words.word(ENGLISH, "boon", boon.id) == Word(boon.name, boon.text)


def test_an_organisers_pack_has_its_own_words_in_every_language() -> None:
    """In prompts too; ids that the pack shares with the bundled one included."""
    pack = json.loads(json.dumps(PACKS["hero_of_the_arena"]))
    for part in ("draft_units", "draft_items", "shop_cards", "perks"):
        for card in pack[part]:
            card["name"] = f"My {card['name']}"
    engine = ENGINES["hero_of_the_arena"]
    table = Table(engine, engine.options("standard", {"pack": pack}))
    table.close({})
    table.close({})
    (drafter,) = table.phase.seats
    prompt = engine.prompt(table.views[drafter])
    assert prompt is not None

    named: Json = add_titles(prompt, engine.words_for(table.views[drafter]), "de")

    picks = named["properties"]["pick"]["oneOf"]
    assert len(picks) == 8
    assert all(pick["title"].startswith("My ") for pick in picks)


@pytest.mark.sampled
@every_game
def test_a_prompt_with_titles_allows_the_same_moves_and_names_every_choice(game: str) -> None:
    """A form that shows titles never shows an id that has a word."""
    engine = ENGINES[game]
    random = Random(1)
    for table in _tables(engine):
        for seat in () if table.over else table.phase.seats:
            prompt = engine.prompt(table.views[seat])
            assert prompt is not None
            for language in LANGUAGES:
                named = add_titles(prompt, engine.words, language)
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
            if word not in ("if", "then", "else", "not"):
                yield from _nameless(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _nameless(inner)
