"""The ranking of the seats and its consequences (section 9)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engines.apocalypse.options import ApocalypseOptions
from engines.kit import Bearing, Consequence, Draws, Outcome, Realms, SeatId, in_realms

ASCENDING: Final = 3
"""How many seats go to heaven, or stay there: the best of each realm, and the best of all others."""


def bears(options: ApocalypseOptions) -> Bearing:
    """Return how many seats bear each consequence; the third who ascends is of either realm."""
    heaven, hell = options.heaven_size, options.hell_size
    return {
        "winner": in_realms(heaven=1, hell=1),
        "ascends": in_realms(heaven=(1, 2), hell=(1, 2), seats=ASCENDING),
        "descends": in_realms(
            heaven=(heaven - 2, heaven - 1), hell=(hell - 2, hell - 1), seats=heaven + hell - ASCENDING
        ),
        "mark_of_elimination": in_realms(heaven=1, hell=0),
        "elimination_candidate": in_realms(heaven=0, hell=1),
    }


def decide(realms: Realms, totals: Mapping[SeatId, tuple[int, ...]], chance: Draws) -> Outcome:
    """
    Rank the seats and determine the consequences.

    Args:
        realms: The seats of each realm.
        totals: The totals of each seat after every round, round 1 first.
        chance: Draws lots between seats whose totals are all equal.
    """
    ranking = _ranking(realms, totals, chance)
    heaven, hell = ([seat for seat in ranking if realms.realm[seat] == realm] for realm in realms.by_realm)
    winners = [heaven[0], hell[0]]
    ascending = [*winners, next(seat for seat in ranking if seat not in winners)]
    consequences: dict[SeatId, list[Consequence]] = {}
    for seat in realms.seats:
        consequences[seat] = ["winner"] if seat in winners else []
        consequences[seat].append("ascends" if seat in ascending else "descends")
    consequences[heaven[-1]].append("mark_of_elimination")
    consequences[hell[-1]].append("elimination_candidate")
    rank = {seat: ranking.index(seat) + 1 for seat in realms.seats}
    return Outcome(rank, consequences)


def _ranking(realms: Realms, totals: Mapping[SeatId, tuple[int, ...]], chance: Draws) -> list[SeatId]:
    """Return the seats, best first: by the final total, then by earlier totals, latest first (R18), then by lot."""
    alike = Counter(totals.values())
    tied = [seat for seat in realms.seats if alike[totals[seat]] > 1]
    lots = chance.pick("tie_lots", tied, len(tied))
    drawn = {seat: place for place, seat in enumerate(lots)}

    def better(seat: SeatId) -> tuple[tuple[int, ...], int]:
        return tuple(-total for total in reversed(totals[seat])), drawn.get(seat, 0)

    return sorted(realms.seats, key=better)
