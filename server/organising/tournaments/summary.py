"""The row of a tournament for lists and the schedule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from server.logs.directing.summaries import DirectedSummary, tables_of

TournamentStatus: TypeAlias = Literal[
    "draft", "open", "check_in", "running", "paused", "provisional", "over", "cancelled"
]

UNENDED: Final[tuple[TournamentStatus, ...]] = ("draft", "open", "check_in", "running", "paused", "provisional")
"""The statuses of tournaments that count towards their owner's limit."""


@dataclass(frozen=True)
class TournamentSummary(DirectedSummary):
    """A tournament for lists and the schedule: its row in `tournaments`, and its people in `tournament_people`."""

    tables = tables_of("tournament", "tournaments", UNENDED, ("draft", "open", "check_in"))
