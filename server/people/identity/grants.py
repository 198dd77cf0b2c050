"""
Grants: what players have allowed programs of others (docs/sign-in.md).

All tokens that come from one consent are a family: the access tokens are rows of `tokens`, each for an hour, and the
row of the grant has the hashes of the refresh token. That one is `moirai_refresh_HANDLE.SECRET`: the handle stays the
same as long as the grant, and the secret changes with each use. So one row is enough to notice that a refresh token
was used twice, however old it is.

A client whose reply was lost, or two parts of it that refresh at once, use a token again within seconds. Until its
successor is used, this has the same effect the second time (RFC 9700, section 4.14.2, leaves it open). The successor
and its access token follow from the secret that the client has and a salt that the server has. So the server can make
them again, and stores only their hashes.
"""

from __future__ import annotations

import base64
import hmac
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Delete, Insert, Row, Select, Update, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.scopes import Scopes, scope_text
from server.runtime.credentials import hash_of, is_same, join, new_secret
from server.runtime.database.tables import OAuthCode, OAuthDevice, OAuthGrant, TokenRow
from server.runtime.ids import new_id
from server.runtime.retention import OldRows
from server.runtime.times import parse_timestamp, timestamp

REFRESH_PREFIX: Final = "moirai_refresh_"

KEEP_EXPIRED: Final = timedelta(days=30)
"""How long grants and tokens are stored after their end."""

MAX_GRANTS: Final = 20
"""Maximum number of grants of a player; a further one ends the one that was not used for the longest time."""

GRANT_LIFETIME: Final = timedelta(days=90)
"""How long a grant lasts without being used."""

BRIDGE_LIFETIME: Final = timedelta(days=365)
"""How long a bridge acts for a player who agreed to it; it has no refresh token."""

REPEATS: Final = timedelta(seconds=10)
"""How long a refresh token can be used again, if its successor was not used: a client notices by then that it must."""

_codes = OAuthCode.__table__
_devices = OAuthDevice.__table__
_grants = OAuthGrant.__table__
_tokens = TokenRow.__table__


def new_grant(
    now: datetime, player_id: str, client: str, scopes: Scopes, lifetime: timedelta = GRANT_LIFETIME
) -> tuple[str, str, Insert]:
    """Return the family of a new grant, the text of its refresh token, and the statement that stores it."""
    family, handle, secret = new_id(now), new_secret(), new_secret()
    row = OAuthGrant(
        family=family,
        player_id=player_id,
        client=client,
        scopes=scope_text(scopes),
        handle_hash=hash_of(handle),
        secret_hash=hash_of(secret),
        created_at=timestamp(now),
        used_at=timestamp(now),
        expires_at=timestamp(now + lifetime),
    )
    return family, REFRESH_PREFIX + join(handle, secret), _grants.insert().values(**row.model_dump())


def split_refresh_token(text: str) -> tuple[str, str]:
    """Return the handle in a refresh token, and its secret; other texts match no row."""
    if not text.startswith(REFRESH_PREFIX):
        return "", ""
    handle, _, secret = text.removeprefix(REFRESH_PREFIX).partition(".")
    return handle, secret


def grant_with(handle: str) -> tuple[Update, Select[Any]]:
    """
    Return the statements that lock and read the grant with this handle.

    A change that changes nothing locks the row in both databases, so of two uses at once, one sees the other.
    """
    mine = _grants.c.handle_hash == hash_of(handle)
    return update(OAuthGrant).where(mine).values(family=_grants.c.family), select(_grants).where(mine)


def rotation(now: datetime, family: str, used: str, salt: str) -> Update:
    """Return the statement that stores the successor of the refresh token with the secret that was `used`."""
    return (
        update(OAuthGrant)
        .where(_grants.c.family == family)
        .values(
            previous_hash=hash_of(used),
            salt=salt,
            secret_hash=hash_of(_derive("refresh", used, salt)),
            used_at=timestamp(now),
            expires_at=timestamp(now + GRANT_LIFETIME),
        )
    )


def is_repeated(row: Row[Any], secret: str, now: datetime) -> bool:
    """Whether the secret is that of the refresh token before, which a client may still repeat."""
    kept: str | None = row.previous_hash
    return kept is not None and is_same(hash_of(secret), kept) and now < parse_timestamp(row.used_at) + REPEATS


def successor(handle: str, used: str, salt: str) -> tuple[str, str]:
    """Return the refresh token that follows the one with a secret, and the secret of its access token."""
    return REFRESH_PREFIX + join(handle, _derive("refresh", used, salt)), _derive("access", used, salt)


def _derive(purpose: str, used: str, salt: str) -> str:
    digest = hmac.digest(used.encode(errors="surrogatepass"), f"{purpose} {salt}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def grants_of(player_id: str, now: datetime) -> Select[Any]:
    """Return the query for the grants of a player, the one that was used last first."""
    wanted = select(_grants).where(_grants.c.player_id == player_id, _grants.c.expires_at > timestamp(now))
    return wanted.order_by(_grants.c.used_at.desc(), _grants.c.family.desc())


def delete_grant(player_id: str, family: str) -> tuple[Delete, Delete]:
    """Return the statements that end a grant of a player; the first one deletes the grant, if there was one."""
    return (
        delete(OAuthGrant).where(_grants.c.player_id == player_id, _grants.c.family == family),
        delete(TokenRow).where(_tokens.c.player_id == player_id, _tokens.c.family == family),
    )


def delete_unfetched(player_id: str) -> tuple[Delete, Delete]:
    """Return the statements that end what a player has allowed and no program has fetched yet: codes and devices."""
    return (
        delete(OAuthCode).where(_codes.c.player_id == player_id),
        delete(OAuthDevice).where(_devices.c.player_id == player_id),
    )


def delete_all_grants(player_id: str) -> Delete:
    """Return the statement that ends all grants of a player; their access tokens are withdrawn with all tokens."""
    return delete(OAuthGrant).where(_grants.c.player_id == player_id)


def delete_expired(player_id: str, now: datetime) -> tuple[Delete, Delete]:
    """Return the statements that delete a player's expired grants and access tokens."""
    return (
        delete(OAuthGrant).where(_grants.c.player_id == player_id, _grants.c.expires_at <= timestamp(now)),
        delete(TokenRow).where(
            _tokens.c.player_id == player_id, _tokens.c.family.is_not(None), _tokens.c.expires_at <= timestamp(now)
        ),
    )


def old_grants(database: AsyncEngine) -> OldRows:
    """Return the rule for grants that expired long ago."""
    return OldRows(KEEP_EXPIRED, database, _grants, lambda old: _grants.c.expires_at <= old, shown=_grants.c.player_id)


def is_expired(row: Row[Any], now: datetime) -> bool:
    return str(row.expires_at) <= timestamp(now)
