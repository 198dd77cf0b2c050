"""
Double elimination: entrants who lose twice leave.

Losers of the upper bracket continue in the lower one, far from entrants whom they have beaten. The winners of both
brackets meet in the final; if the one from the lower bracket wins it, it is played again.
"""

from __future__ import annotations

from typing import Final

from server.organising.tournaments.pairing.brackets import Elimination, Slot, SlotsByRound, Source


def _plan(depth: int) -> SlotsByRound:
    """
    Return the slots of all rounds, the second final included.

    After the first round, the lower bracket plays in each round, the upper one in every second. The lower bracket
    pairs in turns its own winners with each other, and these with the losers of the upper round just played.
    """
    rounds: SlotsByRound = [[Slot("upper", 1, ())] * (1 << depth - 1)]
    upper = [(0, slot) for slot in range(1 << depth - 1)]
    lower = [Source(*place, False) for place in upper]
    for upper_round in range(2, depth + 1):
        index = len(rounds)
        slots = [
            Slot("upper", upper_round, (Source(*one, True), Source(*other, True)))
            for one, other in zip(upper[::2], upper[1::2], strict=True)
        ]
        upper = [(index, slot) for slot in range(len(slots))]
        slots += [Slot("lower", 2 * upper_round - 3, sources) for sources in zip(lower[::2], lower[1::2], strict=True)]
        rounds.append(slots)
        crossing = _crossing(upper_round, len(upper))
        pairs = [
            (Source(index, len(upper) + slot, True), Source(index, slot ^ crossing, False))
            for slot in range(len(upper))
        ]
        rounds.append([Slot("lower", 2 * upper_round - 2, sources) for sources in pairs])
        lower = [Source(index + 1, slot, True) for slot in range(len(upper))]
    final = len(rounds)
    rounds.append([Slot("final", 1, (Source(*upper[0], True), lower[0]))])
    rounds.append([Slot("second_final", 1, (Source(final, 0, True), Source(final, 0, False)))])
    return rounds


def _crossing(upper_round: int, losers: int) -> int:
    """
    Return what to exclusive-or the slots of the losers of an upper round with, to get their slots in the lower bracket.

    The digits of the round, counted from 0, are the halves, quarters and so on to change, the last digit first. So
    losers of neighbouring rounds change to different halves, and those of rounds that share a half to different
    quarters: two who have met are as far apart as possible.
    """
    bits = (losers - 1).bit_length()
    return int(f"{upper_round - 1:b}"[::-1].ljust(bits, "0")[:bits] or "0", 2)


DOUBLE_ELIMINATION: Final = Elimination(2, _plan)
