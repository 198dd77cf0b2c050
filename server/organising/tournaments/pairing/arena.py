"""
The pairing of an arena: those who are free meet neighbours in the standings, but not at once the last opponent again.

Nobody plans rounds: each wave pairs the entrants who are free then. It is a function of the log alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.pairing.seats import SeatRule, Sitter, seat
from server.organising.tournaments.rounds import EntrantId, Table

MayMeet: TypeAlias = Callable[[EntrantId, EntrantId], bool]


@dataclass(frozen=True, slots=True)
class ArenaReason:
    """Two neighbours among those who were free."""

    points: tuple[int, int]
    """Half points that the two had, in the order of the seats."""
    seats: SeatRule
    """The rule that gave the seats."""
    type: Literal["arena"] = "arena"


def meeting_rule(
    last: Mapping[EntrantId, EntrantId], forbidden: Collection[frozenset[EntrantId]], *, again: bool
) -> MayMeet:
    """
    Return whether two entrants may meet in a wave.

    `last` are the last opponents: two of whom one had the other last may meet only with `again`.
    """

    def may_meet(one: EntrantId, other: EntrantId) -> bool:
        fresh = again or (last.get(one) != other and last.get(other) != one)
        return fresh and frozenset((one, other)) not in forbidden

    return may_meet


def can_pair(free: Sequence[EntrantId], may_meet: MayMeet) -> bool:
    """Return whether a wave of these entrants has a table."""
    return any(may_meet(one, other) for one, other in combinations(free, 2))


def pair(free: Sequence[Sitter], may_meet: MayMeet, lot: Literal[0, 1], first: int = 1) -> list[Paired[ArenaReason]]:
    """
    Return the tables of a wave, numbered from `first`. Who is left over waits for the next one.

    Args:
        free: In the order of the standings.
        may_meet: Whether two of them may meet.
        lot: As for `seat`.
    """
    paired: list[Paired[ArenaReason]] = []
    for number, (one, other) in enumerate(_neighbours(free, may_meet), first):
        entrants, rule = seat(one, other, lot)
        score = {each.entrant: each.score for each in (one, other)}
        points = (score[entrants[0]], score[entrants[1]])
        paired.append(Paired(Table(number, entrants), ArenaReason(points, rule)))
    return paired


def _neighbours(free: Sequence[Sitter], may_meet: MayMeet) -> list[tuple[Sitter, Sitter]]:
    """
    Return who meets whom: each, from the top, the next one whom the entrant may meet.

    If two are left who must not meet, the lowest pair that can change partners with them does.
    """
    pairs: list[tuple[Sitter, Sitter]] = []
    alone: list[Sitter] = []
    rest = list(free)
    while rest:
        one = rest.pop(0)
        at = next((at for at, other in enumerate(rest) if may_meet(one.entrant, other.entrant)), None)
        if at is None:
            alone.append(one)
        else:
            pairs.append((one, rest.pop(at)))
    while len(alone) > 1 and (changed := _change_partners(pairs, alone[0], alone[1], may_meet)):
        alone = alone[2:]
        pairs = changed
    return sorted(pairs, key=lambda pair: pair[0].rank)


def _change_partners(
    pairs: Sequence[tuple[Sitter, Sitter]], higher: Sitter, lower: Sitter, may_meet: MayMeet
) -> list[tuple[Sitter, Sitter]]:
    """Return the pairs with these two, who each get one of the lowest pair that allows it; empty if none does."""
    for at in reversed(range(len(pairs))):
        for mine, yours in (pairs[at], pairs[at][::-1]):
            if may_meet(higher.entrant, mine.entrant) and may_meet(lower.entrant, yours.entrant):
                return [*pairs[:at], *pairs[at + 1 :], _in_order(higher, mine), _in_order(lower, yours)]
    return []


def _in_order(one: Sitter, other: Sitter) -> tuple[Sitter, Sitter]:
    return (one, other) if one.rank < other.rank else (other, one)
