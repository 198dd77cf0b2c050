"""Messages in channels, and reports."""

from __future__ import annotations

from typing import Self

from pydantic import ConfigDict, Field, JsonValue, model_validator

from server.access.fields import Request
from server.access.texts import MESSAGE_CHARACTERS, REPORT_CHARACTERS, VISIBLE_LINE
from server.matches.facts import Sign
from server.matches.talk.talk import Reaction


def _without_default(schema: dict[str, JsonValue]) -> None:
    del schema["default"]


class MessageRequest(Request):
    """A message to send: a text, or a sign."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    # Neither is `| None`: null is no value of them, and a union would put its kinds into the `pointer` of a problem.
    text: str = Field(
        default="",
        repr=False,
        min_length=1,
        max_length=MESSAGE_CHARACTERS,
        pattern=VISIBLE_LINE,
        description="One line: not blank, without characters that control terminals or the text direction.",
        examples=["Shall we ally?"],
        json_schema_extra=_without_default,
    )
    sign: Sign = Field(
        default="applause",
        description="A reaction instead of a text, in a channel that has `reactions`.",
        json_schema_extra=_without_default,
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("a message has either a text or a sign")
        return self

    @property
    def said(self) -> str | Reaction:
        """What is sent."""
        return Reaction(self.sign) if "sign" in self.model_fields_set else self.text


class ReportRequest(Request):
    """What a player has done, in the words of another player of the match."""

    seat: str = Field(max_length=64, description="The seat of the player who is reported.", examples=["a"])
    cursor: int = Field(
        default=0, ge=0, le=2**53, description="The event of the caller's stream that it is about; 0: none."
    )
    reason: str = Field(
        repr=False,
        min_length=1,
        max_length=REPORT_CHARACTERS,
        pattern=VISIBLE_LINE,
        description="What is wrong, in one line.",
        examples=["Insults in the chat."],
    )
