"""
Ways in: what a player signs in with, since when, and how all access ends that others may have (docs/people.md).

A token with every scope is a way in, too; it is listed and withdrawn as a token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, Delete, Table, Update, delete, exists, literal, null, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from server.people.identity.tokens import delete_all_tokens
from server.runtime.database.queries import connect
from server.runtime.database.tables import PasskeyRow, ProviderAccountRow, RecoveryCodeRow, RecoveryRow, SessionRow

WayKind: TypeAlias = Literal["passkey", "provider", "recovery_codes"]
"""A passkey, an account at an OpenID provider, or the recovery codes that were made at once."""

MOST_WAYS_IN: Final = 100
"""More than a player can have, so that a list has an end."""

_codes = RecoveryCodeRow.__table__
_passkeys = PasskeyRow.__table__
_providers = ProviderAccountRow.__table__
_recoveries = RecoveryRow.__table__
_sessions = SessionRow.__table__


@dataclass(frozen=True, slots=True)
class WayIn:
    """What a player signs in with, besides tokens."""

    kind: WayKind
    """What it is."""
    name: str
    """What the player calls a passkey, the issuer of a provider; empty for recovery codes."""
    added_at: str
    """When the player has got it."""
    used_on: str | None
    """The day of its last use; null: it was not used, or is not known."""


async def read_ways_in(database: AsyncEngine, player_id: str) -> list[WayIn]:
    """Return what the player signs in with, oldest first."""
    kinds: tuple[tuple[WayKind, Table, ColumnElement[Any], ColumnElement[Any]], ...] = (
        ("passkey", _passkeys, _passkeys.c.name, _passkeys.c.used_on),
        ("provider", _providers, _providers.c.issuer, _providers.c.used_on),
        ("recovery_codes", _recoveries, literal(""), null()),
    )
    found: list[WayIn] = []
    async with connect(database) as connection:
        for kind, table, name, used_on in kinds:
            wanted = select(name, table.c.created_at, used_on).where(table.c.player_id == player_id)
            found += [WayIn(kind, *row) for row in await connection.execute(wanted)]
    return sorted(found, key=lambda way: way.added_at)


def has_way_in(player_id: str) -> ColumnElement[bool]:
    """Return the condition that the player has something to sign in with, besides tokens."""
    return or_(*(exists().where(table.c.player_id == player_id) for table in (_passkeys, _providers, _recoveries)))


def end_access(
    player_id: str, after: str | None, *, keep_token: str | None = None, keep_session: str | None = None
) -> tuple[Update | Delete, ...]:
    """
    Return the statements that sign a player out everywhere, and remove the ways in that were added after a time.

    All tokens, programs and sessions end but those to keep, by their ids. Without a time, all ways in are removed. The
    first statement locks the player.
    """

    def younger(table: Table) -> ColumnElement[bool]:
        return (table.c.player_id == player_id) & (true() if after is None else table.c.created_at > after)

    codes = select(_recoveries.c.recovery_id).where(younger(_recoveries))
    return (
        *delete_all_tokens(player_id, keep=keep_token),
        delete(SessionRow).where(_sessions.c.player_id == player_id, _sessions.c.session_id != (keep_session or "")),
        delete(PasskeyRow).where(younger(_passkeys)),
        delete(ProviderAccountRow).where(younger(_providers)),
        delete(RecoveryCodeRow).where(_codes.c.recovery_id.in_(codes)),
        delete(RecoveryRow).where(younger(_recoveries)),
    )
