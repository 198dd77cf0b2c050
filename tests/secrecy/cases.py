"""Cases of the property, and what comes of one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engines.kit import Viewer


@dataclass(frozen=True, slots=True)
class Case:
    """One match of a viewer. Same case, same course of both worlds."""

    game: str
    variant: str
    viewer: Viewer
    seed: int

    def __str__(self) -> str:
        return f"{self.game} {self.variant} {self.viewer} {self.seed}"


@dataclass(frozen=True, slots=True)
class Difference:
    """What the viewer can tell the two worlds apart by: the moment, what it looked at, and what it saw in each."""

    step: int
    moment: str
    observation: str
    in_a: str
    in_b: str


@dataclass
class Tally:
    """
    How many states were compared, and in how many of them what was hidden differed.

    `pending`: the standing submissions; `truth`: the game's own truth; `either`: any of both. `resets` is how often B
    had to begin again as a copy of A. `secrets` counts, by kinds of facts and rows for draws that are secret, how often
    some were told between two comparisons, and `differing` how often they were not the same in both.
    """

    matches: int = 0
    states: int = 0
    pending: int = 0
    truth: int = 0
    either: int = 0
    resets: int = 0
    secrets: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.matches += other.matches
        self.states += other.states
        self.pending += other.pending
        self.truth += other.truth
        self.either += other.either
        self.resets += other.resets
        self.secrets += other.secrets
        self.differing += other.differing


@dataclass
class Result:
    """What came of a case: the first difference, if any, and the hidden changes made until then, in order."""

    tally: Tally = field(default_factory=lambda: Tally(matches=1))
    made: list[str] = field(default_factory=list)
    difference: Difference | None = None
