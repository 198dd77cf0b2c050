"""Single elimination: losers leave. The numbers 1 and 2 can only meet in the final; byes go to the best."""

from __future__ import annotations

from typing import Final

from server.organising.tournaments.pairing.brackets import Elimination, Slot, SlotsByRound, Source


def _plan(depth: int) -> SlotsByRound:
    plan: SlotsByRound = [[Slot("main", 1, ())] * (1 << depth - 1)]
    for index in range(1, depth):
        before = [Source(index - 1, slot, True) for slot in range(1 << depth - index)]
        plan.append([Slot("main", index + 1, two) for two in zip(before[::2], before[1::2], strict=True)])
    return plan


SINGLE_ELIMINATION: Final = Elimination(1, _plan)
