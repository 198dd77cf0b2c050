"""Queries over all series."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.tables import SeriesPersonRow, SeriesRow
from server.directing.lists import Lists
from server.series.listings import SeriesListing, parse_listing

SeriesDirectory: TypeAlias = Lists[SeriesListing]


def series_in(database: AsyncEngine) -> SeriesDirectory:
    """Return the lists of series."""
    return Lists(database, "listSeries", SeriesRow.__table__, SeriesPersonRow.__table__, parse_listing)
