"""Messages in channels."""

from __future__ import annotations

from pydantic import BaseModel, Field

from engines.contract import Viewer
from server.api.models.basics import Cursor, Request
from server.texts import MESSAGE_CHARACTERS, VISIBLE_LINE


class MessageRequest(Request):
    """Something to say."""

    text: str = Field(
        repr=False,
        min_length=1,
        max_length=MESSAGE_CHARACTERS,
        pattern=VISIBLE_LINE,
        description="One line: not blank, no control characters, and none that change the direction of writing.",
        examples=["Shall we ally?"],
    )


class MessageReply(BaseModel):
    """A message in a channel."""

    cursor: Cursor = Field(description="The event in the caller's stream that told it.")
    at: str
    """When it happened."""
    channel: str
    sender: Viewer = Field(description="A seat, or `host`.")
    text: str


class MessagePage(BaseModel):
    """Messages of a channel that the caller was told, oldest first."""

    messages: list[MessageReply]
    """The messages, oldest first."""
    more: bool = Field(description="Whether there are others: older ones, or with `after` newer ones.")
