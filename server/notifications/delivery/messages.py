"""
What a push message says: made from events of the player's own stream, and from nothing else.

Of the events of one match, tournament or series only the last one matters, so there is one message for each, and
another for a match's line to the host. A later message with the same tag takes its place, on the way and on the screen.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from engines.catalogue import GAMES
from engines.kit import ENGLISH
from server.logs.aggregates.events import Event
from server.logs.aggregates.kind import LOG_IDS
from server.notifications.news.choices import KIND_OF
from server.notifications.news.facts import Kind
from server.runtime.sentences import sentences_of
from server.runtime.times import parse_timestamp
from server.runtime.words import words_of

Fact: TypeAlias = dict[str, Any]
"""A fact of a player's own stream, as it is sent."""

BODIES: Final = sentences_of("push")
"""What a message says, by language and kind."""

_LONGEST_SECONDS: Final = 24 * 3600
"""How long after its event a message is still worth delivering."""

_MOVED: Final[Mapping[str, str]] = {"deadline_moved": "closes_at", "decision_moved": "until"}
"""Facts that only change a field of the last one."""

_FAR: Final[Mapping[str, str]] = {"deadline_near": "awaited"}
"""What is still true of these facts when their deadline has moved."""

_URGENT: Final = frozenset({"deadline_near", "ready_asked"})

_GONE: Final = frozenset({"unseated", "replaced", "awaited_no_more"})
"""Facts after which earlier ones about the match concern somebody else, or nobody."""


@dataclass(frozen=True, slots=True)
class Message:
    """
    A message about a `fact`: `text` is JSON, `seconds` is for how long it is worth delivering.

    All news up to the cursor `after` is in earlier messages, or no longer matters.
    """

    tag: str
    after: int
    fact: Fact
    text: str
    seconds: int
    urgent: bool


def messages_of(events: Iterable[Event], chosen: Collection[Kind], language: str, now: datetime) -> list[Message]:
    """
    Return what is still worth sending of these events, of the kinds that the player has chosen.

    News that the player does not want still makes earlier news obsolete, except a reminder, which repeats it.
    """
    latest: dict[str, tuple[Event, Fact]] = {}
    unwanted = {"deadline_near"}.difference(chosen)
    for event in events:
        for fact in json.loads(event.facts):
            tag = next(filter(None, map(fact.get, LOG_IDS)))
            if fact["type"] == "host_line_message":
                tag += "-host"
            elif (name := _MOVED.get(fact["type"])) is not None:
                if tag in latest:
                    event_of, what = latest[tag]
                    latest[tag] = event_of, {**what, "type": _FAR.get(what["type"], what["type"]), name: fact[name]}
                continue
            elif fact["type"] not in (KIND_OF.keys() | _GONE) - unwanted:
                continue
            latest.pop(tag, None)
            if fact["type"] not in _GONE:
                latest[tag] = event, fact
    wanted = ((tag, *last) for tag, last in latest.items() if KIND_OF.get(last[1]["type"]) in (None, *chosen))
    messages = (_message(tag, event, fact, language, now) for tag, event, fact in wanted)
    return [message for message in messages if message.seconds > 0]


def _message(tag: str, event: Event, fact: Fact, language: str, now: datetime) -> Message:
    until = _LONGEST_SECONDS - (now - parse_timestamp(event.at)).total_seconds()
    closes_at = fact.get("closes_at") or fact.get("ready_until") or fact.get("until")
    if closes_at:
        until = min(until, (parse_timestamp(closes_at) - now).total_seconds())
    said = {"tag": tag, "title": _title(fact, language), "body": _body(fact, language)}
    text = json.dumps({**said, "cursor": event.cursor, "fact": fact}, ensure_ascii=False, separators=(",", ":"))
    return Message(tag, event.cursor - 1, fact, text, int(until), fact["type"] in _URGENT)


def _title(fact: Fact, language: str) -> str:
    if "label" in fact:
        return str(fact["label"])
    engine = GAMES.get(fact["game"])
    return str(fact["game"]) if engine is None else words_of(engine).title(language, "game", fact["game"])


def _body(fact: Fact, language: str) -> str:
    return BODIES.get(language, BODIES[ENGLISH])[_kind(fact)].format_map(fact)


def sentence_of(fact: Fact, language: str) -> str | None:
    """Return what a message says about a fact; None if the fact only changes what was said."""
    return _body(fact, language) if _kind(fact) in BODIES[ENGLISH] else None


def _kind(fact: Fact) -> str:
    """Return which of the bodies a fact has."""
    match fact:
        case {"type": "match_over", "status": str(status)}:
            return status
        case {"type": "host_line_message", "sender": sender}:
            return "from_host" if sender == "host" else "to_host"
        case {"type": "tournament_entered", "waiting": True}:
            return "tournament_waiting"
        case {"type": "table_published", "bye": True}:
            return "bye_published"
        case {"type": "table_decided", "corrected": True}:
            return "result_corrected"
        case {"type": "tournament_ended", "cancelled": True}:
            return "tournament_cancelled"
        case {"type": "tournament_ended", "place": int()}:
            return "tournament_place"
        case {"type": "series_ended", "cancelled": True}:
            return "series_cancelled"
        case {"type": "series_ended", "place": int()}:
            return "series_place"
        case _:
            return str(fact["type"])
