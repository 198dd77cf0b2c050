"""Messages in channels."""

from __future__ import annotations

from typing import Self

from pydantic import ConfigDict, Field, JsonValue, model_validator

from server.access.fields import Request
from server.access.texts import MESSAGE_CHARACTERS, VISIBLE_LINE
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
