"""
Who wins, rises and falls: section 10 of the rulebook.

Both comparisons go back in time: first the end of the match, then the ends of the rounds before, one by one.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

from engines.kit import REALMS, Consequence, Outcome, SeatId
from engines.threads_of_fate.strands import Pair, Strand, ThreadId, strands_of
from engines.threads_of_fate.truth import Snapshot, Truth

Tally: TypeAlias = tuple[int, int, int]
"""Strength of the strongest golden thread, sum over the golden ones, sum over all."""

Tallies: TypeAlias = dict[SeatId | Pair, Tally]
"""Of the threads attached to a seat, or between a pair; who has no thread is not listed."""

PLACES: Final = 2
"""How many of each realm are in heaven next."""

_NO_THREADS: Final[Tally] = (0, 0, 0)


def outcome_of(truth: Truth) -> Outcome:
    """The outcome, after the last round."""
    realms = truth.realms
    by_id = strands_of(realms).by_id
    history = [(end.goldness, _tallies(end, by_id)) for end in (truth.now, *reversed(truth.past))]
    winners = _winning_pair(truth, [tallies for _, tallies in history])
    # Sorting leaves seats that are level throughout in seat order.
    by_goldness = sorted(
        realms.seats,
        key=lambda seat: [(goldness[seat], *tallies.get(seat, _NO_THREADS)) for goldness, tallies in history],
        reverse=True,
    )
    placed: set[SeatId] = set()
    for realm in REALMS:
        first_served = dict.fromkeys(seat for seat in (*winners, *by_goldness) if realms.realm[seat] == realm)
        placed.update(islice(first_served, PLACES))
    left_in_hell = [seat for seat in by_goldness if realms.realm[seat] == "hell" and seat not in placed]
    falling = [seat for seat in by_goldness if realms.realm[seat] == "heaven" and seat not in placed]
    candidate = left_in_hell.pop()

    runners_up = [seat for seat in by_goldness if seat in placed and seat not in winners]
    others = [*runners_up, *left_in_hell, *falling, candidate]
    rank = dict.fromkeys(winners, 1) | {seat: place for place, seat in enumerate(others, start=len(winners) + 1)}
    consequences: dict[SeatId, list[Consequence]] = {seat: [] for seat in realms.seats}
    for seat in winners:
        consequences[seat] += ["winner", "token_of_life"]
    for seat in placed:
        consequences[seat].append("ascends")
    for seat in falling:
        consequences[seat] += ["descends", "mark_of_elimination"]
    consequences[candidate].append("elimination_candidate")
    return Outcome({seat: rank[seat] for seat in realms.seats}, consequences)


def _winning_pair(truth: Truth, history: Sequence[Tallies]) -> Pair | tuple[()]:
    """The best pair without a Mark that a golden thread joins, if there is one."""
    eligible = [
        pair
        for pair in strands_of(truth.realms).pairs
        if history[0].get(pair, _NO_THREADS)[0] > 0 and not any(seat in truth.options.marked for seat in pair)
    ]
    # Of pairs that are level throughout, `max` takes the first: the lower heaven number, then the lower hell number.
    return max(eligible, key=lambda pair: [tallies.get(pair, _NO_THREADS) for tallies in history], default=())


def _tallies(end: Snapshot, by_id: Mapping[ThreadId, Strand]) -> Tallies:
    tallies: Tallies = {}
    for id_, thread in end.threads.items():
        pair = by_id[id_].pair
        gold = thread.strength if thread.golden else 0
        for holder in (pair, *pair):
            strongest, golden, total = tallies.get(holder, _NO_THREADS)
            tallies[holder] = (max(strongest, gold), golden + gold, total + thread.strength)
    return tallies
