"""Locks on rows, until the end of the transaction: a change that changes nothing locks in both databases."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Update, update

from server.runtime.database.tables import Player


def lock(column: Column[Any], value: str) -> Update:
    """Return the statement that locks the rows with this value in a column; SQLite then has no other writer."""
    return update(column.table).where(column == value).values({column: value})


def lock_player(player_id: str) -> Update:
    """Return the statement that locks the row of a player, so that what is counted of the player stays as it is."""
    return lock(Player.__table__.c.id, player_id)
