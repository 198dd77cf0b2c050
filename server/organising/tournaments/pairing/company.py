"""
Company: who sits with whom. It makes tables at which few entrants sit together again; third times count double.

The cost of a table is the number of earlier meetings, summed over all pairs at it. It is least where the sum of the
squares of all meetings is least. For few entrants, all ways are tried. For more, a tabu search tries a bounded number
of swaps. The same numbers always give the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

Meetings: TypeAlias = Sequence[Sequence[int]]
"""How often each two have met, by index; symmetric."""

TableIndices: TypeAlias = list[list[int]]
"""The indices at each table."""

EXACT_TO: Final = 12
"""Up to this many entrants, no other tables cost less."""

MOST_SWAPS: Final = 1_000_000
"""The maximum number of swaps that a search compares, which takes about half a second."""


def cost(meetings: Meetings, tables: TableIndices) -> int:
    return sum(meetings[one][other] for members in tables for one, other in combinations(members, 2))


def least_company(meetings: Meetings, sizes: Sequence[int], bound: int) -> TableIndices:
    """
    Return tables of these sizes that cost little.

    Args:
        meetings: Earlier meetings; where costs are equal, lower indices come first.
        sizes: Their sum is the number of entrants.
        bound: A lower bound of the cost. The search ends when it is reached.
    """
    if len(meetings) <= EXACT_TO:
        return try_all_tables(meetings, sizes, bound)
    return search_tables(meetings, sizes, bound)


def balance(
    meetings: Meetings, tables: TableIndices, histories: Sequence[object], imbalance: Callable[[Sequence[int]], int]
) -> TableIndices:
    """
    Return tables after swaps that each reduced the cost, or kept it and reduced the imbalance of two tables.

    Args:
        meetings: Earlier meetings.
        tables: The tables to begin with.
        histories: What the imbalance depends on, by index: swapping two with equal histories does not change it.
        imbalance: Returns how far the members of a table are from a fair distribution; 0 is fair.
    """
    tables = [list(members) for members in tables]
    place = {one: number for number, members in enumerate(tables) for one in members}
    company = [[sum(meetings[one][other] for other in members) for members in tables] for one in range(len(meetings))]
    weights = [imbalance(members) for members in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(meetings)), 2):
            here, there = place[one], place[other]
            change = _change(meetings, company, place, one, other) if here != there else 1
            unbalanced = histories[one] != histories[other] and weights[here] + weights[there] > 0
            if change > 0 or (change == 0 and not unbalanced):
                continue
            swapped = [[other if member == one else member for member in tables[here]]]
            swapped += [[one if member == other else member for member in tables[there]]]
            new = [imbalance(members) for members in swapped]
            if change < 0 or sum(new) < weights[here] + weights[there]:
                _swap(meetings, company, place, one, other)
                tables[here], tables[there] = swapped
                weights[here], weights[there] = new
                better = True
    return tables


def try_all_tables(meetings: Meetings, sizes: Sequence[int], bound: int) -> TableIndices:
    """Return the first of the tables that cost least, by trying all except those that already cost too much."""
    tables: TableIndices = [[] for _ in sizes]
    best: TableIndices = []
    least = cost(meetings, [[*range(len(meetings))]]) + 1

    def seat(one: int, so_far: int) -> None:
        nonlocal best, least
        if so_far >= least or least == bound:
            return
        if one == len(meetings):
            best, least = [list(members) for members in tables], so_far
            return
        empty: set[int] = set()
        for members, size in zip(tables, sizes, strict=True):
            # Empty tables of one size are alike.
            if len(members) < size and (members or size not in empty):
                empty |= set() if members else {size}
                added = sum(meetings[one][other] for other in members)
                members.append(one)
                seat(one + 1, so_far + added)
                members.pop()

    seat(0, 0)
    return best


def _deal(meetings: Meetings, sizes: Sequence[int]) -> TableIndices:
    """Seat entrants one by one, each at the table where it has met the fewest, then where there is most room."""
    tables: TableIndices = [[] for _ in sizes]
    for one in range(len(meetings)):
        open_ = [number for number, size in enumerate(sizes) if len(tables[number]) < size]
        met = {number: sum(meetings[one][other] for other in tables[number]) for number in open_}
        tables[min(open_, key=lambda number: (met[number], len(tables[number]) - sizes[number]))].append(one)
    return tables


def search_tables(meetings: Meetings, sizes: Sequence[int], bound: int) -> TableIndices:
    """Return the best tables that a tabu search finds."""
    tables = _deal(meetings, sizes)
    place = {one: number for number, members in enumerate(tables) for one in members}
    company = [[sum(meetings[one][other] for other in members) for members in tables] for one in range(len(meetings))]
    now = least = cost(meetings, tables)
    best = dict(place)
    barred: dict[tuple[int, int], int] = {}
    compared = step = 0
    while least > bound and compared < MOST_SWAPS and len(tables) > 1:
        step += 1
        moves = []
        for one, other in combinations(range(len(meetings)), 2):
            here, there = place[one], place[other]
            # Only swaps that separate two who have met can reduce the cost.
            if here != there and (company[one][here] or company[other][there]):
                compared += 1
                change = _change(meetings, company, place, one, other)
                is_barred = barred.get((one, there), 0) >= step or barred.get((other, here), 0) >= step
                if not is_barred or now + change < least:
                    moves.append((change, one, other))
        if not moves:
            continue
        change, one, other = min(moves)
        for moved in (one, other):
            barred[moved, place[moved]] = step + len(tables) + step % 7
        _swap(meetings, company, place, one, other)
        now += change
        if now < least:
            least, best = now, dict(place)
    return [[one for one in range(len(meetings)) if best[one] == number] for number in range(len(tables))]


def _change(meetings: Meetings, company: Sequence[Sequence[int]], place: dict[int, int], one: int, other: int) -> int:
    """Return what a swap adds to the cost; `company` says how often each entrant has met those at each table."""
    here, there = place[one], place[other]
    return (
        company[one][there]
        + company[other][here]
        - company[one][here]
        - company[other][there]
        - 2 * meetings[one][other]
    )


def _swap(meetings: Meetings, company: list[list[int]], place: dict[int, int], one: int, other: int) -> None:
    here, there = place[one], place[other]
    for sums, met in zip(company, meetings, strict=True):
        sums[here] += met[other] - met[one]
        sums[there] += met[one] - met[other]
    place[one], place[other] = there, here
