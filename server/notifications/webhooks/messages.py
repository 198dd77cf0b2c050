"""
What messages to a webhook say: the facts of the player's own stream, or what everyone is told in an event that the
webhook follows, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from server.logs.aggregates.events import Event
from server.notifications.delivery.messages import sentence_of
from server.notifications.webhooks.types import TYPE_OF, event_type
from server.runtime.sentences import LANGUAGES
from server.runtime.words import language_of

MAX_BODY_BYTES: Final = 20_000
"""Maximum size of a body. Only a pairing of many tables comes near it; of one that does, `_KEPT` is sent."""

_KEPT: Final = frozenset({"cursor", "index", "text"})
"""What is sent of a fact that is too large, besides ids."""

Fact: TypeAlias = dict[str, Any]
"""A fact as it is sent."""


class Told(NamedTuple):
    """
    An event of what a webhook follows: the type and the data of the message about each fact.

    `own_facts` are those facts, if it is an event of the player's own stream.
    """

    cursor: int
    at: str
    messages: Sequence[tuple[str, Fact]]
    own_facts: Sequence[Fact] = ()


class Page(NamedTuple):
    """Events of what a webhook follows; `more`: there can be others after them now."""

    events: Sequence[Told]
    more: bool


def message_own_event(event: Event, player_id: str, language: str) -> Told:
    """Return an event of the player's own stream, with the sentences of push messages."""
    facts: list[Fact] = json.loads(event.facts)
    spoken = language_of(language, LANGUAGES)
    messages = []
    for fact in facts:
        told = {name: value for name, value in fact.items() if name != "type"}
        text = sentence_of(fact, spoken)
        said = {} if text is None else {"text": text}
        messages.append((TYPE_OF[fact["type"]], {"player_id": player_id, "cursor": event.cursor, **told, **said}))
    return Told(event.cursor, event.at, messages, facts)


def message_public_event(name: Mapping[str, str], cursor: int, at: str, facts: Iterable[tuple[Fact, str]]) -> Told:
    """Return an event of a tournament or a series with this `name`: its facts for everyone, each with its sentences."""
    messages = [
        (event_type(fact["type"]), {**name, "cursor": cursor, "index": index, "text": text, "fact": fact})
        for index, (fact, text) in enumerate(facts)
    ]
    return Told(cursor, at, messages)


def body_of(type_: str, at: str, data: Mapping[str, Any]) -> str:
    """Return the body of a message as it is sent."""
    body = orjson.dumps({"type": type_, "timestamp": at, "data": data})
    if len(body) > MAX_BODY_BYTES:
        kept = {name: value for name, value in data.items() if name in _KEPT or name.endswith("_id")}
        body = orjson.dumps({"type": type_, "timestamp": at, "data": kept})
    return body.decode()
