"""The OpenAPI document: that of FastAPI, with our additions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.kit import ENGLISH
from server.access import codes
from server.access.errors import ProblemComplaint
from server.access.rights import RIGHTS, SCOPES
from server.access.scopes import GRANTABLE
from server.api.calls.problems import PROBLEM_JSON, Problem
from server.api.documents.chapters import in_order, tags
from server.api.documents.choices import name_choices
from server.api.documents.committed import GAMES_FIELD
from server.api.documents.descriptions import describe_fields
from server.api.documents.examples import add_examples
from server.api.documents.frame_schemas import WEBSOCKETS, frame_schemas
from server.api.documents.generators import ease_generation
from server.api.documents.headers import HEADERS, show_headers
from server.api.documents.layout import json_text
from server.api.documents.links import add_links
from server.api.documents.sharing import share_parameters
from server.api.models.matches import LobbyFrame
from server.api.routes.responses import only, settle
from server.organising.series.actions import SeriesAction
from server.organising.tournaments.actions import DirectorAction
from server.people.oauth.metadata import AUTHORIZE_PATH, TOKEN_PATH
from server.runtime.words import SERVER_WORDS

_DESCRIPTION = """\
Moirai hosts games with simultaneous, hidden moves. Create a player, create or find a match, take a seat, read your
view, and submit a move for the open phase; the stream sends you the result.

Every error is an `application/problem+json` document (RFC 9457) with a stable `code`. Each response lists the possible
codes, and `x-codes` explains all of them. Every response has the headers `X-Request-Id`, `Cache-Control` and
`X-Content-Type-Options`; where calls are counted, also `RateLimit` and `RateLimit-Policy`. Times are RFC 3339 in UTC.
Ids are opaque and sort by time. Integers are written without a fraction: `60`, not `60.0`. The events of each viewer
are numbered by a cursor: save the last one that you received with its `epoch`, and request the events after it when a
connection was lost.

WebSockets: `/v1/matches/{match_id}/stream?after=CURSOR` for one match, `/v1/stream` for many,
`/v1/me/events?after=CURSOR` for the player's own stream,
`/v1/tournaments/{tournament_id}/stream?after=CURSOR&matches=none|mine|all` for a tournament and its matches.
Authenticate with the `Authorization` header, with the subprotocols `moirai.v1` and `bearer.TOKEN`, or with `?ticket=`
from `createTicket`. Events are `EventFrame`s, `OwnEventFrame`s and `TournamentEventFrame`s, as they are in server-sent
events; those of series are `SeriesEventFrame`s. Public matches, tournaments and series can be watched without a token.
A running server shows all its documentation at
`/docs`. Examples show at most two items of a list.

Ignore fields and facts that you do not know: they may be added.
"""

# The code has no licence, so by law its authors keep all rights.
LICENCE = {"name": "All rights reserved", "identifier": "LicenseRef-All-Rights-Reserved"}

_SERVERS = [{"url": "/", "description": "The server that shows this document."}]

_BEFORE_CALLS = {str(status): response for status, response in only(codes.TOO_SLOW, codes.HEAD_TOO_LARGE).items()}
"""Replies to requests that are rejected before they become calls."""

_OAUTH: Final = "oauth"
"""The name of the security scheme for programs of others."""

_FRAMEWORK_SCHEMAS = ("HTTPValidationError", "ValidationError")
_TITLED = {"version"}
"""The fields of the object that keeps its title: the document's `info`."""
_VALUES = {"example", "examples", "const", "default", "enum"}
"""Keywords whose values are not schemas."""


class SharedNameError(Exception):
    """Two classes of the document have the same name."""


def render(app: FastAPI) -> str:
    """Return the document as it is committed."""
    return json_text(document_of(app)) + "\n"


def document_of(app: FastAPI) -> dict[str, Any]:
    """Return the document, which is generated from the routes only once."""
    if app.openapi_schema is None:
        app.openapi_schema = _build(app)
    return app.openapi_schema


def _build(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        summary="Games with simultaneous, hidden moves.",
        description=_DESCRIPTION,
        routes=app.routes,
        webhooks=app.webhooks.routes,
        tags=tags(),
        servers=_SERVERS,
        license_info=LICENCE,
    )
    components = document["components"]
    components["schemas"] = _complete(components["schemas"])
    components["headers"] = HEADERS
    components["securitySchemes"][_OAUTH] = _oauth_scheme()
    for path in document["paths"].values():
        for operation in path.values():
            _drop_default_validation(operation)
            _let_bodies_be_absent(operation)
            _finish_parameters(operation)
            _describe_success(operation, components["schemas"])
            show_headers(operation)
            operation["responses"] |= _BEFORE_CALLS
            operation.setdefault("security", [])  # operations without a token say so explicitly
            _allow_programs(operation)
            row = RIGHTS.get(operation["operationId"])
            if row is not None and row["anonymous"].reach == "own":
                operation["security"].insert(0, {})  # the token is optional
    for path in document["webhooks"].values():
        for operation in path.values():
            _drop_default_validation(operation)
            operation["security"] = []  # The server calls; what it sends is signed.
    document["x-websockets"] = WEBSOCKETS
    document[GAMES_FIELD] = [*GAMES]
    settle(document)
    document["paths"] = in_order(document["paths"])
    _drop_titles(document)
    describe_fields(components["schemas"])
    ease_generation(components["schemas"])
    name_choices(document)
    add_examples(document)
    share_parameters(document)
    _write_whole(document)
    components["schemas"] = dict(sorted(components["schemas"].items()))
    add_links(document)
    _name_webhooks(document)
    return document


