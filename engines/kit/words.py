"""
Words for people: a title and a text for each id and each field that a client meets, in every language.

A key is a kind and an id: `spell.5`, or `field.points` for a field. `fields` says which kind the ids in a field are. So
a program finds the key for a place in a view, fact, move or prompt without knowing the game.
"""

from __future__ import annotations

import json
import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, TypeAlias

from pydantic import JsonValue

from engines.kit.contract import SENT_WHOLE
from engines.kit.records import record

Language: TypeAlias = str
"""A language tag, such as `en` or `de`."""

ENGLISH: Final[Language] = "en"
"""The language that is complete, and stands in where another one lacks a word."""

_ANYWHERE: Final = ("true", "false", "null", "[]")
"""As JSON: values that mean much the same wherever they stand."""
_NUMBER: Final = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class Word:
    """What people read in the place of an id."""

    __pydantic_config__ = SENT_WHOLE

    title: str
    """A name, short enough for a button."""
    text: str = ""
    """One or two sentences; empty if the title says it all."""


@record
class FieldIds:
    """What the ids in a field are."""

    __pydantic_config__ = SENT_WHOLE

    keys: tuple[str, ...] = ()
    """
    The kinds of the keys of the objects in the field, from the outermost inwards, `*` for a list of objects; none: the
    keys are fields.
    """
    values: str | None = None
    """The kind of its values, also of those in lists, or several: `seat|card`; null: they are not ids."""


@dataclass(frozen=True, slots=True)
class Words:
    """
    The words of a game, those that all games share among them.

    Attributes:
        fields: What the ids in a field are, by its name; or by `PARENT.NAME`, for the field in that field only.
        languages: By language and key; English stands in for what is missing.
    """

    fields: Mapping[str, FieldIds]
    languages: Mapping[Language, Mapping[str, Word]]

    def word(self, language: Language, kind: str, value: JsonValue, theme: str | None = None) -> Word | None:
        """
        Return the word for an id of a kind, or of the first of several kinds (`seat|card`) that has it; or None.

        True, false, null and the empty list have words of their own in some kinds, and else those of the kind `value`.
        `theme` is the option of that name, in games where it decides between names: `spell.5@olympians`.
        """
        words = self.languages.get(language, self.languages[ENGLISH])
        id_ = value if isinstance(value, str) else json.dumps(value)
        if theme is None and (word := words.get(f"{kind}.{id_}")):  # mostly, and prompts have hundreds of ids
            return word
        for one in (*kind.split("|"), *(["value"] if id_ in _ANYWHERE else [])):
            for key in (f"{one}.{id_}@{theme}", f"{one}.{id_}"):
                if key in words:
                    return words[key]
            if word := words.get(f"{one}.{_NUMBER.sub('#', id_)}"):
                numbers = _NUMBER.findall(id_)
                return Word(_with(numbers, word.title), _with(numbers, word.text))
        return None

    def under(self, others: Mapping[str, Word]) -> Words:
        """These words and, before them in all languages, others."""
        return Words(self.fields, {language: ChainMap({**others}, {**own}) for language, own in self.languages.items()})

    def over(self, below: Words) -> Words:
        """These words, and where they have none, those below; then English ones, in all languages."""
        english = {**below.languages.get(ENGLISH, {}), **self.languages.get(ENGLISH, {})}
        return Words(
            {**below.fields, **self.fields},
            {
                language: {**english, **below.languages.get(language, {}), **self.languages.get(language, {})}
                for language in sorted({ENGLISH, *below.languages, *self.languages})
            },
        )

    def title(self, language: Language, kind: str, value: JsonValue, theme: str | None = None) -> str:
        """Return the title of an id, or the id itself without a title."""
        word = self.word(language, kind, value, theme)
        return str(value) if word is None else word.title


@record
class Place:
    """
    A place in a view, fact, move or prompt: what its words depend on.

    Attributes:
        field: The name of the field around it.
        ids: What the ids from here on are.
        is_said: Whether `fields` says so, instead of nothing.
    """

    words: Words
    field: str = ""
    ids: FieldIds = FieldIds()
    is_said: bool = False

    def within(self, name: str) -> Place:
        """The place of the value under this key of an object here."""
        if self.ids.keys:
            return Place(self.words, self.field, FieldIds(self.ids.keys[1:], self.ids.values), is_said=True)
        fields = self.words.fields
        ids = fields.get(f"{self.field}.{name}") or fields.get(name)
        return Place(self.words, name, ids or FieldIds(), is_said=ids is not None)

    def item(self) -> Place:
        """The place of what a list here holds: the keys of objects in lists are fields, except after `*`."""
        keys = self.ids.keys[1:] if self.ids.keys[:1] == ("*",) else ()
        return Place(self.words, self.field, FieldIds(keys, self.ids.values), self.is_said)

    def name(self, language: Language, name: str, theme: str | None = None) -> Word | None:
        """The word for this key of an object here: an id or a field."""
        if self.ids.keys:
            return self.words.word(language, self.ids.keys[0], name, theme)
        return self.words.word(language, "field", f"{self.field}.{name}") or self.words.word(language, "field", name)

    def value(self, language: Language, value: JsonValue, theme: str | None = None) -> Word | None:
        """The word for a value here; None if it is not an id."""
        return None if self.ids.values is None else self.words.word(language, self.ids.values, value, theme)


def read_words(package: str) -> Words:
    """The words in the folder `words` of a package, if it has one: a file for each language, and `fields.json`."""
    folder = files(package).joinpath("words")
    found = {}
    if folder.is_dir():
        found = {file.name.removesuffix(".json"): json.loads(file.read_text("utf-8")) for file in folder.iterdir()}
    fields = {
        name: FieldIds(tuple(ids.get("keys", ())), ids.get("values")) for name, ids in found.pop("fields", {}).items()
    }
    return Words(
        fields, {language: {key: Word(**word) for key, word in words.items()} for language, words in found.items()}
    )


def _with(numbers: list[str], text: str) -> str:
    for number in numbers:
        text = text.replace("#", number, 1)
    return text


SHARED_WORDS: Final = read_words("engines.kit")
