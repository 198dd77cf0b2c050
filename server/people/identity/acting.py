"""
Acting: whether somebody may still change an account, judged inside of the transaction that changes it.

The caller was checked when the call came in, by what this process knew then. A token or session that ends meanwhile, in
any process, must leave nothing behind: the call that ends it and the call that still acts with it lock the player
first, so that one of them sees the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import refusal_of
from server.people.identity.open_sessions import is_open
from server.runtime.database.locks import lock_player
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.database.tables import SessionRow, TokenRow
from server.runtime.times import timestamp

_players = PlayerRow.__table__
_sessions = SessionRow.__table__
_tokens = TokenRow.__table__


@dataclass(frozen=True, slots=True)
class Actor:
    """What somebody acts with: a token of the player with this secret, or a session in a browser."""

    player_id: str
    token_id: str | None = None
    secret_hash: str | None = field(default=None, repr=False)
    session_id: str | None = None


def select_actor(by: Actor, now: datetime) -> Select[Any]:
    """Return the query for the row of the player, if what somebody acts with still works."""
    return select(_players).where(_players.c.id == by.player_id, _players.c.suspended_at.is_(None), _works(by, now))


async def require_acting(connection: AsyncConnection, by: Actor, now: datetime) -> None:
    """
    Lock the player, and check that what somebody acts with still works.

    Raises:
        RefusedError: It was withdrawn meanwhile, has expired, or the player was suspended.
    """
    await connection.execute(lock_player(by.player_id))
    if (await connection.execute(select_actor(by, now))).first() is None:
        if by.session_id is not None:
            raise no_session()
        raise RefusedError(codes.UNKNOWN_TOKEN, "Unknown token. It is not complete, or it was withdrawn.")


def no_session() -> RefusedError:
    """Return the error for somebody whose session has ended meanwhile."""
    return RefusedError(codes.SIGNED_OUT, "You are not signed in any more. Sign in again.")


async def require_administrator(connection: AsyncConnection, by: Actor, now: datetime) -> None:
    """
    Lock all administrators, and check that who acts is still one of them.

    So of two administrators who end each other at the same moment, one comes too late, and there is always one left.

    Raises:
        RefusedError: The actor is not an administrator any more, or what they act with was withdrawn.
    """
    all_of_them = select(_players.c.id).where(_players.c.administrator).order_by(_players.c.id)
    # SQLite, which has one writer, knows no `FOR UPDATE`: there, the change locks.
    await connection.execute(lock_player(by.player_id) if _one_writer(connection) else all_of_them.with_for_update())
    row = (await connection.execute(select_actor(by, now))).one_or_none()
    if row is None or not row.administrator:
        raise refusal_of("actOnPlayer", "player")


def _one_writer(connection: AsyncConnection) -> bool:
    return connection.dialect.name == "sqlite"


def _works(by: Actor, now: datetime) -> ColumnElement[bool]:
    if by.session_id is not None:
        mine = _sessions.c.session_id == by.session_id, _sessions.c.player_id == by.player_id
        return exists().where(*mine, is_open(now))
    return exists().where(
        and_(
            _tokens.c.token_id == by.token_id,
            _tokens.c.secret_hash == by.secret_hash,
            or_(_tokens.c.expires_at.is_(None), _tokens.c.expires_at > timestamp(now)),
        )
    )
