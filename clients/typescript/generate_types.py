"""
Writes `source/schemas.ts` and `source/operations.ts` from the OpenAPI and AsyncAPI documents. `--check` only compares.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import yaml

Json = Any

_HERE = Path(__file__).parent
_DOCUMENTS = _HERE.parents[1] / "openapi"
_SCHEMAS = _HERE / "source" / "schemas.ts"
_OPERATIONS = _HERE / "source" / "operations.ts"

_JSON_VALUE = """\
/** JSON of any shape. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };
"""

_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def schemas_module(openapi: Json, asyncapi: Json) -> str:
    """The types of everything that the API takes and gives, frames included."""
    frames = {name: schema for name, schema in asyncapi["components"]["schemas"].items() if name.endswith("Frame")}
    schemas = openapi["components"]["schemas"] | frames
    texts = [_declaration(name, schema) for name, schema in sorted(schemas.items()) if name != "JsonValue"]
    head = (
        "// The shapes of what the API takes and gives. Written by generate_types.py from the documents in openapi/.\n"
    )
    return "\n".join([head, _JSON_VALUE, *texts])


def _declaration(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"{_text(schema)}export type {name} = {_type(schema)};\n"
    return f"{_text(schema)}export interface {name} {{\n{_fields(schema)}}}\n"


def _fields(schema: Json) -> str:
    lines = []
    for field, value in schema["properties"].items():
        # A constant is always sent, and without it nobody could tell the members of a union apart.
        required = field in schema.get("required", []) or "const" in value
        lines.append(f"{_text(value, '  ')}  {field}{'' if required else '?'}: {_type(value)};\n")
    return "".join(lines)


def operations_module(openapi: Json) -> str:
    """The type of each call, by its `operationId`, and what is needed to make it."""
    types, table, names = [], [], set[str]()
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            name, parameters = operation["operationId"], operation.get("parameters", [])
            fields = [*filter(None, map(_parameter, parameters)), *_body(operation)]
            keyed = any(parameter["name"] == "Idempotency-Key" for parameter in parameters)
            reply = _reply(operation["responses"])
            types.append(f"  /** {operation['summary']}. */\n  {name}: {_input(fields)}; reply: {reply} }};\n")
            table.append(f'  {name}: ["{method.upper()}", "{path}"{", true" if keyed else ""}],\n')
            names.update(re.findall(r"\b[A-Z]\w+", " ".join([*fields, reply])))
    imported = "".join(f"  {name},\n" for name in sorted(names & {*openapi["components"]["schemas"]}))
    return f"""\
// The calls of the API. Written by generate_types.py from openapi/openapi.json.

import type {{
{imported}}} from "./schemas.js";

/** What each call takes: parameters of its path and its query by name, and its `body`; and what it replies. */
export interface Operations {{
{"".join(types)}}}

export type OperationId = keyof Operations;

/** Method and path of each call, and whether it takes an `Idempotency-Key`. */
export const OPERATIONS: {{ readonly [id in OperationId]: readonly [string, string, boolean?] }} = {{
{"".join(table)}}};
"""


def _parameter(parameter: Json) -> str | None:
    if parameter["in"] == "header":
        return None
    return _argument(parameter["name"], parameter["schema"], required=parameter["required"])


def _body(operation: Json) -> list[str]:
    if "requestBody" not in operation:
        return []
    body = operation["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    return [_argument("body", schema, required=body.get("required", False))]


def _argument(name: str, schema: Json, *, required: bool) -> str:
    return f"{name}: {_type(schema)}" if required else f"{name}?: {_type(schema)} | undefined"


def _input(fields: list[str]) -> str:
    return f"{{ input: {{ {'; '.join(fields)} }}" if fields else "{ input: {}"


def _reply(responses: Json) -> str:
    """Of what can be asked for in several forms, JSON."""
    replies = []
    for response in (response for status, response in responses.items() if status.startswith("2")):
        content = response.get("content", {})
        given = content.get("application/json") or next(iter(content.values()), None)
        replies.append(_type(given["schema"]) if given else "undefined")
    return " | ".join(replies)


def _text(schema: Json, indent: str = "") -> str:
    """The description as a comment; of more than one paragraph the first."""
    words = " ".join(schema.get("description", "").split("\n\n")[0].split())
    assert "*/" not in words
    return f"{indent}/** {words} */\n" if words else ""


def _type(schema: Json) -> str:
    """The type of a value that this schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            return _union(schema[union])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            return _list(_type(schema.get("items", {})))
        case "object":
            return _record(schema)
        case kind:
            return _SIMPLE.get(kind, "JsonValue")


def _record(schema: Json) -> str:
    if "properties" in schema:
        return f"{{\n{_fields(schema)}}}"
    values = schema.get("additionalProperties")
    value = _type(values) if isinstance(values, dict) else "JsonValue"
    names = _type(schema.get("propertyNames", {}))
    if names != "JsonValue":  # Names of which only length and characters are said are strings.
        return f"{{ [name in {names}]?: {value} }}"
    return f"{{ [name: string]: {value} }}"


def _list(item: str) -> str:
    return f"({item})[]" if " | " in item and item[0] not in "{[" else f"{item}[]"


def _union(schemas: list[Json]) -> str:
    return " | ".join(dict.fromkeys(map(_type, schemas)))


def main() -> None:
    """Write the modules, or with `--check` fail if one differs."""
    openapi = json.loads((_DOCUMENTS / "openapi.json").read_text(encoding="utf-8"))
    asyncapi = yaml.load((_DOCUMENTS / "asyncapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    for module, code in ((_SCHEMAS, schemas_module(openapi, asyncapi)), (_OPERATIONS, operations_module(openapi))):
        if sys.argv[1:] != ["--check"]:
            module.write_text(code, encoding="utf-8")
        elif module.read_text(encoding="utf-8") != code:
            sys.exit(f"{module.name} differs from the documents: run `make openapi`.")


if __name__ == "__main__":
    main()
