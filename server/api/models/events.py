"""A viewer's stream."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from engines.kit import Viewer
from server.access.fields import Cursor, Said
from server.api.models.unions import AnyFact


class EventReply(BaseModel):
    """The facts that one step of the match addresses to the caller."""

    type: Literal["event"] = "event"
    """The type of the frame."""
    match_id: str
    cursor: Cursor
    at: str
    facts: list[AnyFact] = Field(min_length=1)
    """The facts, in order."""
    lines: Said = Field(
        default_factory=lambda: None, description="With `lines`: what happened, in sentences for people."
    )


class EventFrame(EventReply):
    """An event on a WebSocket or as a server-sent event, with the time at which it was sent."""

    server_now: str


class EventPage(BaseModel):
    """A page of the caller's stream, in order."""

    viewer: Viewer = Field(description="The viewer of the caller; if it has changed, start from cursor 0.")
    events: list[EventReply]
    """The events, in order."""
    cursor: Cursor = Field(description="Send it as `after` to continue.")
    more: bool = Field(description="Whether there are more events already.")
    server_now: str
