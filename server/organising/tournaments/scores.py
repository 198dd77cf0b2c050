"""What results are worth: how the half points of a table's result become points of standings and of pairings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.kit import SENT_WHOLE
from server.organising.tournaments.rounds import UNPLAYED, WIN, Result

DRAW: Final = WIN // 2


@dataclass(frozen=True, slots=True)
class Scores:
    """What the results of tables of two are worth, in half points."""

    __pydantic_config__ = SENT_WHOLE

    win: int
    """A win, also by forfeit."""
    draw: int
    """A draw, or a half-point bye."""
    loss: int
    """A loss at a table that was played; who forfeits, or misses a round, gets nothing."""
    bye: int
    """The bye that the pairing gives."""

    def of(self, result: Result) -> tuple[int, ...]:
        """Return what a result is worth for each entrant; at larger tables, its half points themselves."""
        if len(result.points) > 2:
            return result.points
        worth = {WIN: self.win, DRAW: self.draw, 0: 0 if result.how in UNPLAYED else self.loss}
        if result.how == "bye":
            worth[WIN] = self.bye
        return tuple(worth[points] for points in result.points)


ARENA: Final = Scores(win=4, draw=2, loss=0, bye=0)
"""What results of an arena are worth, but for rows of wins (`server/organising/tournaments/standings/arena.py`)."""

STANDARD: Final = Scores(win=WIN, draw=DRAW, loss=0, bye=WIN)
"""What results are worth unless a tournament says otherwise: the half points of the result itself."""
