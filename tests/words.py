"""Which words are needed: for every field and id in schemas, and for every one that matches show; which there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from engines.kit import ENGLISH, LEVELS, AnyEngine, Place, Words

Json = Any

Keys: TypeAlias = tuple[str, ...]
"""The keys that a word may have, one of which is needed; the first is the most specific."""

UNSAID: Final = "no kind of"
"""Instead of a key, where `fields.json` does not say what the ids in a field are."""

_ALWAYS: Final = "value.null"
"""A key that all games have, for what may have a word but needs none."""

_BY_TYPE: Final[dict[str, tuple[Json, ...]]] = {"null": (None,), "boolean": (False, True)}
"""Values that a type lists."""
ID_LIKE: Final = re.compile(
    r"[A-Za-z0-9]_[A-Za-z0-9]|\b(?:heaven|hell)-[0-9]|[{}\[\]]|\b(?:None|null|True|False)\b|[a-z]\.[a-z]|[a-z]:[a-z]"
)
"""What only programs read: ids of several words, seats, parts of templates, values of Python, types and channels."""

_SAME: Final = ("anyOf", "oneOf", "allOf")


def needed(words: Words, value: Json, place: Place | None = None) -> Iterator[Keys]:
    """Yield the keys for what a view, fact, move or options, as JSON, show."""
    place = place or Place(words)
    if isinstance(value, dict):
        for name, inside in value.items():
            yield _of_name(place, name)
            yield from needed(words, inside, place.within(name))
    elif isinstance(value, list):
        if not value:
            yield *_of_id(place.ids.values or "", "[]"), "value.[]"
        for inside in value:
            yield from needed(words, inside, place.item())
    else:
        yield from _of_value(place, value)


def needed_by_schemas(engine: AnyEngine) -> Iterator[Keys]:
    """Yield the keys for what the game can ever show, as far as its schemas list it."""
    kinds = (engine.options_type, engine.view_type, *engine.move_types)
    schemas = [TypeAdapter(kind).json_schema(mode="serialization") for kind in kinds]
    for schema in (*schemas, engine.facts.json_schema(mode="serialization")):
        yield from needed_by_schema(engine.words, schema)
    yield ("game." + engine.name,)
    for variant in engine.variants:
        yield ("variant." + variant,)
    for level in LEVELS:
        yield ("level." + level,)


def needed_by_schema(words: Words, schema: Json, field: str = "") -> Iterator[Keys]:
    """Yield the keys for what values of this schema can show, in this field."""
    yield from _of_schema(schema, schema.get("$defs", {}), Place(words, field), set())


def _of_schema(schema: Json, definitions: Json, place: Place, seen: set[Any]) -> Iterator[Keys]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if (name, place.field, place.ids) not in seen:
            seen.add((name, place.field, place.ids))
            yield from _of_schema(definitions[name], definitions, place, seen)
    for word in _SAME:
        for inner in schema.get(word, []):
            yield from _of_schema(inner, definitions, place, seen)
    for inner in [*schema.get("prefixItems", []), schema.get("items")]:
        if isinstance(inner, dict):
            yield from _of_schema(inner, definitions, place.item(), seen)
    for name, inner in schema.get("properties", {}).items():
        yield _of_name(place, name)
        yield from _of_schema(inner, definitions, place.within(name), seen)
    for inner in [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]:
        if not isinstance(inner, dict):
            continue
        if place.ids.keys:
            for name in schema.get("propertyNames", {}).get("enum", []):
                yield _of_name(place, name)
            yield from _of_schema(inner, definitions, place.within(""), seen)
        else:
            yield (f"{UNSAID} the keys in {place.field}",)
    for choice in _BY_TYPE.get(schema.get("type", ""), ()):
        yield from _of_value(place, choice)
    for choice in [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]:
        yield from _of_value(place, choice)


def _of_name(place: Place, name: str) -> Keys:
    if place.ids.keys:
        return _of_id(place.ids.keys[0], name)
    return f"field.{place.field}.{name}", f"field.{name}"


def _of_value(place: Place, value: Json) -> Iterator[Keys]:
    if value is None or isinstance(value, bool):
        yield *_of_id(place.ids.values or "", value), f"value.{json.dumps(value)}"
    elif place.ids.values is not None and isinstance(value, int | float):
        yield *_of_id(place.ids.values, value), _ALWAYS  # A number is rarely an id.
    elif place.ids.values is not None:
        yield _of_id(place.ids.values, value)
    elif isinstance(value, str) and not place.is_said:
        yield (f"{UNSAID} {value!r} in {place.field}",)


@lru_cache(100_000, typed=True)  # Matches show the same ids again and again; 1 is not True.
def _of_id(kind: str, value: str | float | bool | None) -> Keys:
    id_ = value if isinstance(value, str) else json.dumps(value)
    return tuple(
        f"{one}.{form}" for one in kind.split("|") for form in dict.fromkeys((id_, re.sub("[0-9]+", "#", id_)))
    )


def own_words(package: str, language: str) -> dict[str, Json]:
    """Return the words of a package by their keys."""
    words: dict[str, Json] = json.loads(files(package).joinpath("words", f"{language}.json").read_text("utf-8"))
    return words


def never_shown(package: str, shown: set[str]) -> list[str]:
    """Return the keys of a package's words that are not among these, without the titles that prompts have."""
    keys = own_words(package, ENGLISH)
    return [key for key in keys if key.partition("@")[0] not in shown and key[:6] != "title."]
