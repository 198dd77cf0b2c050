"""Packs: content that players register for a game."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import PackContent, Reply, Request
from server.matches.hosting.packs import PackReply


class PackRequest(Request):
    """Your own content for a game that supports packs."""

    game: str = Field(max_length=64)
    content: PackContent = Field(repr=False, description="The pack, as in the game's `pack_schema`.")


class PackList(Reply):
    """The caller's packs, newest first."""

    packs: list[PackReply]
    """The packs, newest first."""
