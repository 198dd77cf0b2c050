"""
What was made with a token ends with it.

What a bridge has made also ends with the bridge's own token, and when that is renewed: a thief of its earlier secret
may have made it.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, exists

from server.runtime.database.tables import OAuthGrant, TokenRow

_grants = OAuthGrant.__table__
_tokens = TokenRow.__table__


def has_ended(now: str, made_with: ColumnElement[str | None]) -> ColumnElement[bool]:
    """Return the condition that this column has something that is neither a token nor a grant that works."""
    token = exists().where(
        _tokens.c.token_id == made_with, _tokens.c.expires_at.is_(None) | (_tokens.c.expires_at > now)
    )
    grant = exists().where(_grants.c.family == made_with, _grants.c.expires_at > now)
    return made_with.is_not(None) & ~token & ~grant


def has_ended_with_bridge(now: str, made: Table) -> ColumnElement[bool]:
    """Return the condition that a bridge has made a row with a token that does not work, or was renewed since."""
    own = exists().where(
        _tokens.c.token_id == made.c.bridge_token_id,
        _tokens.c.created_at == made.c.bridge_token_at,
        _tokens.c.expires_at.is_(None) | (_tokens.c.expires_at > now),
    )
    return made.c.bridge_token_id.is_not(None) & ~own
