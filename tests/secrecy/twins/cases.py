"""Cases of the non-interference property, and their results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engines.kit import Viewer


@dataclass(frozen=True, slots=True)
class Case:
    """One match of a viewer. The same case always plays the same match in both worlds."""

    game: str
    variant: str
    viewer: Viewer
    seed: int

    def __str__(self) -> str:
        return f"{self.game} {self.variant} {self.viewer} {self.seed}"


@dataclass(frozen=True, slots=True)
class Difference:
    """What lets the viewer tell the worlds apart: the moment, the observation, and its value in each world."""

    step: int
    moment: str
    observation: str
    in_a: str
    in_b: str


@dataclass
class Tally:
    """
    How many states were compared, and in how many of them hidden state differed.

    `pending` counts differing submissions, `truth` a differing truth of the game, `either` any of both. `resets` is how
    often B had to restart as a copy of A. `secrets` counts, by kind of secret fact and by table row of secret draws,
    how often it occurred between two comparisons, and `differing` how often the two worlds then differed in it.
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
    """The result of a case: the first difference, if any, and the hidden changes made until then, in order."""

    tally: Tally = field(default_factory=lambda: Tally(matches=1))
    made: list[str] = field(default_factory=list)
    difference: Difference | None = None
