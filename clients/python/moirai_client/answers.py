"""Random moves that fit a prompt, for playing a game without knowing its rules."""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any

_TRIES: Final = 10_000

_KINDS: Final[dict[str, type | tuple[type, ...]]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def answer(prompt: Json, random: Random) -> Json:
    """
    A random value that fits the JSON Schema of a prompt.

    It is built from the choices of the schema, and built again if it breaks a condition of the schema.

    Raises:
        ValueError: None was found.
    """
    definitions = prompt.get("$defs", {})
    for _ in range(_TRIES):
        candidate = _build(prompt, definitions, random)
        if fits(candidate, prompt, definitions):
            return candidate
    raise ValueError("found no move that fits the prompt")


def fits(value: Json, schema: Json, definitions: Json) -> bool:
    """Whether a value is valid, for the subset of JSON Schema that prompts use."""
    if isinstance(schema, bool):
        return schema
    schema = _resolved(schema, definitions)

    def also(part: Json) -> bool:
        return fits(value, part, definitions)

    if "const" in schema and not _same(value, schema["const"]):
        return False
    if "enum" in schema and not any(_same(value, choice) for choice in schema["enum"]):
        return False
    if "type" in schema and not any(_is_a(value, kind) for kind in _listed(schema["type"])):
        return False
    if "if" in schema and not also(schema.get("then" if also(schema["if"]) else "else", True)):
        return False
    return (
        all(map(also, schema.get("allOf", [])))
        and ("anyOf" not in schema or any(map(also, schema["anyOf"])))
        and ("oneOf" not in schema or sum(map(also, schema["oneOf"])) == 1)
        and ("not" not in schema or not also(schema["not"]))
        and _parts_fit(value, schema, definitions)
    )


def _parts_fit(value: Json, schema: Json, definitions: Json) -> bool:
    match value:
        case dict():
            known, other = schema.get("properties", {}), schema.get("additionalProperties", True)
            return (
                schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value))
                and all(name in value for name in schema.get("required", []))
                and all(fits(part, known.get(name, other), definitions) for name, part in value.items())
            )
        case list():
            first, other = schema.get("prefixItems", []), schema.get("items", True)
            return (
                schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
                and not (schema.get("uniqueItems") and any(part in value[:at] for at, part in enumerate(value)))
                and all(
                    fits(part, first[at] if at < len(first) else other, definitions) for at, part in enumerate(value)
                )
            )
        case int() | float() if not isinstance(value, bool):
            return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def _build(schema: Json, definitions: Json, random: Random) -> Json:
    """A random value from the choices of the schema."""
    schema = _resolved(schema, definitions)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            rest = {word: value for word, value in schema.items() if word != union}
            return _build(rest | _resolved(random.choice(schema[union]), definitions), definitions, random)
    match random.choice(_listed(schema["type"])):
        case "object":
            return _build_object(schema, definitions, random)
        case "array":
            return _build_array(schema, definitions, random)
        case "integer":
            return random.randint(schema["minimum"], schema["maximum"])
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case kind:
            raise ValueError(f"the prompt lists no choices for a value of type {kind}")


def _build_object(schema: Json, definitions: Json, random: Random) -> Json:
    fields, required = schema.get("properties", {}), schema.get("required", [])
    optional = [name for name in fields if name not in required]
    most = schema.get("maxProperties", len(fields)) - len(required)
    least = max(0, schema.get("minProperties", 0) - len(required))
    chosen = {*required, *random.sample(optional, random.randint(least, min(most, len(optional))))}
    return {name: _build(part, definitions, random) for name, part in fields.items() if name in chosen}


def _build_array(schema: Json, definitions: Json, random: Random) -> Json:
    first = [_build(part, definitions, random) for part in schema.get("prefixItems", [])]
    most = schema.get("maxItems", len(first))
    if len(first) == most or not schema.get("items"):
        return first
    count = random.randint(max(schema.get("minItems", 0), len(first)), most)
    items = _resolved(schema["items"], definitions)
    choices = items.get("enum") or [choice["const"] for choice in items.get("oneOf", []) if "const" in choice]
    if schema.get("uniqueItems") and choices:
        return first + random.sample(choices, min(count, len(choices)) - len(first))
    return first + [_build(items, definitions, random) for _ in range(count - len(first))]


def _resolved(schema: Json, definitions: Json) -> Json:
    return definitions[schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else schema


def _listed(kinds: str | list[str]) -> list[str]:
    return [kinds] if isinstance(kinds, str) else kinds


def _is_a(value: Json, kind: str) -> bool:
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _same(one: Json, other: Json) -> bool:
    # In Python True equals 1; in JSON it does not.
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
