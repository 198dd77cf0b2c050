"""The speed of matches with bots: early closes are delayed to limit the number of entries per second."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.matches.play.deadlines import due_time
from server.matches.seats.waits import lapses_at
from server.matches.state import MatchState

WITH_PEOPLE_TIMES: Final = 5
"""How many times faster a match with both people and bots may run, because people are waiting."""

LEFT_ALONE: Final = timedelta(seconds=2)
"""
How long other processes leave immediate work to the process responsible for it.

If all of them helped an overloaded process, each would do all the work, and only one result would count.
"""


@dataclass(frozen=True, slots=True)
class BotPace:
    """
    How many entries per second a match with only bots may append; 0: no limit.

    Bots move as soon as a phase opens. The close of the phase is delayed, so that the next phase does not open too
    soon.
    """

    entries_per_second: float

    def earliest_close(self, state: MatchState) -> datetime | None:
        """Return the time before which the open phase must not close early; None without bots."""
        bots = sum(occupant.player is None for occupant in state.occupants.values())
        if not bots or not self.entries_per_second or state.opened_at is None:
            return None
        times = 1 if bots == len(state.occupants) else WITH_PEOPLE_TIMES
        return state.opened_at + timedelta(seconds=(bots + 1) / (self.entries_per_second * times))

    def closes_early_at(self, state: MatchState, now: datetime) -> datetime | None:
        """Return when to close the open phase early, now or later; None while a seat still has to submit."""
        if not state.can_close_early:
            return None
        earliest = self.earliest_close(state)
        return now if earliest is None else max(now, earliest)

    def due_at(self, state: MatchState, now: datetime) -> datetime | None:
        """
        Return when any process has to act in the match; None if only people can.

        Work before a deadline belongs to the process that appended the last entry, until that process seems to have
        stopped.
        """
        at_once = state.starts_itself or state.bots_to_move or (state.vacant and state.status == "running")
        soon = now if at_once else self.closes_early_at(state, now)
        moments = [due_time(state), lapses_at(state), None if soon is None else soon + LEFT_ALONE]
        return min((moment for moment in moments if moment is not None), default=None)
