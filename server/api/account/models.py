"""What the pages' script sends."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class Named(BaseModel):
    """The request before a browser makes or uses a passkey; `name` is that of a player or a passkey."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=200)] = ""


class Answered(Named):
    """The answer of an authenticator, and the page to show next."""

    credential: JsonValue
    next: Annotated[str, Field(max_length=4_000)] = ""
