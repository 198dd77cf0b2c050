"""Round robins: everyone meets everyone, and nobody has one seat much more often than the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations

import pytest

from server.organising.tournaments.pairing.round_robin import (
    BergerReason,
    Cycles,
    berger_round,
    pair,
    rounds,
)
from server.organising.tournaments.rounds import WIN, EntrantId, Result, Round

EVERY_SIZE = range(2, 21)


def _all_rounds(size: int, cycles: Cycles, gone: Mapping[int, Collection[EntrantId]] | None = None) -> list[Round]:
    """Return all rounds, with those who have withdrawn before each of them; tables stay open otherwise."""
    entrants = [f"e{number}" for number in range(1, size + 1)]
    past: list[Round] = []
    withdrawn: set[EntrantId] = set()
    while True:
        withdrawn |= set((gone or {}).get(len(past) + 1, ()))
        tables = pair(entrants, past, withdrawn, cycles=cycles)
        if not tables:
            return past
        past.append(Round(len(past) + 1, tuple(paired.table for paired in tables)))
        # Later numbers change nothing, and whoever comes late is ignored.
        entrants = ["late", *reversed(entrants[-size:])]


def test_the_tables_are_those_of_the_handbook() -> None:
    """FIDE C.05, annex 1, table B."""
    assert [berger_round(6, number) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize("cycles", [1, 2])
def test_everyone_meets_everyone_and_seats_alternate(cycles: Cycles) -> None:
    for size in EVERY_SIZE:
        past = _all_rounds(size, cycles)
        seatings = [table.entrants for round_ in past for table in round_.tables if not table.is_bye]
        entrants = {f"e{number}" for number in range(1, size + 1)}

        assert len(past) == rounds(size, cycles)
        assert Counter(map(frozenset, seatings)) == Counter(
            {frozenset(two): cycles for two in combinations(entrants, 2)}
        )
        assert len(set(seatings)) == len(seatings)
        for round_ in past:
            assert sorted(entrant for table in round_.tables for entrant in table.entrants) == sorted(entrants)
            assert [table.number for table in round_.tables] == list(range(1, len(round_.tables) + 1))
            assert [table.result for table in round_.tables if table.is_bye] == [Result("bye", (0,))] * (size % 2)
        for entrant in entrants:
            seats = "".join(
                "ab"[table.entrants.index(entrant)]
                for round_ in past
                for table in round_.tables
                if entrant in table.entrants and not table.is_bye
            )
            assert abs(seats.count("a") - seats.count("b")) <= (1 if cycles == 1 else 0)
            assert "aaa" not in seats
            assert "bbb" not in seats


def test_who_withdraws_forfeits_the_other_tables_and_changes_none() -> None:
    whole, broken = (_all_rounds(7, 1, gone) for gone in ({}, {3: ["e2"], 5: ["e6"]}))
    for round_, planned in zip(broken, whole, strict=True):
        assert [table.entrants for table in round_.tables] == [table.entrants for table in planned.tables]
        for table in round_.tables:
            gone = {"e2"} & set(table.entrants) if round_.number >= 3 else set()
            gone |= {"e6"} & set(table.entrants) if round_.number >= 5 else set()
            if not table.is_bye:
                how = {0: None, 1: "forfeit", 2: "double_forfeit"}[len(gone)]
                assert (table.result and table.result.how) == how
                if table.result:
                    assert table.result.points == tuple(0 if one in gone else WIN for one in table.entrants)


def test_the_reason_names_the_row_of_the_table() -> None:
    entrants = ["a", "b", "c", "d"]
    first = Round(1, tuple(paired.table for paired in pair(entrants, [], (), cycles=2)))

    second = pair(entrants, [first], (), cycles=2)

    assert [paired.reason for paired in second] == [BergerReason(3, 1, (2, 4)), BergerReason(3, 1, (3, 1))]
