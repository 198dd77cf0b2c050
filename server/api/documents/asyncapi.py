"""
The AsyncAPI document: the WebSockets with their frames, rules and close codes.

It is generated from the models of frames and the catalogue of codes; facts use the schemas of the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, Final, TypeAlias

from fastapi import FastAPI
from pydantic import BaseModel

from server.api.documents.asyncapi_texts import DESCRIPTION, LIMITS, SECURITY
from server.api.documents.draft07 import draft_07
from server.api.documents.frame_examples import EXAMPLES
from server.api.documents.frame_schemas import FROM_CLIENTS, FROM_SERVER, type_of
from server.api.documents.layout import yaml_text
from server.api.documents.openapi import LICENCE, document_of
from server.api.documents.refusals import CODES
from server.api.streams.close_codes import CLOSINGS, STANDARD_CLOSINGS, Closing, StandardClosing
from server.api.streams.tables import WANTED
from server.logs.aggregates.lines import MAX_TAG

Json: TypeAlias = dict[str, Any]

_SCHEMAS: Final = "#/components/schemas/"

_ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "ping": ("pong",),
    "submit": ("submitted", "refused"),
    "subscribe": ("subscribed", "refused"),
    "unsubscribe": ("unsubscribed",),
}
"""The frames that answer each frame of a client."""

_ONE, _MANY, _OWN, _TOURNAMENT = "oneMatch", "manyMatches", "ownStream", "tournament"

_PUSHED: Final[Mapping[str, tuple[str, ...]]] = {
    _ONE: ("hello", "subscribed", "event", "heartbeat"),
    _MANY: ("hello", "event", "heartbeat"),
    _OWN: ("hello", "own_subscribed", "own_event", "event", "heartbeat"),
    _TOURNAMENT: (
        "hello",
        "tournament_subscribed",
        "tournament_event",
        "subscribed",
        "event",
        "unsubscribed",
        "refused",
        "heartbeat",
    ),
}
"""The frames that each socket sends without request."""

_ASKED: Final[Mapping[str, tuple[str, ...]]] = {
    _ONE: ("ping", "submit"),
    _MANY: tuple(_ANSWERS),
    _OWN: tuple(_ANSWERS),
    _TOURNAMENT: tuple(_ANSWERS),
}
"""The frames that a client may send on each socket."""


_LINES: Final[Json] = {
    "lines": {
        "type": "string",
        "maxLength": MAX_TAG,
        "description": "A language tag: events of matches also say in sentences what happened; in English if the "
        "language is not available.",
    }
}

_AFTER: Final[Json] = {
    "after": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2**53,
        "default": 0,
        "description": "The cursor of the last event that you have received.",
    },
    "epoch": {
        "type": "string",
        "maxLength": 64,
        "description": "The `epoch` in which you have received that event. Without it, the server cannot tell that its "
        "database was restored since.",
    },
}


_MATCHES: Final[Json] = {
    "matches": {
        "type": "string",
        "enum": list(WANTED),
        "default": WANTED[0],
        "description": "Which matches join by themselves: those of the caller's tables, or all that the caller may "
        "watch.",
    }
}


_ADDRESS: Final = "127.0.0.1:8000"


def render(app: FastAPI) -> str:
    """Return the document as it is committed."""
    return yaml_text(build(app))


def build(app: FastAPI) -> Json:
    """Return the document as data."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": app.title,
            "version": app.version,
            "license": {"name": LICENCE["name"]},
            "description": DESCRIPTION,
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": _ADDRESS,
                "protocol": "ws",
                "description": "The default address of `moirai serve`; behind a proxy with TLS the protocol is `wss`.",
                "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY],
            }
        },
        "channels": {
            _ONE: _one_match(),
            _MANY: _many_matches(),
            _OWN: _own_stream(),
            _TOURNAMENT: _tournament(),
        },
        "operations": dict(_operations()),
        "components": {
            "messages": {type_of(frame): _message(frame) for frame in (*FROM_CLIENTS, *FROM_SERVER)},
            "schemas": _schemas(document_of(app)["components"]["schemas"]),
            "securitySchemes": SECURITY,
        },
        "x-limits": LIMITS,
        "x-close-codes": _close_codes(),
    }


def _one_match() -> Json:
    return {
        "address": "/v1/matches/{match_id}/stream",
        "title": "One match",
        "description": "Follows one match, starting after the cursor `after`; also accepts its moves.",
        "parameters": {"match_id": {"description": "The id of the match."}},
        **_channel(_ONE, _AFTER),
    }


