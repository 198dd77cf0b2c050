"""A client without knowledge of games: it answers a prompt, which is a JSON Schema, with one of the listed moves."""

from __future__ import annotations

from random import Random
from typing import Any

from jsonschema_rs import Draft202012Validator

Json = Any

_TRIES = 1_000


def answer(prompt: Json, random: Random) -> Json:
    """
    Return a random value that the prompt allows: built from its choices, and built again where its conditions forbid
    it.
    """
    validator = Draft202012Validator(prompt)
    definitions = prompt.get("$defs", {})
    for _ in range(_TRIES):
        candidate = _build(prompt, definitions, random)
        if validator.is_valid(candidate):
            return candidate
    raise AssertionError(f"found no answer to {prompt}")


def _build(schema: Json, definitions: Json, random: Random) -> Json:
    schema = _resolved(schema, definitions)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            rest = {word: value for word, value in schema.items() if word != union}
            return _build(rest | random.choice(schema[union]), definitions, random)
    kinds = schema["type"]
    match random.choice(kinds) if isinstance(kinds, list) else kinds:
        case "object":
            return _object(schema, definitions, random)
        case "array":
            return _array(schema, definitions, random)
        case "integer":
            return random.randint(schema["minimum"], schema["maximum"])
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case other:
            raise AssertionError(f"no finite choice for {other}")


def _object(schema: Json, definitions: Json, random: Random) -> Json:
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    others = [name for name in properties if name not in required]
    most = schema.get("maxProperties", len(required) + len(others)) - len(required)
    least = max(0, schema.get("minProperties", 0) - len(required))
    chosen = {*required, *random.sample(others, random.randint(least, min(most, len(others))))}
    return {name: _build(value, definitions, random) for name, value in schema["properties"].items() if name in chosen}


def _array(schema: Json, definitions: Json, random: Random) -> Json:
    first = [_build(item, definitions, random) for item in schema.get("prefixItems", [])]
    if "items" not in schema or schema["items"] is False:
        return first
    items, least = _resolved(schema["items"], definitions), schema.get("minItems", 0)
    if schema.get("uniqueItems"):
        choices = items["enum"] if "enum" in items else [choice["const"] for choice in items["oneOf"]]
        return random.sample(choices, random.randint(least, schema["maxItems"]))
    return [_build(items, definitions, random) for _ in range(random.randint(least, schema["maxItems"]))]


def _resolved(schema: Json, definitions: Json) -> Json:
    return definitions[schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else schema
