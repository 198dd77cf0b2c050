"""Pages of rows about players, such as steps of administrators, the newest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Column, Row, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.database.queries import fetch

T = TypeVar("T")


async def newest_about(
    database: AsyncEngine,
    ids: Column[Any],
    about: Column[Any],
    read: Callable[[Row[Any]], T],
    *,
    player_id: str | None,
    before: str | None,
    limit: int,
) -> tuple[list[T], str | None]:
    """
    Return rows of a table, the newest first, and what to pass as `before` for those that follow, if there are more.

    `ids` is the column of ids, of which later ones are greater, and `about` that of the player a row is about.
    `player_id`: only those about this player.
    """
    wanted = select(ids.table).order_by(ids.desc()).limit(limit + 1)
    if player_id is not None:
        wanted = wanted.where(about == player_id)
    if before is not None:
        wanted = wanted.where(ids < before)
    rows = (await fetch(database, wanted)).all()
    following = rows[limit - 1]._mapping[ids] if len(rows) > limit else None
    return [read(row) for row in rows[:limit]], following
