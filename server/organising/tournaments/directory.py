"""Queries over all tournaments."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.directing.lists import Lists
from server.organising.tournaments.listings import TournamentListing, parse_listing
from server.runtime.database.tables import TournamentPersonRow, TournamentRow

TournamentDirectory: TypeAlias = Lists[TournamentListing]


def tournaments_in(database: AsyncEngine) -> TournamentDirectory:
    """Return the lists of tournaments."""
    return Lists(database, "listTournaments", TournamentRow.__table__, TournamentPersonRow.__table__, parse_listing)
