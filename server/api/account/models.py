"""What our script sends."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class Named(BaseModel):
    """What a browser asks for before it makes or uses a passkey; `name` is that of a player or a passkey."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=200)] = ""


class Answered(Named):
    """What an authenticator has answered, and where the page goes on."""

    credential: JsonValue
    next: Annotated[str, Field(max_length=4_000)] = ""
