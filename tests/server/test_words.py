"""What the server itself tells of matches has words for people, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.kit import ENGLISH, SHARED_WORDS
from server.api.models.matches import MatchDetails
from server.api.models.playing import ViewReply
from server.facts import SERVER_FACT_TYPES
from server.matches.listings import MatchListing
from server.words import SERVER_WORDS, words_of
from tests.words import Keys, needed_by_schema

Json = Any

OF_THE_GAME: Final = {"view", "prompt", "submission", "moves", "options"}
"""Fields whose content is the game's."""


def _needed() -> Iterator[Keys]:
    words = SERVER_WORDS.over(SHARED_WORDS)
    for kind in (*SERVER_FACT_TYPES, MatchListing, MatchDetails, ViewReply):
        schema = TypeAdapter(kind).json_schema(mode="serialization")
        yield from ((f"field.{name}",) for name in OF_THE_GAME & schema["properties"].keys())
        schema["properties"] = {name: said for name, said in schema["properties"].items() if name not in OF_THE_GAME}
        yield from needed_by_schema(words, schema)


def test_everything_that_the_server_tells_of_a_match_has_words() -> None:
    for game in GAMES.values():
        words = words_of(game).languages[ENGLISH]
        assert {keys[-1] for keys in _needed() if not any(key in words for key in keys)} == set()


def test_no_word_of_the_server_is_never_shown_and_german_has_them_all() -> None:
    english, german = (_own(language) for language in ("en", "de"))

    shown = {key for keys in _needed() for key in keys}

    assert english.keys() <= shown
    assert german.keys() == english.keys()
    assert list(german) == sorted(german)


def _own(language: str) -> Json:
    return json.loads(files("server").joinpath("words", f"{language}.json").read_text("utf-8"))
