"""Brackets: who meets whom when, who leaves, and what forfeits and withdrawals change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from random import Random

import pytest

from server.organising.tournaments.pairing.brackets import (
    BracketReason,
    CameFrom,
    Elimination,
    LevelTableError,
    is_level,
)
from server.organising.tournaments.pairing.double_elimination import DOUBLE_ELIMINATION
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.pairing.single_elimination import SINGLE_ELIMINATION
from server.organising.tournaments.rounds import WIN, EntrantId, Result, Round, Table

both = pytest.mark.parametrize("system", [SINGLE_ELIMINATION, DOUBLE_ELIMINATION], ids=["single", "double"])

SIZES = [*range(2, 21), 32, 33]

Decide = Callable[[Table], Result]
"""Decides a table that nobody has forfeited by withdrawing."""


def _number(entrant: EntrantId) -> int:
    return int(entrant.removeprefix("e"))


def _field(size: int) -> list[EntrantId]:
    return [f"e{number}" for number in range(1, size + 1)]


def _rounds(system: Elimination, size: int) -> int:
    """Return the number of rounds, without the final that is played again if the lower bracket wins the first one."""
    return system.lives * (size - 1).bit_length()


def _won(table: Table, winner: EntrantId) -> Result:
    return Result("played", tuple(WIN if one == winner else 0 for one in table.entrants))


def _better(table: Table) -> Result:
    return _won(table, min(table.entrants, key=_number))


@dataclass
class _Bracket:
    """A bracket under way."""

    system: Elimination
    size: int
    decide: Decide

    def __post_init__(self) -> None:
        self.past: list[Round] = []
        self.reasons: list[list[BracketReason]] = []
        self.withdrawn: set[EntrantId] = set()

    def pair(self) -> list[Paired[BracketReason]]:
        return self.system.pair(_field(self.size), self.past, self.withdrawn, lot=0)

    def rounds(self) -> Iterator[Round]:
        """Yield each round after it was played, and check what is true of all brackets."""
        while paired := self.pair():
            tables = [one.table for one in paired]
            seated = [entrant for table in tables for entrant in table.entrants]
            losses = self.losses()
            assert [table.number for table in tables] == list(range(1, len(tables) + 1))
            assert len(set(seated)) == len(seated)
            assert any(not table.is_bye for table in tables)
            assert all(losses[entrant] < self.system.lives for entrant in seated)
            assert not self.system.is_over(self.past, self.withdrawn) or not self.past
            for table, reason in zip(tables, (one.reason for one in paired), strict=True):
                assert reason.numbers == tuple(map(_number, table.entrants))
                assert [one.entrant for one in reason.came_from] == list(table.entrants) * bool(self.past)
                assert all(self.came(one) for one in reason.came_from)
            tables = [table if table.result else replace(table, result=self.decide(table)) for table in tables]
            self.past.append(Round(len(self.past) + 1, tuple(tables)))
            self.reasons.append([one.reason for one in paired])
            yield self.past[-1]
        assert self.system.is_over(self.past, self.withdrawn)

    def came(self, origin: CameFrom) -> bool:
        table = self.past[origin.round - 1].tables[origin.table - 1]
        assert table.result is not None
        return origin.won == (table.result.points[table.entrants.index(origin.entrant)] == WIN)

    def losses(self) -> Counter[EntrantId]:
        """A double forfeit takes out both, so it counts as two losses."""
        losses: Counter[EntrantId] = Counter()
        for table in (table for round_ in self.past for table in round_.tables):
            assert table.result is not None
            losses.update(one for one, points in zip(table.entrants, table.result.points, strict=True) if points == 0)
            losses.update(table.entrants if table.result.how == "double_forfeit" else ())
        return losses

    def played(self) -> _Bracket:
        for _ in self.rounds():
            pass
        return self

    @property
    def places(self) -> dict[EntrantId, int]:
        return self.system.places(_field(self.size), self.past, self.withdrawn)


@both
def test_the_best_two_meet_at_the_end_and_the_best_have_the_byes(system: Elimination) -> None:
    for size in SIZES:
        bracket = _Bracket(system, size, _better).played()

        first = bracket.past[0]
        byes = [_number(table.entrants[0]) for table in first.tables if table.is_bye]
        assert sorted(byes) == list(range(1, 2 * len(first.tables) - size + 1))
        assert len(bracket.past) == _rounds(system, size)
        assert {tuple(sorted(table.entrants)) for table in bracket.past[-1].tables} == {("e1", "e2")}
        assert [bracket.places[f"e{number}"] for number in (1, 2)] == [1, 2]
        assert all(place >= 3 for one, place in bracket.places.items() if _number(one) > 2)


@both
def test_whatever_the_results_everyone_plays_until_the_last_life_is_lost(system: Elimination) -> None:
    for size, seed in product(SIZES, range(3)):
        random = Random(seed)
        bracket = _Bracket(system, size, lambda table: _won(table, random.choice(table.entrants))).played()  # noqa: B023

        losses = bracket.losses()
        winner = [entrant for entrant, place in bracket.places.items() if place == 1]
        assert [losses[entrant] for entrant in winner] in ([0], [system.lives - 1]), f"seed {seed}"
        assert all(losses[entrant] == system.lives for entrant in {*_field(size)} - {*winner})
        for round_, reasons in zip(bracket.past, bracket.reasons, strict=True):
            for table, reason in zip(round_.tables, reasons, strict=True):
                if set(table.entrants) == {"e1", "e2"} and reason.bracket in ("main", "upper"):
                    assert reason.bracket_round == (size - 1).bit_length()


@both
def test_forfeits_and_withdrawals_stop_no_bracket(system: Elimination) -> None:
    """Nobody goes on from a double forfeit, and whoever withdraws loses what comes."""
    for size, seed in product(SIZES, range(6)):
        random = Random(seed)

        def decide(table: Table, random: Random = random) -> Result:
            draw = random.random()
            if draw < 0.3:
                return Result("double_forfeit", (0, 0))
            won = _won(table, random.choice(table.entrants))
            return won if draw < 0.7 else replace(won, how="forfeit")

        bracket = _Bracket(system, size, decide)
        bracket.withdrawn = set(random.sample(_field(size), size // 4))
        started = [entrant for entrant in _field(size) if entrant not in bracket.withdrawn]
        for _ in bracket.rounds():
            bracket.withdrawn |= set(random.sample(_field(size), size // 8))

        places = bracket.places
        assert {places[entrant] for entrant in {*_field(size)} - {*started}} <= {len(started) + 1}, f"seed {seed}"
        assert max(places[entrant] for entrant in started) <= len(started)
        assert sum(place == 1 for place in places.values()) <= 1
        for before, after in zip(bracket.past, bracket.past[1:], strict=False):
            gone = {e for t in before.tables if t.result and t.result.how == "double_forfeit" for e in t.entrants}
            assert not gone & {entrant for table in after.tables for entrant in table.entrants}


def test_the_final_is_played_again_if_the_lower_bracket_wins_it() -> None:
    for again in (False, True):
        bracket = _Bracket(DOUBLE_ELIMINATION, 13, _better)
        for round_ in bracket.rounds():
            if again and bracket.reasons[-1][0].bracket == "final":
                loser = round_.tables[0]
                bracket.past[-1] = Round(round_.number, (replace(loser, result=_won(loser, "e2")),))

        assert [reasons[0].bracket for reasons in bracket.reasons[-2:]] == (
            ["final", "second_final"] if again else ["lower", "final"]
        )
        assert bracket.places["e1"] == 1
        assert len(bracket.past) == _rounds(DOUBLE_ELIMINATION, 13) + again


@both
def test_who_withdraws_before_the_final_leaves_it_to_the_other(system: Elimination) -> None:
    """Nothing is left to play then; the winner may withdraw as well, and has won."""
    bracket = _Bracket(system, 6, _better)
    for _ in bracket.rounds():
        still_in = [entrant for entrant, place in bracket.places.items() if place == 1]
        bracket.withdrawn |= {"e1"} if sorted(still_in) == ["e1", "e2"] else set()

    assert len(bracket.past) < _rounds(system, 6)
    assert (bracket.places["e2"], bracket.places["e1"]) == (1, 2)
    won = _Bracket(system, 6, _better).played()
    assert system.places(_field(6), won.past, {"e1"}) == won.places


def test_a_round_without_a_pair_is_left_out() -> None:
    """Nobody but two winners of the upper bracket is left of eight; the next who meet are they, in the final."""
    bracket = _Bracket(DOUBLE_ELIMINATION, 8, lambda table: Result("double_forfeit", (0, 0)))
    next(bracket.rounds())
    won, lost = bracket.past[0].tables[:2]
    bracket.past[0] = Round(1, (replace(won, result=_won(won, "e1")), lost, *bracket.past[0].tables[2:]))

    (final,) = bracket.pair()

    assert final.reason.bracket == "final"
    assert set(final.table.entrants) == {"e1", "e8"}


@both
def test_a_level_table_is_played_again_or_adjudicated_first(system: Elimination) -> None:
    bracket = _Bracket(system, 4, lambda _: Result("played", (1, 1)))
    level = next(bracket.rounds())

    assert all(map(is_level, level.tables))
    with pytest.raises(LevelTableError, match="Table 1 of round 1 ended level"):
        bracket.pair()
    with pytest.raises(ValueError, match="not over"):
        system.pair(_field(4), [Round(1, tuple(replace(table, result=None) for table in level.tables))], (), lot=0)


@both
def test_seats_are_by_lot_first_and_then_in_turn(system: Elimination) -> None:
    seats = [[one.table.entrants for one in system.pair(_field(8), [], (), lot=lot)] for lot in (0, 1)]
    assert seats[0] == [("e1", "e8"), ("e5", "e4"), ("e2", "e7"), ("e6", "e3")]
    assert seats[1] == [two[::-1] for two in seats[0]]

    bracket = _Bracket(system, 8, _better).played()
    second = bracket.past[1].tables[:2]
    assert [table.entrants for table in second] == [("e4", "e1"), ("e3", "e2")]


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_losers_cross_over_so_that_rematches_come_late(depth: int) -> None:
    """No way of sending losers over to the lower bracket delays the first possible rematch by another round."""
    sizes = [1 << depth - upper_round for upper_round in range(2, depth + 1)]
    # Of 32 slots, only halves, quarters and so on are exchanged.
    ways = [
        [*permutations(range(size))] if depth < 5 else [[slot ^ mask for slot in range(size)] for mask in range(size)]
        for size in sizes
    ]
    plan = DOUBLE_ELIMINATION.plan(depth)
    entering = [[slot for slot in slots if slot.bracket == "lower" and slot.round % 2 == 0] for slots in plan]
    ours = [tuple(slot.sources[1].slot for slot in slots) for slots in entering if slots]

    assert list(map(len, ours)) == sizes
    assert _first_rematch(depth, ours) == max(_first_rematch(depth, crossings) for crossings in product(*ways))


@both
def test_the_organiser_can_make_the_first_round(system: Elimination) -> None:
    """Whoever it leaves out is not in the bracket; a missing table is a bye for those who would meet its winner."""
    bracket = _Bracket(system, 7, _better)
    own = [Table(number, two) for number, two in enumerate([("e1", "e2"), ("e5", "e4"), ("e7", "e3")], 1)]
    bracket.past = [Round(1, tuple(replace(table, result=_better(table)) for table in own))]

    second = bracket.pair()
    bracket.played()

    assert [set(one.table.entrants) for one in second[:2]] == [{"e1", "e4"}, {"e3"}]
    assert (bracket.places["e1"], bracket.places["e6"]) == (1, 7)


def _first_rematch(depth: int, crossings: Sequence[Sequence[int]]) -> int:
    """
    Return the first round of the lower bracket in which two who met in the upper one can meet.

    A loser is known by the upper round and the table of the loss; it was beaten by who lost later in the same part.
    """
    lower = [{(1, table)} for table in range(1 << depth - 1)]
    for upper_round, crossing in enumerate(crossings, 2):
        for number, others in ((2 * upper_round - 3, lower[1::2]), (2 * upper_round - 2, None)):
            ones = lower if others is None else lower[::2]
            others = [{(upper_round, table)} for table in crossing] if others is None else others
            for one, other in zip(ones, others, strict=True):
                for (early, table), (late, final) in (sorted(two) for two in product(one, other)):
                    if early < late and table >> late - early == final:
                        return number
            lower = [one | other for one, other in zip(ones, others, strict=True)]
    return 2 * depth
