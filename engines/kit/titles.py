"""Titles in prompts, so that a form made from the JSON Schema shows names instead of ids."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from engines.kit.schemas import JsonSchema
from engines.kit.words import Language, Place, Word, Words

_OF_THE_SAME: Final = ("allOf", "anyOf", "oneOf")
"""Keywords with schemas for the same value. Conditions (`if`, `then`, `else`, `not`) need no titles."""
_OF_ITEMS: Final = ("items", "prefixItems")
_MANY: Final = 12
"""So many choices stand under `$defs`: with the long names of a pack, they are large, and often asked for twice."""
_REFERENCE: Final = "#/$defs/"


def add_titles(prompt: JsonSchema, words: Words, language: Language, theme: str | None = None) -> JsonSchema:
    """
    Return the prompt with titles of fields, of objects that differ by a constant, and of choices.

    Choices become `oneOf` of `const` and `title`; those without words, such as amounts, stay `enum`. The same moves are
    valid as before.
    """
    definitions = prompt.get("$defs")
    titler = _Titler(words, language, theme, definitions if isinstance(definitions, dict) else {})
    schema = titler.with_titles({word: said for word, said in prompt.items() if word != "$defs"}, Place(words))
    return {**schema, "$defs": titler.done} if titler.done else schema


@dataclass(slots=True)
class _Titler:
    words: Words
    language: Language
    theme: str | None
    definitions: JsonSchema
    done: JsonSchema = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)

    def with_titles(self, schema: JsonSchema, place: Place) -> JsonSchema:
        out = dict(schema)
        if isinstance(title := schema.get("title"), str):
            self._entitle(out, self.words.word(self.language, "title", title))
        if isinstance(reference := schema.get("$ref"), str):
            self._define(reference.removeprefix(_REFERENCE), place)
        if isinstance(properties := schema.get("properties"), dict):
            out["properties"] = {name: self._property(name, said, place) for name, said in properties.items()}
            if "title" not in schema:
                self._entitle(out, self._title_by_constants(properties, place))
        for keyword, inner in schema.items():
            if keyword in _OF_THE_SAME or keyword in _OF_ITEMS:
                inside = place.item() if keyword in _OF_ITEMS else place
                if isinstance(inner, dict):
                    out[keyword] = self.with_titles(inner, inside)
                elif isinstance(inner, list):
                    out[keyword] = [self._branch(one, inside) if isinstance(one, dict) else one for one in inner]
        if isinstance(choices := schema.get("enum"), list) and "oneOf" not in schema:
            named = [(choice, self._choice(choice, place)) for choice in choices]
            if any(title for _, title in named):
                del out["enum"]
                out |= self._one_of(named)
        return out

    def _one_of(self, named: list[tuple[JsonValue, str | None]]) -> JsonSchema:
        choices: JsonSchema = {
            "oneOf": [{"const": choice, **({"title": title} if title else {})} for choice, title in named]
        }
        if len(named) < _MANY:
            return choices
        name = self.shared.setdefault(json.dumps(choices), f"choices_{len(self.shared) + 1}")
        self.done[name] = choices
        return {"$ref": f"{_REFERENCE}{name}"}

    def _branch(self, schema: JsonSchema, place: Place) -> JsonSchema:
        out = self.with_titles(schema, place)
        if "const" in schema and "title" not in schema:
            self._entitle(out, place.value(self.language, schema["const"], self.theme))
        if isinstance(items := out.get("prefixItems"), list):
            titles = [self._title_of(item) for item in items]
            if all(titles):
                out["title"] = " + ".join(map(str, titles))
        return out

    def _title_of(self, schema: JsonValue) -> JsonValue:
        if isinstance(schema, dict) and isinstance(reference := schema.get("$ref"), str):
            schema = self.done[reference.removeprefix(_REFERENCE)]
        return schema.get("title") if isinstance(schema, dict) else None

    def _property(self, name: str, said: JsonValue, place: Place) -> JsonValue:
        if not isinstance(said, dict):
            return said
        out = self.with_titles(said, place.within(name))
        self._entitle(out, place.name(self.language, name, self.theme))
        return out

    def _define(self, name: str, place: Place) -> None:
        definition = self.definitions[name]
        if name not in self.done and isinstance(definition, dict):
            self.done[name] = definition  # an end to definitions that refer to themselves
            self.done[name] = self.with_titles(definition, place)

    def _title_by_constants(self, properties: JsonSchema, place: Place) -> Word | None:
        """The constants among the fields of an object: the type of a move, the card of an action."""
        words = [
            place.within(name).value(self.language, said["const"], self.theme)
            for name, said in properties.items()
            if isinstance(said, dict) and isinstance(said.get("const"), str)
        ]
        titles = [word.title for word in words if word]
        return Word(", ".join(titles)) if titles else None

    def _choice(self, choice: JsonValue, place: Place) -> str | None:
        if not isinstance(choice, list):
            word = place.value(self.language, choice, self.theme)
            return word.title if word else None
        titles = [self._choice(one, place) for one in choice] or [self._choice("[]", place)]
        return ", ".join(title for title in titles if title) or None

    def _entitle(self, schema: JsonSchema, word: Word | None) -> None:
        if word:
            schema["title"] = word.title
