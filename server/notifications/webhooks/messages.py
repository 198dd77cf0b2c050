"""What a message to a webhook says: a fact of the player's own stream, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import orjson

from server.logs.aggregates.events import Event
from server.notifications.webhooks.types import TYPE_OF

MAX_BODY_BYTES: Final = 20_000
"""Maximum size of a body. No fact comes near it; if one did, only its ids would be sent."""

Fact: TypeAlias = dict[str, Any]
"""A fact of a player's own stream, as it is sent."""


def facts_of(event: Event) -> list[Fact]:
    facts: list[Fact] = json.loads(event.facts)
    return facts


def messages_about(event: Event, facts: list[Fact], player_id: str) -> Iterator[tuple[str, Fact]]:
    """Yield the type and the data of the message about each fact of an event."""
    for fact in facts:
        data = {name: value for name, value in fact.items() if name != "type"}
        yield TYPE_OF[fact["type"]], {"player_id": player_id, "cursor": event.cursor, **data}


def body_of(type_: str, at: str, data: Mapping[str, Any]) -> str:
    """Return the body of a message as it is sent."""
    body = orjson.dumps({"type": type_, "timestamp": at, "data": data})
    if len(body) > MAX_BODY_BYTES:
        ids = {name: value for name, value in data.items() if name == "cursor" or name.endswith("_id")}
        body = orjson.dumps({"type": type_, "timestamp": at, "data": ids})
    return body.decode()
