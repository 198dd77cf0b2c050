"""
Queries over all matches: lists for players, due work for the schedule, stored replies for the services.

The rows are written together with the entries of the log; all but the replies can be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, or_, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import reach
from server.aggregates.schedule import Due
from server.database.connection import database_errors
from server.database.tables import KeptReplyRow, MatchRow, Seating
from server.identity.players import Player
from server.log.contract import UNENDED, KeptReply, MatchStatus
from server.log.entry import timestamp
from server.matches.listings import MatchReply, parse_listing

_matches = MatchRow.__table__
_seatings = Seating.__table__
_replies = KeptReplyRow.__table__


class Directory:
    """Queries over all matches."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def list_matches(
        self,
        player: Player,
        *,
        game: str | None,
        status: MatchStatus | None,
        mine: bool,
        before: str | None,
        limit: int,
    ) -> list[MatchReply]:
        """Return matches that the player may know of and that are older than the match `before`, newest first."""
        own = or_(
            _matches.c.host_id == player.id,
            _matches.c.match_id.in_(select(_seatings.c.match_id).where(_seatings.c.player_id == player.id)),
        )
        conditions: list[ColumnElement[bool]] = [own if mine else _listed_for(player, own)]
        if game is not None:
            conditions.append(_matches.c.game == game)
        if status is not None:
            conditions.append(_matches.c.status == status)
        if before is not None:
            conditions.append(_matches.c.match_id < before)
        query = select(_matches.c.listing).where(*conditions).order_by(_matches.c.match_id.desc()).limit(limit)
        return [parse_listing(listing) for listing in await self._column(query)]

    async def overdue(self, since: datetime, limit: int, behind: Due | None = None) -> list[Due]:
        """Return matches with work due by `since`, after `behind`; the longest overdue first."""
        place = tuple_(_matches.c.due_at, _matches.c.match_id)
        query = select(_matches.c.due_at, _matches.c.match_id).where(_matches.c.due_at <= timestamp(since))
        if behind is not None:
            query = query.where(place > behind)
        with database_errors():
            async with self._database.connect() as connection:
                rows = await connection.execute(query.order_by(_matches.c.due_at, _matches.c.match_id).limit(limit))
        return [Due(*row) for row in rows]

    async def count_hosted(self, player: Player, most: int) -> int:
        """Return how many matches that are not over the player hosts; counts at most up to `most`."""
        unended = _matches.c.status.in_(UNENDED)
        hosted = select(_matches.c.match_id).where(_matches.c.host_id == player.id, unended).limit(most)
        return len(await self._column(hosted))

    async def kept_reply(self, player_id: str, key: str) -> KeptReply | None:
        """Return the reply stored under a player's idempotency key."""
        query = select(_replies).where(_replies.c.player_id == player_id, _replies.c.key == key)
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(query)).one_or_none()
        return KeptReply(**row._mapping) if row else None

    async def forget_replies(self, before: datetime, most: int) -> bool:
        """Delete up to `most` replies that are older than `before`; return whether there may be more."""
        old = select(_replies.c.player_id, _replies.c.key).where(_replies.c.created_at < timestamp(before)).limit(most)
        with database_errors():
            async with self._database.begin() as connection:
                gone = await connection.execute(
                    delete(KeptReplyRow).where(tuple_(_replies.c.player_id, _replies.c.key).in_(old))
                )
        return bool(gone.rowcount == most)

    async def _column(self, query: object) -> Sequence[str]:
        with database_errors():
            async with self._database.connect() as connection:
                return (await connection.execute(query)).scalars().all()  # type: ignore[call-overload, no-any-return]


def _listed_for(player: Player, own: ColumnElement[bool]) -> ColumnElement[bool]:
    return true() if reach("listMatches", player.role) == "all" else or_(_matches.c.visibility == "public", own)
