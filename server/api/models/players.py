"""Players, their tokens and tickets."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Name, Reply, Request
from server.api.models.tokens import TokenReply


class PlayerRequest(Request):
    """A new player."""

    name: Name
    administrator_key: str | None = Field(
        default=None,
        max_length=200,
        repr=False,
        description="The administrator key of the server; it makes the player an administrator.",
    )
    organiser_key: str | None = Field(
        default=None,
        max_length=200,
        repr=False,
        deprecated=True,
        description="The earlier name of `administrator_key`, which counts if both are given.",
    )

    @property
    def key(self) -> str | None:
        """The administrator key, under its present or its earlier name."""
        fields = self.__dict__  # without the warning that a deprecated field is read
        return fields["organiser_key"] if self.administrator_key is None else self.administrator_key


class ChangePlayerRequest(Request):
    """The new name of a player."""

    name: Name


class GuestRequest(Request):
    """A new player for whom the caller acts."""

    name: Name


class SignInLinkReply(Reply):
    """A link that signs the player in once."""

    path: str = Field(
        repr=False,
        description="A path of this server, with a secret.",
    )
    expires_in_seconds: int
    """How long the link is valid."""


class PlayerReply(Reply):
    """A player."""

    player_id: str
    """The player."""
    name: str
    """The name, for people."""
    administrator: bool
    """Whether the player can do in every match what directors can; each look into one is an entry of its log."""
    organiser: bool = Field(deprecated=True, description="The earlier name of `administrator`.")
    created_at: str
    """Since when the player is here."""


class NewPlayerReply(PlayerReply):
    """A new player with its token, which is shown only once and stored only as a hash."""

    token: str = Field(
        repr=False,
        description="Opaque; letters, digits, `.`, `-` and `_`. It begins with `moirai_`, has every scope, and does "
        "not expire. Send it as `Authorization: Bearer TOKEN` with every other call.",
    )


class MeReply(PlayerReply):
    """The player of a token, and what the token allows."""

    token: TokenReply
    """The token of this call."""


class TicketReply(Reply):
    """A ticket for opening one WebSocket, for browsers, which cannot send headers."""

    ticket: str = Field(repr=False, description="Opaque, like a token. Send it as `?ticket=` when you open the socket.")
    expires_in_seconds: int
    """How long the ticket is valid."""


class ForgetRequest(Request):
    """The wish to be forgotten."""

    name: str = Field(
        max_length=200,
        description="The name of the player, as a confirmation: this cannot be undone.",
        examples=["Clotho"],
    )


class ForgettingReply(Reply):
    """A player who is being forgotten."""

    player_id: str
    """The player, who no longer exists."""
    asked_at: str
    """When it was requested. Most of the work is done within seconds, all of it within minutes."""
