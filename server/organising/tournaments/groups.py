"""Groups before a bracket: how many there are, who is in which, and which rounds are theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engines.kit import SENT_WHOLE
from server.organising.tournaments.pairing import round_robin
from server.organising.tournaments.pairing.paired import first_field
from server.organising.tournaments.rounds import EntrantId, Round


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups in which everyone meets everyone, before a bracket of the first ones of each."""

    __pydantic_config__ = SENT_WHOLE

    count: int
    """How many groups there are."""
    advance: int
    """How many of each group play in the bracket."""

    @property
    def fewest(self) -> int:
        """How many entrants are needed: two in each group, and all who advance."""
        return self.count * max(2, self.advance)

    def rounds(self, entrants: int, cycles: int) -> int:
        """Return how many rounds the largest group needs; smaller ones can be done earlier."""
        return round_robin.rounds(-(-entrants // self.count), cast("Literal[1, 2]", cycles))

    def deal(self, field: Sequence[EntrantId]) -> tuple[tuple[EntrantId, ...], ...]:
        """
        Return the members of each group, in the order of their numbers.

        The best of the field go to the first group, the second one and so on, the next ones back from the last group.
        """
        dealt: list[list[EntrantId]] = [[] for _ in range(self.count)]
        for at, entrant in enumerate(field):
            row, place = divmod(at, self.count)
            dealt[-1 - place if row % 2 else place].append(entrant)
        return tuple(map(tuple, dealt))


@dataclass(frozen=True, slots=True)
class Stages:
    """The groups, which the first round fixes, and the rounds so far before and in the bracket."""

    groups: tuple[tuple[EntrantId, ...], ...]
    in_groups: tuple[Round, ...]
    in_bracket: tuple[Round, ...]


def stages_of(terms: Groups, numbered: Sequence[EntrantId], rounds: Sequence[Round], cycles: int) -> Stages:
    """Return the stages; `numbered` are the entrants in the order of their numbers, all of round 1 among them."""
    there = set(first_field(rounds))
    last = terms.rounds(len(there), cycles) if rounds else 0
    field = [entrant for entrant in numbered if entrant in there]
    return Stages(terms.deal(field), tuple(rounds[:last]), tuple(rounds[last:]))


def name_of_group(at: int) -> str:
    """Return the name of a group, counted from 0."""
    return chr(ord("A") + at)
