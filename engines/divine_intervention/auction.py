"""Step 8 of a round: bids are compared from the highest down, and only a unique bid wins."""

from collections.abc import Mapping

from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.facts import BoonWin
from engines.kit import SeatId


def hold_auction(bids: Mapping[SeatId, Mapping[BoonId, int]]) -> dict[BoonId, BoonWin]:
    """Return the winner and the price of each boon that is sold. All bids of a deity above 0 differ."""
    wins: dict[BoonId, BoonWin] = {}
    winners: set[SeatId] = set()
    for amount in sorted({amount for by_boon in bids.values() for amount in by_boon.values() if amount}, reverse=True):
        live: dict[BoonId, list[SeatId]] = {}
        for seat, by_boon in bids.items():
            for boon, bid in by_boon.items():
                if bid == amount and seat not in winners and boon not in wins:
                    live.setdefault(boon, []).append(seat)
        for boon, bidders in live.items():
            if len(bidders) == 1:
                wins[boon] = BoonWin(bidders[0], amount)
                winners.add(bidders[0])
    return wins
