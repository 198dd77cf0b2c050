"""Another player in a list of a player: a friend, or somebody who is blocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Select, select

from server.runtime.database.tables import Player as PlayerRow

_players = PlayerRow.__table__


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Another player in a list of the caller."""

    player_id: str
    """The player."""
    name: str
    """The present name."""
    since: str
    """Since when this player is in the list."""


def select_known(owner: Column[Any], other: Column[Any], player_id: str) -> Select[Any]:
    """
    Return the query for a player's list, the newest first: `owner` and `other` are the columns of both players.

    Players who are suspended are omitted, like those who have left: nobody can tell these apart.
    """
    since = owner.table.c.since
    query = select(other, _players.c.name, since).join(_players, _players.c.id == other)
    return query.where(owner == player_id, _players.c.suspended_at.is_(None)).order_by(since.desc(), other)
