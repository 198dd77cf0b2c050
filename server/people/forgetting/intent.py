"""The intent to forget a player: written first by the process that is asked, and carried out by any process."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Executable, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.rights import UNKNOWN_PLAYER
from server.people.forgetting.rows import delete_credentials
from server.people.identity.acting import Actor, require_administrator
from server.people.identity.changes import insert_change
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import overwriting
from server.runtime.database.tables import ForgottenRow, Player
from server.runtime.times import timestamp

_forgotten, _players = ForgottenRow.__table__, Player.__table__


async def write_intent(
    database: AsyncEngine,
    player_id: str,
    now: datetime,
    *also: Executable,
    by: Actor | None = None,
    still: ColumnElement[bool] | None = None,
) -> str:
    """
    Write down that a player is to be forgotten, and delete the account; return when this was done first.

    Every process notices it within a second, as any change of a player, also if none of them has written it. `also` is
    executed in the same transaction, which an administrator `by` has to be allowed, and in which the condition `still`
    has to hold for the row of the player.

    Raises:
        RefusedError: `by` is not an administrator any more, or `still` does not hold.
        UnavailableError: The database does not respond.
    """
    insert = postgresql.insert if database.dialect.name == "postgresql" else sqlite.insert
    intent = insert(ForgottenRow).values(player_id=player_id, asked_at=timestamp(now)).on_conflict_do_nothing()
    async with overwriting(database) as connection:
        if by is not None:
            await require_administrator(connection, by, now)
        if still is not None:
            await connection.execute(lock_player(player_id))
            holds = select(_players.c.id).where(_players.c.id == player_id, still)
            if (await connection.execute(holds)).first() is None:
                raise UNKNOWN_PLAYER.error()
        await connection.execute(intent)
        await delete_credentials(connection, player_id)
        await connection.execute(insert_change(now, player_id))
        for statement in also:
            await connection.execute(statement)
        asked = select(_forgotten.c.asked_at).where(_forgotten.c.player_id == player_id)
        return str((await connection.execute(asked)).scalar_one())
