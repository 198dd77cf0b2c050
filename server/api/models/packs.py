"""Packs: content of their own that organisers bring to a game."""

from __future__ import annotations

from pydantic import BaseModel, Field

from server.api.models.basics import PackContent, Request


class PackRequest(Request):
    """Content of one's own for a game that takes packs."""

    game: str = Field(max_length=64)
    content: PackContent = Field(repr=False, description="The pack, after the game's `pack_schema`.")


class PackReply(BaseModel):
    """A registered pack."""

    pack: str = Field(description="Its id, a hash of its content: name it as the option `pack` of a match.")
    game: str
    name: str
    """The name, for people."""
    created_at: str


class PackDetails(PackReply):
    """A registered pack with what is in it, in canonical form."""

    content: PackContent
    """What is in it."""


class PackList(BaseModel):
    """One's own packs, newest first."""

    packs: list[PackReply]
    """The packs, newest first."""
