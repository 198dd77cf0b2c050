"""
A lower bound of the cost of a Swiss round, so that few tables need to be tried.

Each place has a price, and so has each border of score groups with an odd number of places above it, because at least
one table leads across. What a table costs above the prices of its two places and of the borders between them is its
excess. So a pairing costs as much as all prices and the excesses of its tables, or more; and no table with a greater
excess than that of a whole known pairing is in the best one. The prices only decide how few tables are left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby
from operator import attrgetter

from server.organising.tournaments.pairing.seats import OTHER, Preference, Strength


@dataclass(frozen=True, slots=True)
class Kind:
    """Places of one score group whose players have the same preference for a seat."""

    group: int
    """Their score, negated."""
    wish: Preference
    places: tuple[int, ...]
    """In their order."""
    least_down: int
    """What one of them costs at least at a table with a lower group, beside the difference of scores."""
    least_up: int
    """And at a table with a higher one."""


LeastCost = Callable[[Kind, Kind], int | None]
"""What a table of two kinds, the higher one first, costs at least; None if it is not legal."""


class Bounds:
    """The prices of one round."""

    def __init__(
        self, kinds: Sequence[Kind], least_cost: LeastCost, byes: Mapping[int, int], mild: int, strong: int
    ) -> None:
        """
        Set the prices.

        Args:
            kinds: Of all players, by score groups.
            least_cost: Of tables of two kinds.
            byes: What the bye costs each place that may have it; empty if the field is even.
            mild: What an unmet mild preference costs, and `strong` a strong one.
        """
        self._of_higher: dict[int, int] = {}
        """What a place pays as the higher one of a table: its price less those of all borders above it."""
        self._of_lower: dict[int, int] = {}
        """As the lower one: its price and those of all borders above it."""
        self.total = 0
        """Of all prices."""
        prices: dict[Kind, int] = {}
        borders, above, higher = 0, 0, list[Kind]()
        for _, group in groupby(kinds, key=attrgetter("group")):
            lower = list(group)
            prices |= zip(lower, _prices_of_seats(lower, mild, strong), strict=True)
            if above % 2:
                costs = ((one, other, least_cost(one, other)) for one in higher for other in lower)
                least = min(
                    (cost - prices[one] - prices[other] for one, other, cost in costs if cost is not None), default=0
                )
                borders += max(least, 0)
                self.total += max(least, 0)
            for kind in lower:
                above += len(kind.places)
                self.total += prices[kind] * len(kind.places)
                self._of_higher |= dict.fromkeys(kind.places, prices[kind] - borders)
                self._of_lower |= dict.fromkeys(kind.places, prices[kind] + borders)
            higher = lower
        if byes:
            least = min(cost - self._of_higher[place] for place, cost in byes.items())
            self._of_lower[above] = least
            self.total += least - borders
        self._tables = (above + 1) // 2
        self.pairs = [
            (one, other, self.excess(one.places[0], other.places[0], cost))
            for one, other in combinations_with_replacement(kinds, 2)
            if (cost := least_cost(one, other)) is not None
        ]
        """Each two kinds whose tables are legal, and what these cost at least above their prices."""
        self._least = min((excess for _, _, excess in self.pairs), default=0)

    def excess(self, place: int, other: int, cost: int) -> int:
        """Return what a table of this cost costs above its prices; the place of a bye comes after all others."""
        return cost - self._of_higher[place] - self._of_lower[other]

    def greatest_excess(self, known: int) -> int:
        """Return what a table in the best pairing can cost at most above its prices, if one is known with this cost."""
        return known - self.total - (self._tables - 1) * min(self._least, 0)


def _prices_of_seats(group: Sequence[Kind], mild: int, strong: int) -> list[int]:
    """
    Return the price of a place of each kind of a score group.

    If more than half of the group want the same seat, some of these must meet: at best those with mild preferences.
    """
    counts = {seat: sum(len(kind.places) for kind in group if kind.wish.seat == seat) for seat in OTHER}
    seat = max(counts, key=lambda each: counts[each])
    too_many = 2 * counts[seat] - sum(len(kind.places) for kind in group)
    milds = sum(len(kind.places) for kind in group if kind.wish == Preference(seat, Strength.MILD))
    if too_many <= 0:
        return [0 for _ in group]
    of_strong = (mild if 2 * milds >= too_many else strong) // 2
    return [
        -of_strong if kind.wish.seat != seat else mild - of_strong if kind.wish.strength == Strength.MILD else of_strong
        for kind in group
    ]
