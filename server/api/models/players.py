"""Players, their tokens and tickets."""

from __future__ import annotations

from pydantic import BaseModel, Field

from server.api.models.basics import Name, Request


class PlayerRequest(Request):
    """A new player."""

    name: Name
    organiser_key: str | None = Field(
        default=None,
        max_length=200,
        repr=False,
        description="The server's organiser key; makes the player an organiser.",
    )


class PlayerReply(BaseModel):
    """A player."""

    player_id: str
    name: str
    """The name, for people."""
    organiser: bool = Field(description="May do in every match what its host may.")
    created_at: str


class NewPlayerReply(PlayerReply):
    """A new player with its token, which is shown this once and kept only as a hash."""

    token: str = Field(
        repr=False,
        description="Opaque; letters, digits, `.`, `-` and `_`. Send it as `Authorization: Bearer TOKEN` with every "
        "other call.",
    )


class TicketReply(BaseModel):
    """A ticket to open one WebSocket with, for browsers: they cannot send headers."""

    ticket: str = Field(repr=False, description="Opaque, as tokens are. Give it as `?ticket=` when opening the socket.")
    expires_in_seconds: int
    """How long it can be used."""
