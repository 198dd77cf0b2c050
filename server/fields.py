"""Fields that requests and replies have in common, and what all requests are based on."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from typing_extensions import TypeAliasType

from server.texts import NAME

JsonSchema = TypeAliasType("JsonSchema", Annotated[dict[str, JsonValue], Field(description="A JSON Schema (2020-12).")])
Options = TypeAliasType(
    "Options", Annotated[dict[str, JsonValue], Field(description="Options by name, as in the game's `options_schema`.")]
)
PackContent = TypeAliasType(
    "PackContent", Annotated[dict[str, JsonValue], Field(description="A pack, as in the game's `pack_schema`.")]
)
Cursor = Annotated[int, Field(ge=0, le=2**53, description="The number of an event in the caller's own stream.")]
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=NAME,
        description="The visible name of the player, without invisible, unassigned or private characters (RFC 8266).",
        examples=["Clotho"],
    ),
]


class Request(BaseModel):
    """Base of what clients send: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)
