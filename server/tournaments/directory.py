"""Queries over all tournaments."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.tables import TournamentPersonRow, TournamentRow
from server.directing.lists import Lists
from server.tournaments.listings import TournamentListing, parse_listing

TournamentDirectory: TypeAlias = Lists[TournamentListing]


def tournaments_in(database: AsyncEngine) -> TournamentDirectory:
    """Return the lists of tournaments."""
    return Lists(database, "listTournaments", TournamentRow.__table__, TournamentPersonRow.__table__, parse_listing)
