"""Queries over all tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import reach
from server.aggregates.schedule import Due
from server.database.connection import database_errors
from server.database.tables import TournamentPersonRow, TournamentRow
from server.identity.players import Player
from server.log.entry import timestamp
from server.tournaments.listings import TournamentListing, parse_listing
from server.tournaments.summary import TournamentStatus

_tournaments = TournamentRow.__table__
_people = TournamentPersonRow.__table__


@dataclass(frozen=True, slots=True)
class Filter:
    """Which tournaments a list contains; by default all that the caller may know of."""

    status: TournamentStatus | None = None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list; the next one begins behind the tournament `next`, if there are more."""

    tournaments: list[TournamentListing]
    next: str | None


class TournamentDirectory:
    """Queries over all tournaments."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def list_tournaments(self, player: Player, wanted: Filter, before: str | None, limit: int) -> Page:
        """Return tournaments that the player may know of and that are older than `before`, newest first."""
        mine = select(_people.c.tournament_id).where(_people.c.player_id == player.id)
        own = _tournaments.c.tournament_id.in_(mine)
        query = select(_tournaments.c.listing).order_by(_tournaments.c.tournament_id.desc()).limit(limit + 1)
        if wanted.mine:
            query = query.where(own)
        elif reach("listTournaments", player.role) != "all":
            query = query.where(or_(_tournaments.c.visibility == "public", own))
        if wanted.status is not None:
            query = query.where(_tournaments.c.status == wanted.status)
        if before is not None:
            query = query.where(_tournaments.c.tournament_id < before)
        with database_errors():
            async with self._database.connect() as connection:
                rows = (await connection.execute(query)).scalars().all()
        found = [parse_listing(text) for text in rows]
        return Page(found[:limit], found[limit - 1].tournament_id if len(found) > limit else None)

    async def overdue(self, since: datetime, limit: int, behind: Due | None = None) -> list[Due]:
        """Return tournaments with work due by `since`, after `behind`; the longest overdue first."""
        place = tuple_(_tournaments.c.due_at, _tournaments.c.tournament_id)
        query = select(_tournaments.c.due_at, _tournaments.c.tournament_id)
        query = query.where(_tournaments.c.due_at <= timestamp(since))
        if behind is not None:
            query = query.where(place > behind)
        query = query.order_by(_tournaments.c.due_at, _tournaments.c.tournament_id).limit(limit)
        with database_errors():
            async with self._database.connect() as connection:
                return [Due(*row) for row in await connection.execute(query)]
