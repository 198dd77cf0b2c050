"""Swiss tournaments with drawn results, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from server.organising.tournaments.pairing.acceleration import first_group, virtual_points
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.swiss import NoPairingError, pair
from server.organising.tournaments.rounds import EntrantId, Result, Round, Table
from server.organising.tournaments.scores import STANDARD, Scores

_RESULTS = [
    *[Result("played", points) for points in ((2, 0), (0, 2), (2, 0), (0, 2), (1, 1))],
    Result("forfeit", (2, 0)),
    Result("forfeit", (0, 2)),
    Result("double_forfeit", (0, 0)),
]
_PLAYED = 5

Pairer = Callable[[PairingField], Sequence[Table]]


def entrants(count: int) -> tuple[EntrantId, ...]:
    return tuple(f"e{number}" for number in range(1, count + 1))


def swiss(of: PairingField) -> list[Table]:
    return [each.table for each in pair(of)]


def finished(number: int, tables: Sequence[Table], random: Random, *, forfeits: bool) -> Round:
    """Draw the results of a round."""
    results = _RESULTS if forfeits else _RESULTS[:_PLAYED]
    return Round(
        number,
        tuple(Table(table.number, table.entrants, table.result or random.choice(results)) for table in tables),
    )


def play(
    ids: Sequence[EntrantId],
    rounds: int,
    random: Random,
    *,
    forfeits: bool,
    pairer: Pairer = swiss,
    scores: Scores = STANDARD,
    accelerated: bool = False,
) -> list[PairingField]:
    """
    Return the field of each round, the last one after the last round; fewer if a legal pairing stops existing.

    With forfeits, some entrants also ask for a bye of half a point.
    """
    fields: list[PairingField] = []
    past: tuple[Round, ...] = ()
    for number in range(1, rounds + 2):
        absent = [entrant for entrant in ids if forfeits and random.random() < 0.1]
        present = tuple(entrant for entrant in ids if entrant not in absent)
        is_last = number == rounds and random.random() < 0.5
        of = PairingField(present, past, lot=0, is_last=is_last, allows_repeats=False, scores=scores)
        if accelerated:
            virtual = tuple(virtual_points(each, rounds) for each in range(1, number + 1))
            of = replace(of, virtual=virtual, first_group=first_group(ids, ids))
        fields.append(of)
        try:
            tables = list(pairer(fields[-1]))
        except NoPairingError:
            break
        byes = [
            Table(len(tables) + place, (entrant,), Result("half_bye", (1,))) for place, entrant in enumerate(absent, 1)
        ]
        past = (*past, finished(number, [*tables, *byes], random, forfeits=forfeits))
    return fields
