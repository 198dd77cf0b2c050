"""Messages in channels."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Request
from server.access.texts import MESSAGE_CHARACTERS, VISIBLE_LINE


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
