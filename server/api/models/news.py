"""A player's own stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import Field

from server.access.fields import Cursor, Epoch, Reply, union_of
from server.notifications.news.facts import NEWS_TYPES

if TYPE_CHECKING:
    NewsFact: TypeAlias = Any
else:
    NewsFact = union_of("NewsFact", NEWS_TYPES, "Something that concerns the caller, identified by `type`.")


class OwnEventReply(Reply):
    """News for the caller from one step of a match or event, whether or not the caller follows it."""

    type: Literal["own_event"] = "own_event"
    """The type of the frame."""
    player_id: str
    """The caller."""
    cursor: Cursor
    at: str
    """When it was told."""
    facts: list[NewsFact] = Field(min_length=1)
    """The facts, in order."""


class OwnEventFrame(OwnEventReply):
    """An event of the player's own stream on a WebSocket or as a server-sent event, with the time of sending."""

    server_now: str
    """The server's time when it sent this."""


class OwnEventPage(Reply):
    """A page of the caller's own stream, in order."""

    player_id: str
    """The caller."""
    events: list[OwnEventReply]
    """The events, in order."""
    epoch: Epoch
    cursor: Cursor = Field(description="Send it as `after` to continue.")
    more: bool = Field(description="Whether there are more events already.")
    server_now: str
    """The server's time when it sent this."""
