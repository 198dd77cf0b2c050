"""The OpenAPI document: FastAPI's, with what only we can say."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from server.api.calls import REQUEST_ID_HEADER
from server.api.problems import PROBLEM_JSON, Problem, ProblemComplaint
from server.api.schemas import EventFrame
from server.request_ids import REQUEST_ID_PATTERN

_DESCRIPTION = """\
Moirai hosts games of simultaneous, hidden moves. Create a player, create or find a match, take a seat, read your view,
and submit a move for the open phase; the stream tells you what came of it.

Every refusal is a `application/problem+json` (RFC 9457) with a stable `code`. Times are RFC 3339 in UTC. Ids are
opaque and sort by time. What a viewer knows is numbered by a cursor of its own: keep the last one you saw, and ask
for what came after it whenever a connection was lost.

WebSockets: `/v1/matches/{match_id}/stream?after=CURSOR` for one match, `/v1/stream` for many. Authenticate with the
`Authorization` header, with the subprotocols `moirai.v1` and `bearer.TOKEN`, or with `?ticket=` from `createTicket`.
Events come as `EventFrame`, as server-sent events do.
"""

_TAGS = [
    {"name": "about", "description": "What the server speaks."},
    {"name": "players", "description": "Who is asking."},
    {"name": "games", "description": "What can be played, with schemas of options, moves and views."},
    {"name": "packs", "description": "Content of one's own: rooms, boons, cards."},
    {"name": "matches", "description": "Creating, finding, joining, starting and hosting."},
    {"name": "play", "description": "The view and the submission."},
    {"name": "channels", "description": "Talk, where and while the game allows it, and with the host."},
    {"name": "streams", "description": "What the caller is told, event by event; and the log."},
    {"name": "health", "description": "For whoever runs the server."},
]


# No licence is given with the code, which by law leaves all rights with its authors.
_LICENCE = {"name": "All rights reserved", "identifier": "LicenseRef-All-Rights-Reserved"}

_SERVERS = [{"url": "/", "description": "The server that shows this document."}]

_HEAD_TOO_LARGE = {"description": "The address or the headers are too large; the reply is empty."}

_REQUEST_ID = {
    "description": "The server's id of this call, which its log lines name: say it when something went wrong.",
    "schema": {"type": "string", "pattern": REQUEST_ID_PATTERN},
}


_RATE_LIMIT = {
    "RateLimit": {
        "description": "What is left of the token's calls: `r` more would be taken at once, and in `t` seconds all of "
        "the policy's `q`. Not on calls that are counted by address. (draft-ietf-httpapi-ratelimit-headers)",
        "schema": {"type": "string", "examples": ['"token";r=180;t=1']},
    },
    "RateLimit-Policy": {
        "description": "The limit that this call is counted by, `token` or `address`: at most `q` calls at once, which "
        "come back within `w` seconds. Left out where there is none.",
        "schema": {"type": "string", "examples": ['"token";q=200;w=2']},
    },
}


def describe(app: FastAPI) -> None:
    """Give the application its OpenAPI document."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _build(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend the document


def render(app: FastAPI) -> str:
    """The document as it is committed."""
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False) + "\n"


def _build(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        summary="Games of simultaneous, hidden moves.",
        description=_DESCRIPTION,
        routes=app.routes,
        tags=_TAGS,
        servers=_SERVERS,
        license_info=_LICENCE,
    )
    schemas = document["components"]["schemas"]
    for model in (Problem, ProblemComplaint, EventFrame):
        schemas[model.__name__] = model.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas[model.__name__].pop("$defs", None)
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for schema in schemas.values():
        _require_tag(schema)
    document["components"]["headers"] = {"RequestId": _REQUEST_ID, **_RATE_LIMIT}
    for path in document["paths"].values():
        for method, operation in path.items():
            _drop_default_validation(operation)
            if method == "get":  # Without a body, nothing can be wrong with one.
                operation["responses"].pop("400", None)
                operation["responses"].pop("413", None)
            headers = {REQUEST_ID_HEADER: {"$ref": "#/components/headers/RequestId"}}
            if "429" in operation["responses"]:
                headers |= {name: {"$ref": f"#/components/headers/{name}"} for name in _RATE_LIMIT}
            for response in operation["responses"].values():
                response["headers"] = {**response.get("headers", {}), **headers}
            operation["responses"]["431"] = _HEAD_TOO_LARGE
            operation.setdefault("security", [])  # Where no token is asked for, that is said.
    return document


def _require_tag(schema: dict[str, Any]) -> None:
    """A tag has only one value, and so a default; it is always sent all the same."""
    tag = schema.get("properties", {}).get("type", {})
    if "const" in tag and "type" not in schema.get("required", []):
        schema["required"] = [*schema.get("required", []), "type"]
        tag.pop("default", None)


def _drop_default_validation(operation: dict[str, Any]) -> None:
    """FastAPI adds its own 422 where none is declared; ours are problems."""
    declared = operation["responses"].get("422")
    if declared and PROBLEM_JSON not in declared["content"]:
        del operation["responses"]["422"]
