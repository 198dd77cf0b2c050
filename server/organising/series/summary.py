"""The row of a series for lists and the schedule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from server.logs.directing.summaries import DirectedSummary, tables_of

SeriesStatus: TypeAlias = Literal["open", "running", "stopped", "paused", "over", "cancelled"]
"""`stopped`: it waits for a director, who decides about a match without an outcome."""

UNENDED: Final[tuple[SeriesStatus, ...]] = ("open", "running", "stopped", "paused")
"""The statuses of series that count towards their owner's limit."""


@dataclass(frozen=True)
class SeriesSummary(DirectedSummary):
    """A series for lists and the schedule: its row in `series`, and its people in `series_people`."""

    tables = tables_of("series", "series", UNENDED, ("open",))
