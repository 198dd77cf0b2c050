"""Rounds as pairing systems and standings see them: who was at which table, with which result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

EntrantId: TypeAlias = str
"""Identifies an entrant of a tournament, such as `e12`; it never changes, unlike the entrant's number."""

System: TypeAlias = Literal[
    "swiss", "round_robin", "single_elimination", "double_elimination", "groups", "heats", "own", "arena"
]
"""How rounds are paired; `own`: the directors send them; `arena`: one round, to which tables are added."""

BRACKETS: Final[frozenset[System]] = frozenset({"single_elimination", "double_elimination"})
"""Systems that rank entrants by their place in the bracket, not by points."""

ALL_MEET: Final[frozenset[System]] = frozenset({"round_robin", "groups"})
"""Systems in which points are those against everyone else, or everyone else of the group."""

How: TypeAlias = Literal["played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "adjudicated"]
"""How a result came about. `half_bye` and `zero_bye` were requested; a `bye` was given by the pairing."""

WIN: Final = 2
"""Points are counted in halves: a win at a table of two is 2, a draw 1, a loss 0."""

UNPLAYED: Final[frozenset[How]] = frozenset({"bye", "half_bye", "zero_bye", "forfeit", "double_forfeit"})
"""Results of tables that were not played: they count neither as having met nor for seats (C.04.2, 3.4 and 3.5)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table."""

    how: How
    """How the result came about."""
    points: tuple[int, ...]
    """Half points of each entrant, in the order of the table; of a forfeit, the winner has 2 and the other 0."""


@dataclass(frozen=True, slots=True)
class Table:
    """One pairing of a round, of 2 to 20 entrants, or a bye with one."""

    number: int
    """The number of the table in its round, from 1."""
    entrants: tuple[EntrantId, ...]
    """In the order of the seats: the first has seat `a` of a duel."""
    result: Result | None = None
    """None until the table is over; a bye has it from the beginning."""

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1

    @property
    def was_played(self) -> bool:
        return self.result is not None and self.result.how not in UNPLAYED


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of a round. An entrant at none of them missed it by choice or had not entered, and scored nothing."""

    number: int
    """From 1."""
    tables: tuple[Table, ...]
