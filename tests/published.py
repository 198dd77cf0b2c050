"""
Check replies against the published OpenAPI document, so that every test also tests the document.

It is read where it is committed: to make it takes as long as ten tests. `tests/cli/test_written.py` does so.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator, Registry

from server.api.calls.problems import PROBLEM_JSON
from server.api.documents import asyncapi, openapi
from server.app import create_app
from server.runtime.request_ids import REQUEST_ID_PATTERN
from server.runtime.settings import Settings

_DOCUMENT = "urn:openapi"

_COMMITTED = Path(__file__).parents[1] / "openapi"


class Documents:
    """Where the documents are."""

    folder = _COMMITTED


def write_anew(folder: Path) -> None:
    """Use documents of the games that are in the catalogue by now, written to this folder."""
    app = create_app(Settings())
    (folder / "openapi.json").write_text(openapi.render(app), encoding="utf-8")
    (folder / "asyncapi.yaml").write_text(asyncapi.render(app), encoding="utf-8")
    Documents.folder = folder


@cache
def document() -> dict[str, Any]:
    """Return the document, with each parameter that calls share at these calls."""
    read: dict[str, Any] = json.loads((Documents.folder / "openapi.json").read_text(encoding="utf-8"))
    shared = read["components"]["parameters"]
    for path in read["paths"].values():
        for operation in path.values():
            given = operation.get("parameters", [])
            given[:] = [shared.get(one.get("$ref", "").rpartition("/")[2], one) for one in given]
    return read


@cache
def _registry() -> Registry:
    return Registry([(_DOCUMENT, document())])


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema), registry=_registry())


def check_schema(name: str, value: Any) -> None:  # noqa: ANN401  # JSON
    """Assert that the value is what `components/schemas/NAME` describes."""
    check({"$ref": f"#/components/schemas/{name}"}, value)


def check_reply(reply: httpx.Response) -> None:
    """Assert that the reply's status, content type and body are published for its call; and the code of a problem."""
    method = "GET" if reply.request.method == "HEAD" else reply.request.method
    operation = _operation(method, reply.request.url.path)
    if operation is None:
        assert reply.status_code in (404, 405, 413), f"{reply.request.url} is not published"
        return
    assert re.fullmatch(REQUEST_ID_PATTERN, reply.headers["X-Request-Id"])
    assert reply.status_code != 500, "the server has failed"
    published = operation["responses"].get(str(reply.status_code))
    assert published is not None, f"{operation['operationId']} does not publish {reply.status_code}: {reply.text}"
    published = _resolved(published)
    if not reply.content:
        return
    content_type = reply.headers["content-type"].split(";")[0]
    assert content_type in published["content"], f"{operation['operationId']}: {content_type}"
    schema = published["content"][content_type]["schema"]
    if content_type.endswith("json"):
        check(schema, reply.json())
    if content_type == PROBLEM_JSON:
        code = reply.json()["code"]
        assert code in published["x-codes"], f"{operation['operationId']} does not publish {code}: {reply.text}"


def published_codes() -> dict[str, set[tuple[str, int]]]:
    """Return, by operation, the codes of its problems, each with its status."""
    return {
        operation["operationId"]: {
            (code, int(status))
            for status, response in operation["responses"].items()
            for code in _resolved(response).get("x-codes", [])
        }
        for path in document()["paths"].values()
        for operation in path.values()
    }


def _resolved(response: dict[str, Any]) -> dict[str, Any]:
    """Return the response itself, if it is a reference to one that calls share."""
    reference = response.get("$ref")
    if reference is None:
        return response
    shared: dict[str, Any] = document()["components"]["responses"][reference.rpartition("/")[2]]
    return shared


def check(schema: dict[str, Any], value: Any) -> None:  # noqa: ANN401  # JSON
    """Assert that the value is what a schema in the document describes."""
    text = json.dumps(schema).replace('"#/', f'"{_DOCUMENT}#/')
    _validator(text).validate(value)


def _operation(method: str, path: str) -> dict[str, Any] | None:
    for pattern, operations in _paths():
        if pattern.fullmatch(path):
            return operations.get(method.lower())
    return None


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return all paths; those without parameters precede those with, as OpenAPI has it."""
    paths = sorted(document()["paths"].items(), key=lambda path: path[0].count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template)), operations) for template, operations in paths]
