"""
Names of players, and how they change.

Facts of logs have the name under which a player took a place, and nobody rewrites them; so a match or an event that has
begun keeps it, and what begins later has the new one (docs/people.md).
"""

from __future__ import annotations

from typing import Final

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Name
from server.access.texts import BAD_NAME, is_readable
from server.people.identity.changes import Changes, insert_change
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import execute
from server.runtime.database.tables import Player as PlayerRow

_players = PlayerRow.__table__

_NAME: Final = TypeAdapter[str](Name)


class Names:
    """The names of all players."""

    def __init__(self, database: AsyncEngine, clock: Clock, changes: Changes) -> None:
        self._database = database
        self._clock = clock
        self._changes = changes

    async def change(self, player_id: str, name: str) -> None:
        """
        Give a player another name; every process notices within a second.

        Raises:
            RefusedError: The name is not readable, or too long.
        """
        require_name(name)
        await execute(
            self._database,
            update(PlayerRow).where(_players.c.id == player_id).values(name=name),
            insert_change(self._clock.now(), player_id),
        )
        await self._changes.notify(player_id)


def require_name(name: str) -> None:
    """
    Check a name of a player, as when one is created by a call.

    Raises:
        RefusedError: It is not readable, or too long.
    """
    try:
        _NAME.validate_python(name)
        readable = is_readable(name)
    except ValidationError:
        readable = False
    if not readable:
        raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/name")
