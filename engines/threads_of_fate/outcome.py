"""
The outcome: section 10 of the rulebook.

Seats and pairs are compared at the end of the match first, then at the end of each earlier round, latest first.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

from engines.kit import REALMS, Bearing, Consequence, Outcome, SeatId, in_realms
from engines.threads_of_fate.options import ThreadsOfFateOptions
from engines.threads_of_fate.strands import Pair, Strand, ThreadId, strands_of
from engines.threads_of_fate.truth import Snapshot, Truth

Tally: TypeAlias = tuple[int, int, int]
"""The strength of the strongest golden thread, the sum over golden threads, and the sum over all threads."""

Tallies: TypeAlias = dict[SeatId | Pair, Tally]
"""The tallies of the threads attached to a seat or between a pair; seats and pairs without threads are missing."""

PLACES: Final = 2
"""How many seats of each realm go to heaven, or stay there."""

_NO_THREADS: Final[Tally] = (0, 0, 0)


def bears(options: ThreadsOfFateOptions) -> Bearing:
    """Return how many seats bear each consequence. A pair wins if one without a Mark has a golden thread."""
    falling = options.heaven_size - PLACES
    can_win = int(all(set(seats) - set(options.marked) for seats in options.realms.by_realm.values()))
    return {
        "winner": in_realms(heaven=(0, can_win), hell=(0, can_win)),
        "token_of_life": in_realms(heaven=(0, can_win), hell=(0, can_win)),
        "ascends": in_realms(heaven=PLACES, hell=PLACES),
        "descends": in_realms(heaven=falling, hell=0),
        "mark_of_elimination": in_realms(heaven=falling, hell=0),
        "elimination_candidate": in_realms(heaven=0, hell=1),
    }


def outcome_of(truth: Truth) -> Outcome:
    """Return the outcome after the last round."""
    realms = truth.realms
    by_id = strands_of(realms).by_id
    history = [(end.goldness, _tallies(end, by_id)) for end in (truth.now, *reversed(truth.past))]
    winners = _winning_pair(truth, [tallies for _, tallies in history])
    # The sort is stable: seats that are equal in everything remain in seat order.
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
    """Return the best pair with a golden thread and without a Mark, if there is one."""
    eligible = [
        pair
        for pair in strands_of(truth.realms).pairs
        if history[0].get(pair, _NO_THREADS)[0] > 0 and not any(seat in truth.options.marked for seat in pair)
    ]
    # If pairs are equal in everything, `max` returns the first: the lower heaven number, then the lower hell number.
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
