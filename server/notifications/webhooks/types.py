"""
The types of messages to webhooks: those of news (`server.notifications.news.facts`), two others, and those of what
everyone is told in an event that a webhook follows, which are named after its facts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from server.notifications.news.facts import NEWS

PING: Final = "ping"
SUBMISSION_MISSING: Final = "submission.missing"

TYPE_OF: Final[Mapping[str, str]] = {name: news.webhook for name, news in NEWS.items()}
"""The type of the message about a fact of the player's own stream."""

TYPES: Final = (*TYPE_OF.values(), SUBMISSION_MISSING)
"""All types that an owner can choose; a ping is always sent."""

ALL: Final = "*"

CHOICES: Final = (ALL, *sorted({f"{name.partition('.')[0]}.*" for name in TYPES}), *sorted(TYPES))
"""What an owner can choose: everything, a group, a type."""


EVERYTHING_OF_AN_EVENT: Final = "event.*"
"""What an owner can choose besides `*` for a webhook on an event, and each type of such a message."""


def event_type(fact_type: str) -> str:
    """Return the type of the message about a fact of an event that a webhook follows."""
    return f"event.{fact_type}"


def fits(chosen: Collection[str], *, on_event: bool) -> bool:
    """Whether an owner can choose these for a webhook on an event, or for another one."""
    return all(name == ALL or name.startswith("event.") == on_event for name in chosen)


def wants(chosen: Collection[str], name: str) -> bool:
    """Whether an owner who has chosen these wants messages of this type."""
    return name == PING or not {ALL, f"{name.partition('.')[0]}.*", name}.isdisjoint(chosen)
