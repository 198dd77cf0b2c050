"""Groups, then brackets: each group is a round robin, all at the same time; the first ones of each go on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from server.organising.tournaments.pairing import round_robin
from server.organising.tournaments.pairing.brackets import BracketReason
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.rounds import EntrantId


@dataclass(frozen=True, slots=True)
class GroupReason:
    """A row of the Berger tables of a group."""

    group: str
    berger_round: int
    cycle: int
    numbers: tuple[int, ...]
    """The numbers in the Berger tables, in the order of the seats; one for a bye."""
    type: Literal["group"] = "group"


@dataclass(frozen=True, slots=True)
class SeedReason:
    """Who meets in the first round of the bracket, in the order of the seats: by seeds, which come from the groups."""

    numbers: tuple[int, ...]
    seeds: tuple[int, ...]
    places: tuple[str, ...]
    """The group of each, and the place in it, such as `B2`."""
    type: Literal["seed"] = "seed"


def pair_groups(
    groups: Mapping[str, Sequence[EntrantId]],
    number: int,
    withdrawn: Collection[EntrantId],
    cycles: round_robin.Cycles,
) -> list[Paired[GroupReason]]:
    """
    Return the tables of round `number` of all groups, by group; byes are last.

    A group with fewer rounds than that has none. Those who have `withdrawn` stay in the tables, and forfeit.
    """
    found = [
        Paired(each.table, GroupReason(name, each.reason.berger_round, each.reason.cycle, each.reason.numbers))
        for name, members in groups.items()
        for each in round_robin.pair_round(members, number, withdrawn, cycles)
    ]
    found.sort(key=lambda each: each.table.is_bye)
    return [Paired(replace(each.table, number=at), each.reason) for at, each in enumerate(found, 1)]


def with_seeds(
    tables: Iterable[Paired[BracketReason]], seeds: Sequence[EntrantId], places: Mapping[EntrantId, str]
) -> list[Paired[SeedReason]]:
    """Return the tables of the first round of the bracket, with the seeds as reasons."""
    return [
        Paired(
            each.table,
            SeedReason(
                each.reason.numbers,
                tuple(seeds.index(entrant) + 1 for entrant in each.table.entrants),
                tuple(places[entrant] for entrant in each.table.entrants),
            ),
        )
        for each in tables
    ]
