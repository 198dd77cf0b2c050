"""What openapi-generator makes code of that does not compile, said in another way."""

from __future__ import annotations

from typing import Any


def ease_generation(schemas: dict[str, Any]) -> None:
    """Change fields whose default or type is more than generators can write in Go and Java."""
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            _drop_default(field, schemas)
            _join_lists(field)


def _drop_default(field: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Drop the default of an object if its own fields have the same defaults: an absent object is an empty one."""
    if isinstance(field.get("default"), dict) and "$ref" in field:
        own = schemas[field["$ref"].rpartition("/")[2]].get("properties", {})
        if all(value == own[name].get("default", value) for name, value in field["default"].items()):
            del field["default"]


def _join_lists(field: dict[str, Any]) -> None:
    """Make a list of this or that of a list of this or a list of that."""
    lists = [option for option in field.get("anyOf", ()) if option.get("type") == "array"]
    if len(lists) > 1:
        joined = {"type": "array", "items": {"anyOf": [option["items"] for option in lists]}}
        field["anyOf"] = [joined, *(option for option in field["anyOf"] if option not in lists)]
