"""Packs: content that players register for a game."""

from __future__ import annotations

from pydantic import BaseModel, Field

from server.fields import PackContent, Request


class PackRequest(Request):
    """Your own content for a game that supports packs."""

    game: str = Field(max_length=64)
    content: PackContent = Field(repr=False, description="The pack, as in the game's `pack_schema`.")


class PackReply(BaseModel):
    """A registered pack."""

    pack: str = Field(description="The id of the pack, a hash of its content: use it as the option `pack` of a match.")
    game: str
    name: str
    """The name, for people."""
    created_at: str


class PackDetails(PackReply):
    """A registered pack with its content, in canonical form."""

    content: PackContent
    """The content of the pack."""


class PackList(BaseModel):
    """The caller's packs, newest first."""

    packs: list[PackReply]
    """The packs, newest first."""
