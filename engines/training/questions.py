"""
A prompt as questions, one after another: each is answered with one of at most `MOST` choices.

All moves that a prompt allows can be given by answers. What only a sum or a comparison of parts would forbid can be
answered, too: the game refuses such a move.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from jsonschema_rs import is_valid

Json: TypeAlias = Any

MOST: Final = 64
"""How many choices a question has at most; of more, a part is chosen first."""


@dataclass(frozen=True, slots=True)
class Question:
    """One choice to be made for a move."""

    at: str
    """What it decides: a JSON Pointer into the move, with what is asked about it behind a `?`."""
    choices: tuple[Json, ...]
    """At least two. Values, or names of alternatives."""


Answering: TypeAlias = Generator[Question, int, Json]
"""Asks questions, is sent the places of the chosen answers, and returns a part of the move."""


def ask(prompt: Mapping[str, Json]) -> Answering:
    """Ask for a move. What is decided already is not asked."""
    return _Asking(prompt.get("$defs", {})).value(prompt, "")


class _Asking:
    """Asks for values of schemas, in the subset of JSON Schema that prompts use."""

    def __init__(self, definitions: Mapping[str, Json]) -> None:
        self._definitions = definitions

    def value(self, schema: Json, at: str) -> Answering:
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return (yield from _chosen(at, schema["enum"]))
        for union in ("oneOf", "anyOf"):
            if union in schema:
                branches = schema[union]
                place = yield from _place(f"{at}?which", [self._name(branch) for branch in branches])
                rest = {word: part for word, part in schema.items() if word != union}
                return (yield from self.value(rest | self._resolved(branches[place]), at))
        kinds = schema["type"]
        match (yield from _chosen(f"{at}?type", kinds)) if isinstance(kinds, list) else kinds:
            case "object":
                return (yield from self._object(schema, at))
            case "array":
                return (yield from self._array(schema, at))
            case "integer":
                return (yield from _chosen(at, range(schema["minimum"], schema["maximum"] + 1)))
            case "boolean":
                return (yield from _chosen(at, (False, True)))
            case "null":
                return None
            case other:
                raise AssertionError(f"a prompt lists no choices for a value of type {other}")

    def _object(self, schema: Json, at: str) -> Answering:
        fields: dict[str, Json] = schema.get("properties", {})
        required = schema.get("required", ())
        least, most = schema.get("minProperties", 0), schema.get("maxProperties", len(fields))
        conditions = [(_fields_of(part), part) for part in schema.get("allOf", ())]
        value: dict[str, Json] = {}
        for left, (name, part) in zip(range(len(fields), 0, -1), fields.items(), strict=True):
            here = f"{at}/{name}"
            is_optional = name not in required and "default" not in self._resolved(part)
            is_asked = is_optional and len(value) + left > least
            if is_asked and (len(value) >= most or not (yield from _chosen(f"{here}?given", (False, True)))):
                continue
            decided = {*value, name}
            settled = [part for mentioned, part in conditions if name in mentioned and mentioned <= decided]
            value[name] = yield from self.value(self._allowed(part, name, value, settled), here)
        return value

    def _allowed(self, part: Json, name: str, value: Mapping[str, Json], conditions: Sequence[Json]) -> Json:
        """Return the schema of a field without the choices that break conditions of what is decided with it."""
        schema = self._resolved(part)
        if not conditions or "enum" not in schema:
            return schema
        fitting = [
            choice
            for choice in schema["enum"]
            if all(is_valid(condition, {**value, name: choice}) for condition in conditions)
        ]
        return {**schema, "enum": fitting or schema["enum"]}

    def _array(self, schema: Json, at: str) -> Answering:
        first, items = schema.get("prefixItems", ()), schema.get("items", False)
        least = schema.get("minItems", 0)
        most = schema.get("maxItems", len(first))
        value: list[Json] = []
        while len(value) < most:
            here = f"{at}/{len(value)}"
            part = first[len(value)] if len(value) < len(first) else items
            if part is False or (len(value) >= least and not (yield from _chosen(f"{here}?given", (False, True)))):
                break
            left = self._without(part, value) if schema.get("uniqueItems") else part
            if left is None:
                break
            value.append((yield from self.value(left, here)))
        return value

    def _without(self, items: Json, value: Sequence[Json]) -> Json | None:
        """Return the schema of items without those that were chosen; None if none is left."""
        schema = self._resolved(items)
        choices = schema.get("enum") or [branch["const"] for branch in schema["oneOf"]]
        left = [choice for choice in choices if choice not in value]
        return {"enum": left} if left else None

    def _name(self, schema: Json) -> Json:
        """Return what an alternative is called: by what is the same in it whenever it is there."""
        if "$ref" in schema:
            return schema["$ref"].rpartition("/")[2]
        for word in ("const", "enum", "title"):
            if word in schema:
                return schema[word]
        if "prefixItems" in schema:
            return [self._name(part) for part in schema["prefixItems"]]
        if "properties" in schema:
            return {name: self._name(part) for name, part in schema["properties"].items()}
        return schema.get("type")

    def _resolved(self, schema: Json) -> Json:
        return self._definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def _chosen(at: str, choices: Sequence[Json]) -> Answering:
    return choices[(yield from _place(at, choices))]


def _place(at: str, choices: Sequence[Json]) -> Generator[Question, int, int]:
    """Ask which of these it is, and return its place; if there are too many, ask in which part of them it is first."""
    if len(choices) == 1:
        return 0
    if len(choices) <= MOST:
        return (yield Question(at, tuple(choices)))
    parts = [choices[begin : begin + MOST] for begin in range(0, len(choices), MOST)]
    part = yield from _place(f"{at}?part", [f"{json.dumps(some[0])} to {json.dumps(some[-1])}" for some in parts])
    return part * MOST + (yield from _place(at, parts[part]))


def _fields_of(condition: Json) -> frozenset[str]:
    """Return the fields that a condition is about."""
    if isinstance(condition, list):
        return _united(map(_fields_of, condition))
    if not isinstance(condition, dict):
        return frozenset()
    nested = _united(_fields_of(part) for word, part in condition.items() if word != "properties")
    return nested | frozenset(condition.get("properties", ()))


def _united(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
