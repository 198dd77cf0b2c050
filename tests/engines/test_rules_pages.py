"""The rules of every game say the same in every language, in the words of the game's catalogue."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import pytest

from engines.catalogue import GAMES
from engines.kit import ENGLISH
from engines.new_game.engine import NEW_GAME
from server.api.pages.library import pages
from tests.sixth_game.engine import ODDS_AND_EVENS

ENGINES: Final = {**GAMES, NEW_GAME.name: NEW_GAME}

KINDS: Final = {
    "apocalypse": ("ability", "card", "phase"),
    "divine_intervention": ("boon", "element"),
    "hero_of_the_arena": ("card_kind", "role", "realm"),
    "threads_of_fate": ("ability",),
    "wizards_duel": ("item", "spell", "phase"),
}
"""The kinds of things that the rules call by their titles."""

NOT_THINGS: Final = ("null", "hidden")

every_game = pytest.mark.parametrize("game", ENGINES)
in_other_languages = pytest.mark.parametrize(
    ("game", "language"),
    [
        (game, language)
        for game, engine in ENGINES.items()
        for language in engine.words.languages
        if language != ENGLISH
    ],
)


class Block(NamedTuple):
    """A heading, paragraph, item of a list, row of a table or line of code."""

    begins: str
    text: str


def _blocks(page: str) -> list[Block]:
    found: list[Block] = []
    is_code = is_open = False
    for line in page.splitlines():
        begins = re.match(r"#+ |\||- |\d+\. |```", line)
        is_code ^= line.startswith("```")
        if is_code or begins:
            found.append(Block("code" if is_code else begins[0] if begins else "", line))
        elif line and is_open:
            found[-1] = Block(found[-1].begins, f"{found[-1].text} {line}")
        elif line:
            found.append(Block("", line))
        is_open = bool(line) and not is_code
    return found


def _ids(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", re.sub(r"`[^`]+`", "", text)))


@every_game
def test_the_rules_are_there_in_each_language_that_the_game_has_words_in(game: str) -> None:
    engine = ENGINES[game]

    assert engine.rules.keys() == engine.words.languages.keys()
    assert len(set(engine.rules.values())) == len(engine.rules)


@in_other_languages
def test_a_translation_has_the_same_parts_moves_ids_and_numbers(game: str, language: str) -> None:
    """Part by part: headings, paragraphs, items, rows with their cells. A translation may add ids behind names."""
    rules = ENGINES[game].rules
    english, other = _blocks(rules[ENGLISH]), _blocks(rules[language])

    assert [block.begins for block in other] == [block.begins for block in english]
    for said, translated in zip(english, other, strict=True):
        assert translated.text.count("|") == said.text.count("|")
        assert _ids(said.text) <= _ids(translated.text), translated.text
        assert _numbers(said.text) == _numbers(translated.text), translated.text
        if said.begins == "code":
            assert translated == said


@every_game
def test_the_rules_call_things_by_their_titles(game: str) -> None:
    engine = ENGINES[game]
    for language, page in engine.rules.items():
        words = engine.words.languages[language]
        names = {
            key: word.title.rpartition(": ")[2] if kind == "ability" else word.title
            for key, word in words.items()
            for kind, _, id_ in [key.partition(".")]
            if kind in KINDS.get(game, ()) and id_ not in NOT_THINGS
        }
        said = page.casefold().replace("_", " ")  # An id may be the name: `stronger_cutters`.

        assert page.startswith(f"# {engine.words.title(language, 'game', game)}\n")
        assert {key: name for key, name in names.items() if name.casefold() not in said} == {}


@in_other_languages
def test_boons_do_in_the_rules_what_their_texts_say(game: str, language: str) -> None:
    """Where a row names a boon, it also has its text."""
    words = ENGINES[game].words.languages[language]
    boons = {key.partition(".")[2]: word for key, word in words.items() if key.startswith("boon.") and word.text}
    page = ENGINES[game].rules[language]

    assert [
        id_ for id_, word in boons.items() if not re.search(rf"^\| `{id_}`.*\| {re.escape(word.text)} \|", page, re.M)
    ] == []


def test_a_game_without_a_translation_has_its_rules_in_english() -> None:
    assert ODDS_AND_EVENS.rules.keys() == {ENGLISH}


def test_links_lead_to_the_rules_at_one_address_in_all_languages() -> None:
    found = [(page.path, page.language) for page in pages() if page.address == "/docs/rules/apocalypse"]

    assert found == [("engines/apocalypse/rules.md", "en"), ("engines/apocalypse/rules.de.md", "de")]
