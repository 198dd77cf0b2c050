"""Single elimination: whoever loses leaves. The numbers 1 and 2 can meet in the final only; byes go to the best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

from server.organising.tournaments.pairing import brackets
from server.organising.tournaments.pairing.brackets import BracketReason, Plan, Slot, Source
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.rounds import EntrantId, Round

LIVES: Final = 1


def rounds(entrants: int) -> int:
    return (entrants - 1).bit_length()


def pair(
    entrants: Sequence[EntrantId], past: Sequence[Round], withdrawn: Collection[EntrantId], *, lot: Literal[0, 1]
) -> list[Paired[BracketReason]]:
    """Return the tables of the next round; none once the winner is known (`brackets.pair`)."""
    return brackets.pair(_plan, entrants, past, withdrawn, lives=LIVES, lot=lot)


def places(
    entrants: Collection[EntrantId], past: Sequence[Round], withdrawn: Collection[EntrantId]
) -> dict[EntrantId, int]:
    """Return the place of each entrant (`brackets.places`)."""
    return brackets.places(entrants, past, withdrawn, LIVES)


def is_over(past: Sequence[Round], withdrawn: Collection[EntrantId]) -> bool:
    """Return whether the winner is known, or that there is none (`brackets.is_over`)."""
    return brackets.is_over(past, withdrawn, LIVES)


def _plan(depth: int) -> Plan:
    plan: Plan = [[Slot("main", 1, ())] * (1 << depth - 1)]
    for index in range(1, depth):
        before = [Source(index - 1, slot, True) for slot in range(1 << depth - index)]
        plan.append([Slot("main", index + 1, two) for two in zip(before[::2], before[1::2], strict=True)])
    return plan
