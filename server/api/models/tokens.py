"""Tokens, as their player manages them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.access.fields import Name, Reply, Request
from server.access.scopes import SCOPES, Scope
from server.people.identity.grants import MAX_GRANTS
from server.people.identity.tokens import MAX_LIFETIME, MAX_TOKENS, MIN_LIFETIME, Token

_LIFETIME = Field(ge=int(MIN_LIFETIME.total_seconds()), le=int(MAX_LIFETIME.total_seconds()))


class NewTokenRequest(Request):
    """A new token."""

    name: Name = Field(description="What the token is for, in words for the player.", examples=["Laptop"])
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPES))] = Field(
        description="What the token allows: at most what the token of this call allows."
    )
    expires_in_seconds: Annotated[int, _LIFETIME] | None = None
    """After how many seconds it expires; null: never."""


class TokenReply(Reply):
    """A token, without its secret."""

    token_id: str = Field(description="The id of the token; it is not secret.")
    name: str
    """What the token is for, in words for the player."""
    scopes: list[Scope]
    """What the token allows."""
    created_at: str
    """When it was created, or renewed for the last time."""
    expires_at: str | None
    """When it expires; null: never."""
    used_on: str | None
    """The day of its last use in UTC, such as `2040-01-31`; null if it was not used yet."""
    client: str | None
    """The program that got the token with the player's consent (OAuth); null if the player has created it."""
    current: bool
    """Whether it is the token of this call."""


class NewTokenReply(TokenReply):
    """A token with its text, which is shown only once and stored only as a hash."""

    token: str = Field(repr=False, description="Send it as `Authorization: Bearer TOKEN`. It begins with `moirai_`.")


class TokenList(Reply):
    """The tokens of a player that have not expired, the newest first."""

    tokens: Annotated[list[TokenReply], Field(max_length=MAX_TOKENS + MAX_GRANTS)]
    """The tokens."""


def render_token(token: Token, current: str) -> TokenReply:
    """Return the token for its player; `current` is the id of the token of the call."""
    return TokenReply(
        token_id=token.token_id,
        name=token.name,
        scopes=[scope for scope in SCOPES if scope in token.scopes],
        created_at=token.created_at,
        expires_at=token.expires_at,
        used_on=token.used_on,
        client=token.client,
        current=token.token_id == current,
    )
