"""Messages in channels."""

from __future__ import annotations

from pydantic import BaseModel, Field

from engines.kit import Viewer
from server.api.models.basics import Cursor, Request
from server.texts import MESSAGE_CHARACTERS, VISIBLE_LINE


class MessageRequest(Request):
    """A message to send."""

    text: str = Field(
        repr=False,
        min_length=1,
        max_length=MESSAGE_CHARACTERS,
        pattern=VISIBLE_LINE,
        description="One line: not blank, without characters that control terminals or the text direction.",
        examples=["Shall we ally?"],
    )


class MessageReply(BaseModel):
    """A message in a channel."""

    cursor: Cursor = Field(description="The event of this message in the caller's stream.")
    at: str
    """When it happened."""
    channel: str
    sender: Viewer = Field(description="A seat, or `host`.")
    text: str


class MessagePage(BaseModel):
    """Messages that the caller received in a channel, oldest first."""

    messages: list[MessageReply]
    """The messages, oldest first."""
    more: bool = Field(description="Whether there are more: older messages, or, with `after`, newer ones.")
