"""Conversion of JSON Schemas from Pydantic's draft 2020-12 to draft 07, which AsyncAPI uses."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Schema: TypeAlias = Any
"""A JSON Schema: an object, or true or false."""

_ONE: Final = {"items", "additionalItems", "additionalProperties", "propertyNames", "contains", "not"}
_MANY: Final = {"anyOf", "oneOf", "allOf"}
_NAMED: Final = {"properties", "patternProperties"}


def draft_07(schema: Schema) -> Schema:
    """Convert a schema; in draft 07 siblings of a reference only count inside an `allOf`."""
    if not isinstance(schema, dict):
        return schema
    schema = dict(schema)
    schema.pop("discriminator", None)  # OpenAPI's; it has another meaning in AsyncAPI
    schema.pop("title", None)  # only repeats the name
    if "prefixItems" in schema:
        schema["additionalItems"] = schema.get("items", True)
        schema["items"] = schema.pop("prefixItems")
    if "$ref" in schema and len(schema) > 1:
        schema["allOf"] = [{"$ref": schema.pop("$ref")}, *schema.get("allOf", [])]
    return {word: _translated(word, value) for word, value in schema.items()}


def _translated(word: str, value: Schema) -> Schema:
    if word in _NAMED:
        return {name: draft_07(part) for name, part in value.items()}
    if word in _MANY or (word == "items" and isinstance(value, list)):
        return [draft_07(part) for part in value]
    return draft_07(value) if word in _ONE else value
