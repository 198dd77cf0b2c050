"""JSON Schemas (2020-12) of moves, for prompts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from pydantic import JsonValue

JsonSchema: TypeAlias = dict[str, JsonValue]

DIALECT: Final[JsonSchema] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
"""The first key of every prompt."""


def one_of(values: Iterable[JsonValue]) -> JsonSchema:
    """Return the schema of any of these values."""
    return {"enum": [*values]}


def optional(values: Iterable[JsonValue]) -> JsonSchema:
    """Return the schema of any of these values or null; null is the default."""
    return {"enum": [None, *values], "default": None}


def object_of(properties: JsonSchema, *required: str) -> JsonSchema:
    """Return the schema of an object with no other fields."""
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


def move_of(type_: str, properties: JsonSchema, *required: str) -> JsonSchema:
    """Return the schema of a move of this type with these fields."""
    return object_of({"type": {"const": type_}, **properties}, "type", *required)
