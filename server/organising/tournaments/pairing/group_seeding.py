"""
The seeds of a bracket after groups: the winners first, then those in second place, and so on.

Those of one place have the next seeds. Which of them has which is the best arrangement: as few as possible can meet
somebody of their own group, whose seed is known, in the first round; then as few as possible in the second, and so on.
Of equal arrangements, it is the one in which the first of them has the best seed, then the second, and so on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from server.organising.tournaments.pairing.brackets import seeds_in_line
from server.organising.tournaments.rounds import EntrantId


def seed(places: Sequence[Sequence[EntrantId]], group_of: Mapping[EntrantId, str]) -> list[EntrantId]:
    """
    Return the entrants by seed, the best first.

    Args:
        places: Who advances in each place, the best first: at most one of each group.
        group_of: The group of each.
    """
    entrants = sum(map(len, places))
    size = 1 << (entrants - 1).bit_length()
    slots = [slot for _, slot in sorted((number, slot) for slot, number in enumerate(seeds_in_line(size)))]
    rounds = (size - 1).bit_length()
    seeds: list[EntrantId] = []
    taken: dict[str, list[int]] = defaultdict(list)
    bits = entrants.bit_length()  # Each sum of something is less than all entrants.
    for those in places:
        first, count = len(seeds), len(those)
        costs = [
            [
                _too_early(slots[first + choice], taken[group_of[entrant]], rounds, bits) << bits * count
                | choice << bits * (count - 1 - at)
                for choice in range(count)
            ]
            for at, entrant in enumerate(those)
        ]
        chosen = _assign(costs)
        seeds += [those[chosen.index(choice)] for choice in range(count)]
        for entrant, choice in zip(those, chosen, strict=True):
            taken[group_of[entrant]].append(slots[first + choice])
    _swap_those_who_meet(seeds, size, group_of)
    return seeds


def _too_early(slot: int, others: Sequence[int], rounds: int, bits: int) -> int:
    """Return how many in the other slots can be met in each round: in the first one in the highest bits, and so on."""
    return sum(1 << bits * (rounds - (slot ^ other).bit_length()) for other in others)


def _assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """
    Return a column for each row of a square, each once, with the least sum.

    One row after another gets a column, by the cheapest chain of exchanges that ends at a free one.
    """
    row_of: dict[int, int] = {}
    for row, own in enumerate(costs):
        least = list(own)
        before: dict[int, int] = {}
        is_new = True
        while is_new:
            is_new = False
            for column, other in row_of.items():
                for target, cost in enumerate(costs[other]):
                    changed = least[column] - costs[other][column] + cost
                    if changed < least[target]:
                        least[target], before[target], is_new = changed, column, True
        column = min(set(range(len(costs))).difference(row_of), key=least.__getitem__)
        while column in before:
            row_of[column] = row_of[before[column]]
            column = before[column]
        row_of[column] = row
    return sorted(row_of, key=row_of.__getitem__)


def _swap_those_who_meet(seeds: list[EntrantId], size: int, group_of: Mapping[EntrantId, str]) -> None:
    """
    Exchange seeds where two of one group would meet in the first round, as long as another table has none of it.

    That is only needed where more have withdrawn from some groups than from others.
    """
    tables = [(best, size - 1 - best) for best in range(size - len(seeds), size // 2)]
    for best, other in tables:
        group = group_of[seeds[best]]
        if group_of[seeds[other]] == group:
            free = [low for high, low in tables if group not in (group_of[seeds[high]], group_of[seeds[low]])]
            if free:
                nearest = min(free, key=lambda low: (abs(low - other), low))
                seeds[other], seeds[nearest] = seeds[nearest], seeds[other]
