"""Queries over all series."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.directing.lists import Lists
from server.organising.series.listings import SeriesListing, parse_listing
from server.runtime.database.tables import SeriesPersonRow, SeriesRow

SeriesDirectory: TypeAlias = Lists[SeriesListing]


def series_in(database: AsyncEngine) -> SeriesDirectory:
    """Return the lists of series."""
    return Lists(database, "listSeries", SeriesRow.__table__, SeriesPersonRow.__table__, parse_listing)