def _name_webhooks(document: dict[str, Any]) -> None:
    """Refer to webhooks: openapi-generator makes calls of those that stand in the section itself."""
    webhooks = document["webhooks"]
    document["components"]["pathItems"] = webhooks
    document["webhooks"] = {name: {"$ref": f"#/components/pathItems/{name}"} for name in webhooks}


def _allow_programs(operation: dict[str, Any]) -> None:
    """Add the OAuth scope to a call that needs a token, unless programs of others cannot get this scope."""
    scope = SCOPES.get(operation["operationId"])
    if operation["security"] and (scope is None or scope in GRANTABLE):
        operation["security"].append({_OAUTH: [] if scope is None else [scope]})


def _oauth_scheme() -> dict[str, Any]:
    """Describe how programs of others get tokens; this version of OpenAPI cannot describe the device flow."""
    words = SERVER_WORDS.languages[ENGLISH]
    flow = {
        "authorizationUrl": AUTHORIZE_PATH,
        "tokenUrl": TOKEN_PATH,
        "refreshUrl": TOKEN_PATH,
        "scopes": {scope: words[f"scope.{scope}"].text for scope in GRANTABLE},
    }
    return {
        "type": "oauth2",
        "description": "A token that a program of others got with the player's consent: PKCE by S256, without "
        "registration. The page `/docs/sign-in` of a server says how, also by the device flow.",
        "flows": {"authorizationCode": flow},
    }


def _let_bodies_be_absent(operation: dict[str, Any]) -> None:
    """Remove null from optional bodies: generated clients would send it."""
    for media in operation.get("requestBody", {}).get("content", {}).values():
        options = [option for option in media["schema"].get("anyOf", ()) if option != {"type": "null"}]
        if len(options) == 1:
            media["schema"] = options[0]


def require_own_names(schemas: Iterable[str]) -> None:
    """
    Check that no two classes share a name, by the names of their schemas.

    Raises:
        SharedNameError: Pydantic has put their modules before the name, and so renamed a published schema.
    """
    modules: dict[str, list[str]] = {}
    for name in schemas:
        module, _, kind = name.rpartition("__")
        modules.setdefault(kind, []).append(module.replace("__", "."))
    for kind, found in modules.items():
        if len(found) > 1:
            raise SharedNameError(
                f"There is a class {kind} in {' and in '.join(sorted(found))}. Schemas are published under the names "
                "of their classes: rename one of these."
            )


def _complete(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return FastAPI's schemas without its own errors, and with those that no route declares."""
    require_own_names(schemas)
    schemas = {name: schema for name, schema in schemas.items() if name not in _FRAMEWORK_SCHEMAS}
    for name, schema in frame_schemas().items():
        schemas.setdefault(name, schema)
    for model in (Problem, ProblemComplaint, DirectorAction, SeriesAction):
        schemas[model.__name__] = TypeAdapter(model).json_schema(ref_template="#/components/schemas/{model}")
        schemas[model.__name__].pop("$defs", None)
    lobby = TypeAdapter(LobbyFrame).json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
    schemas |= {name: schema for name, schema in lobby.pop("$defs").items() if name not in schemas}
    schemas[LobbyFrame.__name__] = lobby
    schemas["JsonValue"] = {"description": "Any JSON."}
    for schema in schemas.values():
        _require_tag(schema)
    return schemas


def _require_tag(schema: dict[str, Any]) -> None:
    """Require tags: they have one value, and so a default, but are always sent."""
    tag = schema.get("properties", {}).get("type", {})
    if "const" in tag:
        tag.pop("default", None)
        if "type" not in schema.get("required", []):
            schema["required"] = [*schema.get("required", []), "type"]


def _drop_default_validation(operation: dict[str, Any]) -> None:
    """Remove the 422 that FastAPI adds if none is declared; ours are problems."""
    declared = operation["responses"].get("422")
    if declared and PROBLEM_JSON not in declared["content"]:
        del operation["responses"]["422"]


def _finish_parameters(operation: dict[str, Any]) -> None:
    """Remove null from optional parameters, and from their schemas the descriptions, which parameters have too."""
    for parameter in operation.get("parameters", []):
        choices = [choice for choice in parameter["schema"].pop("anyOf", []) if choice != {"type": "null"}]
        if choices:
            (parameter["schema"],) = ({**choice, **parameter["schema"]} for choice in choices)
        parameter["schema"].pop("description", None)


def _describe_success(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Describe successful replies by the description of their schema."""
    for response in operation["responses"].values():
        if response["description"] == "Successful Response":
            schema = response.get("content", {}).get("application/json", {}).get("schema", {})
            name = schema.get("$ref", "").rpartition("/")[2]
            response["description"] = schemas[name]["description"] if name else "Done, without content."


def _drop_titles(place: Any) -> None:  # noqa: ANN401  # JSON
    """Remove the titles that Pydantic derives from names: generators would name types after them."""
    if isinstance(place, list):
        for item in place:
            _drop_titles(item)
    elif isinstance(place, dict):
        if isinstance(place.get("title"), str) and not place.keys() & _TITLED:
            del place["title"]
        for word, value in place.items():
            if word not in _VALUES:
                _drop_titles(value)


def _write_whole(place: Any) -> None:  # noqa: ANN401  # JSON
    """Write whole bounds as integers: Pydantic writes some of them as `64.0`."""
    for key, value in place.items() if isinstance(place, dict) else enumerate(place):
        if isinstance(value, float) and value.is_integer():
            place[key] = int(value)
        elif isinstance(value, dict | list):
            _write_whole(value)
