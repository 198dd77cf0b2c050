"""Writes `moirai_client/schemas.py`, the shapes and calls of the OpenAPI document: `make` and the build run it."""

from __future__ import annotations

import json
import keyword
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

Json = Any

_HERE = Path(__file__).parent
_DOCUMENT = _HERE.parents[1] / "openapi" / "openapi.json"
_MODULE = _HERE / "moirai_client" / "schemas.py"

_HEAD = '''\
"""The shapes of what the API takes and gives, and its calls. Written by `generate.py` from the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JsonValue: TypeAlias = Any
"""JSON of any shape."""
'''

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def module(document: Json) -> str:
    """The whole module: a TypedDict for each object, then the unions of them."""
    schemas = {name: schema for name, schema in document["components"]["schemas"].items() if name != "JsonValue"}
    objects = [_object(name, schema) for name, schema in schemas.items() if "properties" in schema]
    others = {name: schema for name, schema in schemas.items() if "properties" not in schema}
    # A name for a union is read at once, so what it is made of comes before it.
    parts = {name: [other for other in others if re.search(rf"\b{other}\b", _type(others[name]))] for name in others}
    aliases = [_alias(name, others[name]) for name in TopologicalSorter(parts).static_order()]
    return "\n\n\n".join([_HEAD, *objects, *aliases, _operations(document)]) + "\n"


def _operations(document: Json) -> str:
    """Each call with its method, its path, and whether it takes an `Idempotency-Key`."""
    shared = document["components"].get("parameters", {})
    calls = {
        operation["operationId"]: (
            method.upper(),
            path,
            any(
                shared.get(parameter.get("$ref", "").rpartition("/")[2], parameter)["name"] == "Idempotency-Key"
                for parameter in operation.get("parameters", [])
            ),
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    names = ",\n    ".join(map(repr, calls))
    rows = "".join(f"    {name!r}: {call!r},\n" for name, call in calls.items())
    return (
        f'OperationId: TypeAlias = Literal[\n    {names},\n]\n"""The calls of the API."""\n\n'
        'Method: TypeAlias = Literal["GET", "PUT", "POST", "PATCH", "DELETE"]\n\n'
        f"OPERATIONS: dict[OperationId, tuple[Method, str, bool]] = {{\n{rows}}}\n"
        '"""Method and path of each call, and whether it takes an `Idempotency-Key`."""'
    )


def _object(name: str, schema: Json) -> str:
    fields = {field: _field(field, value, schema) for field, value in schema["properties"].items()}
    if any(keyword.iskeyword(field) for field in fields):
        body = ", ".join(f'"{field}": "{kind}"' for field, kind in fields.items())
        return f'{name} = TypedDict("{name}", {{{body}}})\n{_text(schema)}'
    lines = [f"class {name}(TypedDict):", _text(schema)]
    for field, kind in fields.items():
        lines += [f"{field}: {kind}", _text(schema["properties"][field])]
    return "\n    ".join(filter(None, lines))


def _field(name: str, value: Json, schema: Json) -> str:
    kind = _type(value)
    return kind if name in schema.get("required", []) else f"NotRequired[{kind}]"


def _alias(name: str, schema: Json) -> str:
    return f"{name}: TypeAlias = {_type(schema) if schema else 'Any'}\n{_text(schema)}"


def _text(schema: Json) -> str:
    """The description as a docstring; of more than one paragraph the first."""
    words = " ".join(schema.get("description", "").split("\n\n")[0].split())
    assert '"""' not in words
    assert "\\" not in words
    return f'"""{words}"""' if words else ""


def _type(schema: Json) -> str:
    """The type of a value that this schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "x-choices" in schema:
        return str(schema["x-choices"])
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return _union(schema[union])
    kind = schema.get("type")
    if kind == "array":
        return f"list[{_union(schema['prefixItems']) if 'prefixItems' in schema else _type(schema.get('items', {}))}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        names = _type(schema.get("propertyNames", {})).replace("Any", "str")  # Only length and characters are said.
        return f"dict[{names}, {_type(values) if isinstance(values, dict) else 'Any'}]"
    return _SIMPLE.get(kind, "Any")


def _union(schemas: list[Json]) -> str:
    return " | ".join(dict.fromkeys(_type(schema) for schema in schemas))


def generate() -> None:
    """Write the module; an archive of the package has no document, but the module."""
    if _DOCUMENT.exists():
        _MODULE.write_text(module(json.loads(_DOCUMENT.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    generate()
