"""The schemas of the frames of WebSockets, by name, as both documents publish them."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from server.api.models.events import EventFrame
from server.api.models.news import OwnEventFrame
from server.api.models.series import SeriesEventFrame
from server.api.models.tournaments import TournamentEventFrame
from server.api.streams.frames import ClientFrame, ServerFrame

Json: TypeAlias = dict[str, Any]

FROM_CLIENTS: Final[tuple[type[BaseModel], ...]] = get_args(ClientFrame)
FROM_SERVER: Final[tuple[type[BaseModel], ...]] = (
    *get_args(ServerFrame),
    EventFrame,
    OwnEventFrame,
    TournamentEventFrame,
)

SERVER_SENT: Final[tuple[type[BaseModel], ...]] = (SeriesEventFrame,)
"""Frames that are server-sent events alone."""

_SCHEMAS: Final = "#/components/schemas/"


WEBSOCKETS: Final[Json] = {
    path: {"sends": {"$ref": f"{_SCHEMAS}ServerFrame"}, "receives": {"$ref": f"{_SCHEMAS}ClientFrame"}}
    for path in (
        "/v1/matches/{match_id}/stream",
        "/v1/stream",
        "/v1/me/events",
        "/v1/tournaments/{tournament_id}/stream",
    )
}
"""For readers and generators of the OpenAPI document, which cannot describe WebSockets: the frames of each."""


def frame_schemas() -> Json:
    """
    Return the schemas of all frames, of what they refer to, and of the unions of each direction.

    Clients may omit fields with a default; the server sends them.
    """
    _, ours = models_json_schema(
        [
            *((frame, "validation") for frame in FROM_CLIENTS),
            *((frame, "serialization") for frame in (*FROM_SERVER, *SERVER_SENT)),
        ],
        ref_template=f"{_SCHEMAS}{{model}}",
    )
    return {
        **ours["$defs"],
        "ClientFrame": _union(FROM_CLIENTS, "A frame that clients send on a WebSocket, by `type`."),
        "ServerFrame": _union(FROM_SERVER, "A frame that the server sends on a WebSocket, by `type`."),
    }


def type_of(frame: type[BaseModel]) -> str:
    """Return the value of the frame's `type`."""
    (name,) = get_args(frame.model_fields["type"].annotation)
    return str(name)


def _union(frames: tuple[type[BaseModel], ...], description: str) -> Json:
    references = {type_of(frame): f"{_SCHEMAS}{frame.__name__}" for frame in frames}
    return {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
        "description": description,
    }
