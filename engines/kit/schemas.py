"""JSON Schemas (2020-12) of moves, as prompts hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from pydantic import JsonValue

JsonSchema: TypeAlias = dict[str, JsonValue]

DIALECT: Final[JsonSchema] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
"""What every prompt begins with."""


def one_of(values: Iterable[JsonValue]) -> JsonSchema:
    """Any of these."""
    return {"enum": [*values]}


def optional(values: Iterable[JsonValue]) -> JsonSchema:
    """Any of these, or null, as which a missing field counts."""
    return {"enum": [None, *values], "default": None}


def closed(properties: JsonSchema, *required: str) -> JsonSchema:
    """An object with no other fields."""
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


def move_of(type_: str, properties: JsonSchema, *required: str) -> JsonSchema:
    """A move of this type with these fields."""
    return closed({"type": {"const": type_}, **properties}, "type", *required)
