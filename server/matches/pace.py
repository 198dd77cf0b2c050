"""
How fast a match goes on by itself: where bots play, phases close early no sooner than their entries have been paid for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.matches.state import MatchState

WITH_PEOPLE_TIMES: Final = 5
"""How many times as fast a match may go on in which people play with bots: they wait for it."""

LEFT_ALONE: Final = timedelta(seconds=2)
"""
How long others leave a match alone in which one process has something to do at once.

If all who wait helped a process that has much to do, each of them would do all of it, and only one would count.
"""


@dataclass(frozen=True, slots=True)
class BotPace:
    """
    How many entries a second a match may make in which only bots play; 0: any number.

    Bots move as soon as a phase opens. It is its close that waits, so that the next phase cannot come too soon.
    """

    entries_per_second: float

    def earliest_close(self, state: MatchState) -> datetime | None:
        """The moment before which bots keep the open phase from closing early; None where no bots play."""
        bots = sum(occupant.player is None for occupant in state.occupants.values())
        if not bots or not self.entries_per_second or state.opened_at is None:
            return None
        times = 1 if bots == len(state.occupants) else WITH_PEOPLE_TIMES
        return state.opened_at + timedelta(seconds=(bots + 1) / (self.entries_per_second * times))

    def closes_early_at(self, state: MatchState, now: datetime) -> datetime | None:
        """When the open phase is to be closed early, now or later; None where it has to wait for somebody."""
        if not state.can_close_early:
            return None
        earliest = self.earliest_close(state)
        return now if earliest is None else max(now, earliest)

    def due_at(self, state: MatchState, now: datetime) -> datetime | None:
        """
        When any process is to do something in the match; None when it waits for people alone.

        Besides at a deadline that falls to the process that has added the last entry, until it seems to be gone.
        """
        at_once = state.starts_itself or state.bots_to_move
        soon = now if at_once else self.closes_early_at(state, now)
        moments = [state.closes_at, None if soon is None else soon + LEFT_ALONE]
        return min((moment for moment in moments if moment is not None), default=None)
