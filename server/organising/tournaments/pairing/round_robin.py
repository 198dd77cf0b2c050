"""
Round robin by Berger tables (FIDE C.05, annex 1): everyone meets everyone, once or twice.

With an odd number of entrants, one is free in each round. This bye scores nothing, because everyone has it equally
often.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from server.organising.tournaments.pairing.paired import Paired, bye, table_of_two
from server.organising.tournaments.rounds import EntrantId, Round

Cycles: TypeAlias = Literal[1, 2]


@dataclass(frozen=True, slots=True)
class BergerReason:
    """A row of the Berger tables; in the second cycle, the same entrants change seats."""

    berger_round: int
    cycle: int
    numbers: tuple[int, ...]
    """The numbers in the Berger tables, in the order of the seats; one for a bye."""
    type: Literal["berger"] = "berger"


def rounds(entrants: int, cycles: Cycles) -> int:
    """Return how many rounds everyone needs to meet everyone."""
    return cycles * _in_cycle(entrants)


def pair(
    entrants: Sequence[EntrantId], past: Sequence[Round], withdrawn: Collection[EntrantId], *, cycles: Cycles
) -> list[Paired[BergerReason]]:
    """
    Return the tables of the next round, the bye last; empty once all rounds are paired.

    Args:
        entrants: In the order of their numbers, which count for the first round only: it says who has which number in
            the Berger tables. Entrants who were not in it came too late and are ignored.
        past: All rounds so far.
        withdrawn: They stay in the tables, so that the others meet as planned, and forfeit.
        cycles: How often everyone meets everyone.
    """
    field = _field_in_order(past[0]) if past else [entrant for entrant in entrants if entrant not in withdrawn]
    return pair_round(field, len(past) + 1, withdrawn, cycles)


def pair_round(
    field: Sequence[EntrantId], number: int, withdrawn: Collection[EntrantId], cycles: Cycles
) -> list[Paired[BergerReason]]:
    """Return the tables of round `number` of a field in the order of the Berger tables; none after the last round."""
    if number > rounds(len(field), cycles):
        return []
    in_cycle = _in_cycle(len(field))
    cycle, row = divmod(number - 1, in_cycle)
    if cycles == 2 and cycle == 0 and row >= in_cycle - 2 > 0:
        # The last two rounds of the first cycle change places, so that nobody has the same seat three times in a row.
        row = 2 * in_cycle - 3 - row
    tables: list[Paired[BergerReason]] = []
    free: list[int] = []
    for numbers in berger_round(len(field) + len(field) % 2, row + 1):
        if max(numbers) > len(field):
            free = [min(numbers)]
            continue
        seated = numbers if cycle == 0 else numbers[::-1]
        two = (field[seated[0] - 1], field[seated[1] - 1])
        table = table_of_two(len(tables) + 1, two, withdrawn)
        tables.append(Paired(table, BergerReason(row + 1, cycle + 1, seated)))
    for one in free:
        table = bye(len(tables) + 1, field[one - 1], 0)
        tables.append(Paired(table, BergerReason(row + 1, cycle + 1, (one,))))
    return tables


def berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """Return a round of the Berger table of an even size: the numbers at each table, in the order of the seats."""
    odd = size - 1
    # Numbers below the last one meet in the round r for which their sum is r + 1 modulo `odd`; the one that would meet
    # itself meets the last one.
    alone = next(one for one in range(1, size) if (2 * one - number - 1) % odd == 0)
    tables = [(alone, size) if alone <= size // 2 else (size, alone)]
    for step in range(1, size // 2):
        tables.append(((alone + step - 1) % odd + 1, (alone - step - 1) % odd + 1))
    return tables


def _field_in_order(first: Round) -> list[EntrantId]:
    """Return the field in the order of its numbers, from the first round: 1 is free or meets the last, and so on."""
    tables = sorted(first.tables, key=lambda table: (not table.is_bye, table.number))
    met = [table.entrants[1] for table in tables if not table.is_bye]
    return [table.entrants[0] for table in tables] + met[::-1]


def _in_cycle(entrants: int) -> int:
    return entrants - 1 + entrants % 2
