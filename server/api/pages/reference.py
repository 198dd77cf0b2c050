"""The OpenAPI document as one page: operations by tag, then schemas."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, TypeAlias

from server.api.pages.markdown import render

Json: TypeAlias = Mapping[str, Any]

Operation: TypeAlias = tuple[str, str, Json]
"""A method, a path, and the operation in the document."""

_BOUNDS: Final = {
    "minimum": "≥ ",
    "maximum": "≤ ",
    "exclusiveMinimum": "> ",
    "exclusiveMaximum": "< ",
    "minLength": "length ≥ ",
    "maxLength": "length ≤ ",
    "minItems": "items ≥ ",
    "maxItems": "items ≤ ",
    "pattern": "pattern ",
    "format": "",
    "default": "default ",
}
"""The words for the bounds of a schema."""


def reference(document: Json) -> str:
    """Return the HTML of the whole document."""
    return "\n".join(_parts(document))


def _parts(document: Json) -> Iterator[str]:
    yield f"<h1>{escape(document['info']['title'])}: the API</h1>"
    yield _prose(document["info"].get("description", ""))
    yield '<p>The same for programs: <a href="/openapi.json">openapi.json</a>.</p>'
    chapters: dict[str, list[Operation]] = {tag["name"]: [] for tag in document.get("tags", [])}
    for entry in _operations(document):
        for tag in entry[2].get("tags", []):
            chapters[tag].append(entry)
    yield _table(("chapter", "calls"), [(escape(tag), _list_of(listed)) for tag, listed in chapters.items() if listed])
    for tag in document.get("tags", []):
        yield f'<h2 id="{escape(tag["name"])}">{escape(tag["name"])}</h2>'
        yield _prose(tag.get("description", ""))
        for method, path, operation in chapters[tag["name"]]:
            yield from _operation(method, path, operation, document)
    yield '<h2 id="schemas">Schemas</h2>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield from _named_schema(name, schema)


def _operations(document: Json) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield method.upper(), path, operation


def _list_of(operations: Iterable[Operation]) -> str:
    """Return links to operations."""
    names = [escape(operation["operationId"]) for _, _, operation in operations]
    return ", ".join(f'<a href="#{name}">{name}</a>' for name in names)


def _operation(method: str, path: str, operation: Json, document: Json) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f'<h3 id="{name}">{escape(operation.get("summary", name))}</h3>'
    yield f'<p><code><span class="method">{method}</span> {escape(path)}</code> · <code>{name}</code></p>'
    if operation.get("deprecated"):
        yield "<p><strong>Deprecated.</strong></p>"
    yield _prose(operation.get("description", ""))
    parameters = [_resolved(parameter, document) for parameter in operation.get("parameters", [])]
    if parameters:
        rows = [
            (
                f"<code>{escape(parameter['name'])}</code>",
                parameter["in"] + (", required" if parameter.get("required") else ""),
                _kind(parameter["schema"]),
                _prose(parameter.get("description") or parameter["schema"].get("description", "")),
            )
            for parameter in parameters
        ]
        yield _table(("parameter", "in", "type", "meaning"), rows)
    if "requestBody" in operation:
        content = _resolved(operation["requestBody"], document)["content"]
        yield f"<p>Body: {_contents(content)}</p>{_examples(content)}"
    replies = [
        (
            f"<code>{escape(status)}</code>",
            _prose(reply.get("description", "")),
            _contents(reply.get("content", {})) + _examples(reply.get("content", {})),
        )
        for status, reply in ((status, _resolved(reply, document)) for status, reply in operation["responses"].items())
    ]
    yield f"<details><summary>Replies</summary>{_table(('status', 'meaning', 'body'), replies)}</details>"


def _named_schema(name: str, schema: Json) -> Iterator[str]:
    yield f'<h3 id="schema-{escape(name)}">{escape(name)}</h3>'
    yield _prose(schema.get("description", ""))
    if "properties" not in schema:
        yield f"<p>{_kind(schema)}</p>"
        return
    required = schema.get("required", [])
    rows = [
        (
            f"<code>{escape(field)}</code>",
            _kind(inner) + ("" if field in required else ", may be absent"),
            _prose(inner.get("description", "")),
        )
        for field, inner in schema["properties"].items()
    ]
    yield _table(("field", "type", "meaning"), rows)


def _contents(content: Json) -> str:
    shown = [f"<code>{escape(kind)}</code> {_kind(media.get('schema', {}))}" for kind, media in content.items()]
    return "; ".join(shown) or "–"


def _examples(content: Json) -> str:
    """Return the first example of each media type."""
    shown = []
    for media in content.values():
        named = [example["value"] for example in media.get("examples", {}).values() if "value" in example]
        shown += [media["example"]] if "example" in media else named[:1]
    texts = [value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False) for value in shown]
    return "".join(f"<details><summary>Example</summary><pre>{escape(text)}</pre></details>" for text in texts)


def _kind(schema: Json) -> str:
    """Return a schema's type as one line of HTML, with links to the schemas that it names."""
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            return (" and " if union == "allOf" else " or ").join(_kind(one) for one in schema[union])
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#schema-{name}">{name}</a>'
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " or ".join(map(_literal, schema["enum"]))
    named = schema.get("type", "any JSON")
    kind = " or ".join(named) if isinstance(named, list) else str(named)
    if kind == "array":
        kind = "list of " + (_kind(schema["items"]) if schema.get("items") else "any JSON")
    elif kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        kind = f"object of {_kind(schema['additionalProperties'])}"
    bounds = [words + escape(json.dumps(schema[word])) for word, words in _BOUNDS.items() if word in schema]
    return f"{kind} ({', '.join(bounds)})" if bounds else kind


def _literal(value: object) -> str:
    return f"<code>{escape(json.dumps(value, ensure_ascii=False))}</code>"


def _resolved(value: Json, document: Json) -> Json:
    """Return the value itself, following a reference."""
    if "$ref" not in value:
        return value
    found: Any = document
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    resolved: Json = found
    return resolved


def _prose(text: str) -> str:
    return render(text, lambda link: link) if text else ""


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    titles = "".join(f"<th>{title}</th>" for title in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{titles}</tr>{body}</table></div>'
