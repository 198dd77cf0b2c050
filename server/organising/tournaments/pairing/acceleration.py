"""Acceleration of the first rounds of a Swiss: the Baku system (FIDE handbook, C.04.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.organising.tournaments.rounds import WIN, EntrantId
from server.organising.tournaments.scores import DRAW


def first_group(numbered: Sequence[EntrantId], present: Collection[EntrantId]) -> frozenset[EntrantId]:
    """
    Return who gets virtual points: the first half of those present, rounded up to an even number.

    Args:
        numbered: The entrants in the order of their numbers.
        present: Those who are in the first round, at tables or with byes.
    """
    here = [entrant for entrant in numbered if entrant in present]
    return frozenset(here[: 2 * -(-len(here) // 4)])


def virtual_points(number: int, rounds: int) -> int:
    """
    Return the virtual points of the first group in a round, in halves.

    The first half of the rounds, rounded up, is accelerated: with 1 point in its first half, rounded up, then with ½.
    """
    accelerated = -(-rounds // 2)
    if number > accelerated:
        return 0
    return WIN if number <= -(-accelerated // 2) else DRAW