def _many_matches() -> Json:
    return {
        "address": "/v1/stream",
        "title": "Many matches",
        "description": f"Follows up to {LIMITS['matches']} matches, each from its own cursor; also accepts moves.",
        **_channel(_MANY, {}),
    }


def _own_stream() -> Json:
    return {
        "address": "/v1/me/events",
        "title": "A player's own stream",
        "description": "Follows the player's own stream, starting after the cursor `after`; otherwise like the socket "
        "for many matches.",
        **_channel(_OWN, _AFTER),
    }


def _tournament() -> Json:
    return {
        "address": "/v1/tournaments/{tournament_id}/stream",
        "title": "A tournament",
        "description": "Follows a tournament, starting after the cursor `after`, and its matches as they begin; "
        f"otherwise like the socket for many matches, with up to {LIMITS['tables']} of them.",
        "parameters": {"tournament_id": {"description": "The id of the tournament."}},
        **_channel(_TOURNAMENT, {**_AFTER, **_MATCHES}),
    }


def _channel(name: str, query: Json) -> Json:
    messages = dict.fromkeys((*_PUSHED[name], *_ASKED[name], *_answers_on(name)))
    asked = {
        "type": "object",
        "properties": {**query, **_LINES, "ticket": {"type": "string", "description": "A ticket."}},
    }
    return {
        "messages": {message: {"$ref": f"#/components/messages/{message}"} for message in messages},
        "bindings": {"ws": {"method": "GET", "query": asked, "bindingVersion": "0.1.0"}},
    }


def _answers_on(channel: str) -> Iterator[str]:
    for asked in _ASKED[channel]:
        yield from _ANSWERS[asked]


def _operations() -> Iterator[tuple[str, Json]]:
    for channel, suffix in ((_ONE, "Match"), (_MANY, "Many"), (_OWN, "MyEvents"), (_TOURNAMENT, "Tournament")):
        here = {"$ref": f"#/channels/{channel}"}
        yield (
            f"stream{suffix}",
            {
                "action": "send",
                "channel": here,
                "title": "Frames without a request",
                "summary": "The greeting, missed events, new events, and heartbeats.",
                "messages": _messages_of(channel, _PUSHED[channel]),
            },
        )
        for asked in _ASKED[channel]:
            yield (
                f"{asked}{suffix}",
                {
                    "action": "receive",
                    "channel": here,
                    "title": f"`{asked}`",
                    "summary": f"A client sends `{asked}`, and the server answers.",
                    "messages": _messages_of(channel, [asked]),
                    "reply": {"channel": here, "messages": _messages_of(channel, _ANSWERS[asked])},
                },
            )


def _messages_of(channel: str, names: Iterable[str]) -> list[Json]:
    return [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names]


def _message(frame: type[BaseModel]) -> Json:
    name = type_of(frame)
    message: Json = {
        "name": name,
        "title": f"`{name}`",
        "summary": cleandoc(frame.__doc__ or "").partition("\n\n")[0].replace("\n", " "),
        "contentType": "application/json",
        "payload": {"$ref": f"{_SCHEMAS}{frame.__name__}"},
        "examples": [{"name": name, "payload": EXAMPLES[name]}],
    }
    if "ref" in frame.model_fields:
        message["correlationId"] = {
            "description": "Links an answer to its submission; chosen by the client.",
            "location": "$message.payload#/ref",
        }
    if name == "refused":
        message["x-codes"] = CODES
    return message


def _schemas(published: Json) -> Json:
    """Return those schemas of the OpenAPI document that frames use."""
    schemas: Json = {}
    missing = {frame.__name__ for frame in (*FROM_CLIENTS, *FROM_SERVER)}
    while missing:
        found = {name: draft_07(published[name]) for name in sorted(missing)}
        schemas |= found
        missing = {name for schema in found.values() for name in _named_in(schema)} - schemas.keys()
    return schemas


def _named_in(schema: Any) -> Iterator[str]:  # noqa: ANN401  # JSON
    """Yield the names of the schemas to which a schema refers."""
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_SCHEMAS)
        for part in schema.values():
            yield from _named_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _named_in(part)


def _close_codes() -> list[Json]:
    """Return the close codes with the reasons of our own; standard codes can have other reasons, or none."""
    standard = [{"code": it.close_code} | _said_of(it) for it in STANDARD_CLOSINGS]
    ours = [
        {"code": int(it.close_code)} | ({"reason": it.name} if it.close_code >= 4000 else {}) | _said_of(it)
        for it in CLOSINGS
    ]
    return standard + ours


def _said_of(closing: Closing | StandardClosing) -> Json:
    return {"meaning": closing.meaning, "remedy": closing.remedy}
