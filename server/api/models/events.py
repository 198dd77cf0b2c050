"""A viewer's stream."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from engines.contract import Viewer
from server.api.models.basics import Cursor
from server.api.models.unions import AnyFact


class EventReply(BaseModel):
    """What one step of the match tells the caller."""

    type: Literal["event"] = "event"
    """Tells it apart from other frames."""
    match_id: str
    cursor: Cursor
    at: str
    facts: list[AnyFact] = Field(min_length=1)
    """What became true, in this order."""


class EventFrame(EventReply):
    """An event as it is pushed, by WebSocket or as a server-sent event: with the time at which it was sent."""

    server_now: str


class EventPage(BaseModel):
    """A part of the caller's stream, in order."""

    viewer: Viewer = Field(description="As whom the caller looks; begin from cursor 0 where that has changed.")
    events: list[EventReply]
    """The events, in order."""
    cursor: Cursor = Field(description="Give it as `after` to go on.")
    more: bool = Field(description="Whether more is there already.")
    server_now: str
