"""Which sessions of the pages at `/account` are open, and what they are marked with that has opened them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, case, exists, literal, or_

from server.runtime.database.tables import Player as PlayerRow
from server.runtime.database.tables import SessionRow, TokenRow
from server.runtime.times import timestamp

IDLE: Final = timedelta(days=7)
"""A session that is not used for so long ends before its time."""

TOKEN: Final = "token:"
"""How the mark of a session begins that a token has opened."""

LINK: Final = "link:"
"""How the mark of a session begins that a link of a bridge has opened."""

_players = PlayerRow.__table__
_sessions = SessionRow.__table__
_tokens = TokenRow.__table__


def with_token(token_id: str) -> str:
    """Return what a session is marked with that a token has opened."""
    return f"{TOKEN}{token_id}"


def with_link(made_id: str, bridge_token_id: str, bridge_token_at: str) -> str:
    """
    Return what a session is marked with that a link of a bridge has opened.

    `made_id` is what lets the bridge act for its guest, and `bridge_token_id` the token with which it made the link:
    the session ends with either. A thief of an earlier secret may have made the link, so it also ends when the token is
    renewed: `bridge_token_at` is when it was made, or renewed last.
    """
    return f"{LINK}{made_id}:{bridge_token_id}:{bridge_token_at}"


def with_link_in_sql(made: FromClause, own: FromClause) -> ColumnElement[str]:
    """Return the same for rows of what lets the bridge act, and of the bridge's own token."""
    at = own.c.created_at
    return literal(LINK).concat(made.c.token_id).concat(":").concat(own.c.token_id).concat(":").concat(at)


def id_in_link(mark: str) -> str:
    """Return what made the guest, from the mark of a link."""
    return mark.split(":")[1]


def is_link(opened_with: str) -> bool:
    return opened_with.startswith(LINK)


def works_of_link(player_id: Any, mark: Any, now: datetime) -> ColumnElement[bool]:  # noqa: ANN401
    """Return the condition that what a link is marked with (`with_link`) still works for this player."""
    made, own, players = _tokens.alias(), _tokens.alias(), _players.alias()
    return exists().where(
        made.c.player_id == player_id,
        own.c.player_id == made.c.bridge_id,
        with_link_in_sql(made, own) == mark,
        or_(made.c.expires_at.is_(None), made.c.expires_at > timestamp(now)),
        or_(own.c.expires_at.is_(None), own.c.expires_at > timestamp(now)),
        exists().where(players.c.id == made.c.bridge_id, players.c.suspended_at.is_(None)),
    )


def is_over(now: datetime) -> ColumnElement[bool]:
    """Return the condition that a session has ended by itself."""
    return or_(_sessions.c.expires_at <= timestamp(now), _sessions.c.used_at <= timestamp(now - IDLE))


def is_open(now: datetime) -> ColumnElement[bool]:
    """Return the condition that a session has not ended, its player is not suspended, and what opened it works."""
    players = _players.alias()  # others ask this of players
    suspended = exists().where(players.c.id == _sessions.c.player_id, players.c.suspended_at.is_not(None))
    # A token that was renewed is another one. Sessions of earlier servers do not know since when theirs is there.
    same = case(
        (_sessions.c.way_since.is_(None), _tokens.c.created_at <= _sessions.c.created_at),
        else_=_tokens.c.created_at == _sessions.c.way_since,
    )
    working = exists().where(
        _tokens.c.player_id == _sessions.c.player_id,
        literal(TOKEN).concat(_tokens.c.token_id) == _sessions.c.opened_with,
        same,
        or_(_tokens.c.expires_at.is_(None), _tokens.c.expires_at > timestamp(now)),
    )
    by_token, by_link = _sessions.c.opened_with.startswith(TOKEN), _sessions.c.opened_with.startswith(LINK)
    linked = works_of_link(_sessions.c.player_id, _sessions.c.opened_with, now)
    return ~is_over(now) & ~suspended & (~by_token | working) & (~by_link | linked)
