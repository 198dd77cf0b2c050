"""Heats: sizes, company repeated as rarely as possible, realms in turn, and who is left over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from server.organising.tournaments.pairing.company import cost, search_tables, try_all_tables
from server.organising.tournaments.pairing.heats import (
    HeatReason,
    LeftOverReason,
    SeatRealms,
    TooFewEntrantsError,
    pair,
    table_sizes,
)
from server.organising.tournaments.rounds import EntrantId, Result, Round

HALVES: SeatRealms = {size: ("heaven",) * (size // 2) + ("hell",) * (size - size // 2) for size in range(6, 17)}


def _ways(left: frozenset[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to seat these at tables of these sizes."""
    if not sizes:
        yield []
        return
    for members in combinations(sorted(left), sizes[0]):
        for rest in _ways(left.difference(members), sizes[1:]):
            yield [list(members), *rest]


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 3), (3, 2, 2), (4, 3), (4, 4), (3, 3, 2), (3, 3, 3)])
def test_company_is_repeated_as_rarely_as_in_any_other_tables(sizes: tuple[int, ...]) -> None:
    count = sum(sizes)
    ways = list(_ways(frozenset(range(count)), sizes))
    for seed in range(5):
        random = Random(seed)
        meetings = [[0] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            meetings[one][other] = meetings[other][one] = random.choice((0, 0, 1, 1, 2))
        least = min(cost(meetings, way) for way in ways)

        for found in (try_all_tables(meetings, sizes, 0), search_tables(meetings, sizes, least)):
            assert sorted(index for members in found for index in members) == list(range(count))
            assert tuple(map(len, found)) == sizes
            assert cost(meetings, found) == least, f"seed {seed}"


def _play(
    entrants: Sequence[EntrantId], rounds: int, size: int, seat_realms: SeatRealms
) -> tuple[list[Round], list[list[HeatReason | LeftOverReason]]]:
    random = Random(1)
    past: list[Round] = []
    reasons: list[list[HeatReason | LeftOverReason]] = []
    for number in range(1, rounds + 1):
        lots = random.sample(entrants, len(entrants))
        paired = pair(lots, past, (), size=size, seat_realms=seat_realms, bye_points=3)
        again = pair(lots, past, (), size=size, seat_realms=seat_realms, bye_points=3)
        assert paired == again
        tables = [one.table for one in paired]
        seated = sorted(entrant for table in tables for entrant in table.entrants)
        assert seated == sorted(entrants)
        assert [table.number for table in tables] == list(range(1, len(tables) + 1))
        reasons.append([one.reason for one in paired])
        done = [table if table.result else replace(table, result=Result("played", (0,) * size)) for table in tables]
        past.append(Round(number, tuple(done)))
    return past, reasons


def test_thirty_meet_evenly_at_tables_of_ten_and_change_realms() -> None:
    """Three tables of ten split 4, 3, 3 each, so at least 36 meet again for each earlier round; here none more."""
    entrants = [f"e{number}" for number in range(30)]
    past, reasons = _play(entrants, 5, 10, HALVES)

    for number, (round_, why) in enumerate(zip(past, reasons, strict=True)):
        met = Counter(pair for done in past[:number] for table in done.tables for pair in _pairs(table.entrants))
        repeats = {pair: met[pair] for table in round_.tables for pair in _pairs(table.entrants) if met[pair]}
        assert [len(table.entrants) for table in round_.tables] == [10, 10, 10]
        assert sum(repeats.values()) == 36 * number
        assert repeats == {
            frozenset(two.entrants): len(two.rounds)
            for one in why
            if isinstance(one, HeatReason)
            for two in one.together
        }

    realms: dict[EntrantId, Counter[str]] = defaultdict(Counter)
    for round_, why in zip(past, reasons, strict=True):
        for table, one in zip(round_.tables, why, strict=True):
            assert isinstance(one, HeatReason)
            assert one.realms == HALVES[10]
            assert one.had_realm == tuple(
                realms[entrant][realm] for entrant, realm in zip(table.entrants, one.realms, strict=True)
            )
            for entrant, realm in zip(table.entrants, one.realms, strict=True):
                realms[entrant][realm] += 1
        assert max(abs(had["heaven"] - had["hell"]) for had in realms.values()) <= 1


def _pairs(entrants: Sequence[EntrantId]) -> list[frozenset[EntrantId]]:
    return [frozenset(two) for two in combinations(entrants, 2)]


def test_byes_go_round_where_tables_do_not_hold_everyone() -> None:
    """Ten at tables of four: two are left over, each time others, and of equal ones those with fewest points."""
    past, reasons = _play([f"e{number}" for number in range(10)], 5, 4, {4: ("",) * 4})

    byes = Counter(table.entrants[0] for round_ in past for table in round_.tables if table.is_bye)
    assert set(byes.values()) == {1}
    assert len(byes) == 10
    assert {table.result for round_ in past for table in round_.tables if table.is_bye} == {Result("bye", (3,))}
    assert reasons[4][-2:] == [LeftOverReason(0, 0), LeftOverReason(0, 0)]


def test_tables_not_played_are_no_company() -> None:
    """Whoever withdraws is not paired; a table that all but one forfeited does not count."""
    seats: SeatRealms = {size: ("",) * size for size in (3, 4)}
    first = [one.table for one in pair("abcdefgh", [], ("h",), size=4, seat_realms=seats, bye_points=0)]
    assert sorted(map(len, (table.entrants for table in first))) == [3, 4]
    forfeit = [Result("forfeit", (2,) + (0,) * (len(table.entrants) - 1)) for table in first]
    past = [Round(1, tuple(replace(table, result=result) for table, result in zip(first, forfeit, strict=True)))]

    later = pair("abcdefgx", past, (), size=4, seat_realms=seats, bye_points=0)

    assert sorted("".join(entrant for one in later for entrant in one.table.entrants)) == sorted("abcdefgx")
    assert all(isinstance(one.reason, HeatReason) and not one.reason.together for one in later)


def test_sizes_differ_by_one_at_most_and_seat_as_many_as_possible() -> None:
    for entrants, wanted, (low, high) in product(
        range(2, 61), (2, 4, 10, 20), ((2, 2), (4, 4), (3, 5), (6, 16), (2, 20))
    ):
        allowed = range(low, high + 1)
        if entrants < low:
            with pytest.raises(TooFewEntrantsError):
                table_sizes(entrants, wanted, allowed)
            continue
        sizes = table_sizes(entrants, wanted, allowed)
        possible = [
            count for count in range(low, entrants + 1) if any(k * low <= count <= k * high for k in range(1, 31))
        ]
        assert sum(sizes) == max(possible)
        assert max(sizes) - min(sizes) <= 1
        assert set(sizes) <= set(allowed)
    assert table_sizes(30, 10, HALVES) == [10, 10, 10]
    assert table_sizes(31, 10, HALVES) == [11, 10, 10]
    assert table_sizes(23, 10, HALVES) == [12, 11]
    assert table_sizes(40, 20, range(5, 21)) == [20, 20]
