"""What pairing systems share: a table with its reason, who has met, and who has withdrawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from server.organising.tournaments.rounds import WIN, EntrantId, Result, Round, Table

ReasonT_co = TypeVar("ReasonT_co", covariant=True)

ByeKind: TypeAlias = Literal["bye", "half_bye", "zero_bye"]

BYE_POINTS: Final[dict[ByeKind, int]] = {"bye": WIN, "half_bye": WIN // 2, "zero_bye": 0}
"""Half points of byes in systems with tables of two."""


@dataclass(frozen=True, slots=True)
class Paired(Generic[ReasonT_co]):
    """A table of the next round. It has its result already if it is a bye, or if somebody at it has withdrawn."""

    table: Table
    reason: ReasonT_co
    """Why the table is as it is, for the log and for people: a record tagged by `type`."""


def has_met(table: Table) -> bool:
    """
    Return whether those at a table count as having met.

    At an unplayed table they do not (C.04.2, 3.4). At an open table they do, so that a round can be paired early.
    """
    return not table.is_bye and (table.result is None or table.was_played)


def meetings_in(past: Iterable[Round]) -> dict[frozenset[EntrantId], tuple[int, ...]]:
    """Return the rounds in which each two entrants met."""
    rounds: dict[frozenset[EntrantId], tuple[int, ...]] = defaultdict(tuple)
    for round_ in past:
        for table in round_.tables:
            if has_met(table):
                for pair in combinations(table.entrants, 2):
                    rounds[frozenset(pair)] += (round_.number,)
    return rounds


def first_field(past: Sequence[Round]) -> list[EntrantId]:
    """Return who was paired in the first round: the field of systems without late entrants."""
    return [entrant for round_ in past[:1] for table in round_.tables for entrant in table.entrants]


def table_of_two(number: int, entrants: tuple[EntrantId, EntrantId], withdrawn: Collection[EntrantId]) -> Table:
    """Return a table. Entrants who have withdrawn forfeit it at once."""
    gone = [entrant in withdrawn for entrant in entrants]
    if not any(gone):
        return Table(number, entrants)
    points = tuple(0 if is_gone else WIN for is_gone in gone)
    return Table(number, entrants, Result("double_forfeit" if all(gone) else "forfeit", points))


def bye(number: int, entrant: EntrantId, points: int, kind: ByeKind = "bye") -> Table:
    return Table(number, (entrant,), Result(kind, (points,)))
