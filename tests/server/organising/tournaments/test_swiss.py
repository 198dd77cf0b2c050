"""
Swiss rounds, by the basic rules (FIDE C.04.1) and the list of criteria.

What is legal and what a pairing costs is worked out here a second time, from the rounds alone, and all pairings are
tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from server.organising.tournaments.pairing.checks import WrongPairingError, check_pairing
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.matching import heaviest_matching, max_bits
from server.organising.tournaments.pairing.swiss import (
    MAX_ENTRANTS,
    Costs,
    Graph,
    NoPairingError,
    TooManyEntrantsError,
    best,
    pair,
)
from server.organising.tournaments.requests import MAX_ENTRANTS as MOST_IN_A_TOURNAMENT
from server.organising.tournaments.requests import MOST_FOR_A_WIN
from server.organising.tournaments.rounds import WIN, EntrantId, Result, Round, Table
from server.organising.tournaments.scores import STANDARD, Scores
from tests.sampling import more
from tests.server.organising.tournaments.swiss_play import entrants, play

Pairs = list[tuple[EntrantId, ...]]

SCORES = [STANDARD, Scores(win=6, draw=2, loss=0, bye=6), Scores(win=6, draw=4, loss=2, bye=0)]


@pytest.mark.parametrize("size", range(2, 10))
def test_of_all_legal_pairings_the_best_is_found(size: int) -> None:
    """
    No repeat while a legal pairing exists; byes and seats are legal; and none is better by the list.
    """
    for seed in range(2 * more()):
        random = Random(f"{size} {seed}")
        rounds = min(size, random.randint(2, 6))
        for of in play(entrants(size), rounds, random, forfeits=random.random() < 0.5, scores=random.choice(SCORES)):
            _check_against_all(of, seed)
            _check_against_all(_kept_apart(of, random), seed)
            _check_against_all(_accelerated(of), seed)
        _check_against_all(replace(of, allows_repeats=True), seed)


def _accelerated(of: PairingField) -> PairingField:
    """Return the field with virtual points, as in a tournament of nine rounds."""
    virtual = (2, 2, 2, 1, 1, 0, 0, 0, 0, 0)[: len(of.rounds) + 1]
    return replace(of, virtual=virtual, first_group=frozenset(of.entrants[: len(of.entrants) // 2]))


def _kept_apart(of: PairingField, random: Random) -> PairingField:
    """Return the field with two clubs, and some pairs that must not meet."""
    clubs = {one: club for one in of.entrants if (club := random.choice(("", "Weavers", "Spinners")))}
    pairs = [frozenset(random.sample(of.entrants, 2)) for _ in range(random.randint(0, 3)) if len(of.entrants) > 1]
    return replace(of, clubs=clubs, forbidden=frozenset(pairs))


def test_ten_entrants_are_paired_best() -> None:
    for seed in range(more()):
        for of in play(entrants(10), 5, Random(seed), forfeits=bool(seed % 2))[3:]:
            _check_against_all(of, seed)


def _check_against_all(of: PairingField, seed: int) -> None:
    judge = _Judge(of)
    legal = [pairs for pairs in _all_pairings(list(of.entrants)) if judge.is_legal(pairs)]
    if not legal:
        with pytest.raises(NoPairingError):
            pair(of)
        return

    found = pair(of)

    pairs = [each.table.entrants for each in found]
    assert judge.is_legal(pairs), (seed, of)
    assert judge.costs(pairs) == min(map(judge.costs, legal)), (seed, of)
    told = [[each.reason.costs.get(name, 0) for each in found] for name in Costs._fields]
    assert judge.costs(pairs) == list(map(sum, told))
    assert all(("same_club" in each.reason.costs) == bool(of.clubs) for each in found)
    assert check_pairing(of, pairs[::-1]) == found
    for each in found:
        assert each.table.is_bye or of.is_last or judge.has_legal_seats(each.table.entrants), (seed, of)


def _all_pairings(left: list[EntrantId]) -> Iterator[Pairs]:
    if len(left) < 2:
        yield [(one,) for one in left]
        return
    if len(left) % 2:
        for place, one in enumerate(left):
            for pairs in _all_pairings(left[:place] + left[place + 1 :]):
                yield [*pairs, (one,)]
        return
    for place in range(1, len(left)):
        for pairs in _all_pairings(left[1:place] + left[place + 1 :]):
            yield [(left[0], left[place]), *pairs]


class _Judge:
    """The rules once more, slowly."""

    def __init__(self, of: PairingField) -> None:
        self._of = of
        tables = [table for round_ in of.rounds for table in round_.tables]
        self._met = [set(table.entrants) for table in tables if table.was_played]
        self._score = {one: self._before(len(of.rounds), one) for one in of.entrants}
        self._seats = {
            one: "".join(
                "ab"[table.entrants.index(one)] for table in tables if table.was_played and one in table.entrants
            )
            for one in of.entrants
        }
        self._no_bye = {
            one
            for table in tables
            if table.result and not table.was_played
            for one, points in zip(table.entrants, table.result.points, strict=True)
            if table.result.how == "bye" or points == WIN
        }
        self._floated = {one: {self._float(round_, one) for round_ in of.rounds[-2:]} - {None} for one in of.entrants}
        self._order = sorted(of.entrants, key=lambda one: (-self._score[one], of.entrants.index(one)))

    def is_legal(self, pairs: Pairs) -> bool:
        return all(self._is_legal(pair) for pair in pairs)

    def _is_legal(self, pair: tuple[EntrantId, ...]) -> bool:
        if len(pair) == 1:
            return pair[0] not in self._no_bye
        if set(pair) in self._of.forbidden or (set(pair) in self._met and not self._of.allows_repeats):
            return False
        return self._of.is_last or self.has_legal_seats(pair) or self.has_legal_seats(pair[::-1])

    def has_legal_seats(self, pair: tuple[EntrantId, ...]) -> bool:
        """Seat difference within ±2, no seat three times running."""
        after = [self._seats[one] + seat for one, seat in zip(pair, "ab", strict=True)]
        return all(abs(had.count("a") - had.count("b")) <= 2 and had[-3:] not in ("aaa", "bbb") for had in after)

    def costs(self, pairs: Pairs) -> list[int]:
        return [sum(costs) for costs in zip(*map(self._costs, pairs), strict=True)]

    def _costs(self, pair: tuple[EntrantId, ...]) -> list[int]:
        if len(pair) == 1:
            (one,) = pair
            above = self._score[one] - min(self._score.values())
            unplayed = len(self._of.rounds) - len(self._seats[one])
            group = self._group(one)
            place = len(group) - 1 - group.index(one)
            return [0, 0, above, unplayed, 0, 0, 0, 0, int("down" in self._floated[one]), 0, place**2]
        one, two = sorted(pair, key=self._order.index)
        repeats = [int({one, two} in self._met), int(self._of.clubs.get(one, one) == self._of.clubs.get(two))]
        difference = self._score[one] - self._score[two]
        group, other = self._group(one), self._group(two)
        if difference:
            floats = ("down" in self._floated[one]) + ("up" in self._floated[two])
            places = (len(group) - 1 - group.index(one)) ** 2 + other.index(two) ** 2
            return [*repeats, 0, 0, difference**2, *self._unmet(one, two), floats, 0, places]
        middle = (len(group) - 1) / 2
        places_of = group.index(one), group.index(two)
        halves = int(max(places_of) < middle or min(places_of) > middle)
        apart = places_of[1] - places_of[0]
        return [*repeats, 0, 0, 0, *self._unmet(one, two), 0, halves, (apart - len(group) // 2) ** 2]

    def _group(self, one: EntrantId) -> list[EntrantId]:
        return [other for other in self._order if self._score[other] == self._score[one]]

    def _unmet(self, one: EntrantId, two: EntrantId) -> list[int]:
        (seat, strength), (other_seat, other_strength) = map(self._wish, (one, two))
        weaker = min(strength, other_strength) if seat == other_seat else 0
        return [int(weaker == each) for each in (3, 2, 1)]

    def _wish(self, one: EntrantId) -> tuple[str, int]:
        had = self._seats[one]
        more = had.count("a") - had.count("b")
        if not had:
            return "", 0
        if abs(more) > 1 or had[-2:] in ("aa", "bb"):
            return ("b" if more > 1 or (more > -2 and had[-1] == "a") else "a"), 3
        return ("b" if more > 0 or (more == 0 and had[-1] == "a") else "a"), 1 + abs(more)

    def _float(self, round_: Round, one: EntrantId) -> str | None:
        for table in round_.tables:
            if one not in table.entrants:
                continue
            if table.result is None or not table.was_played:
                return "down" if self._scored((round_,), one) else None
            (other,) = set(table.entrants) - {one}
            mine, theirs = (self._before(round_.number - 1, each) for each in (one, other))
            return None if mine == theirs else "down" if mine > theirs else "up"
        return None

    def _before(self, played: int, one: EntrantId) -> int:
        """Return the score for pairing after so many rounds."""
        virtual = self._of.virtual[played] if one in self._of.first_group else 0
        return self._scored(self._of.rounds[:played], one) + virtual

    def _scored(self, rounds: tuple[Round, ...], one: EntrantId) -> int:
        return sum(
            self._worth(table.result, table.result.points[table.entrants.index(one)])
            for round_ in rounds
            for table in round_.tables
            if table.result and one in table.entrants
        )

    def _worth(self, result: Result, halves: int) -> int:
        scores = self._of.scores
        if result.how == "bye":
            return scores.bye
        if halves == 0:
            return scores.loss if result.how == "played" else 0
        return scores.win if halves == WIN else scores.draw


def test_the_first_round_pairs_halves_and_seats_alternate() -> None:
    """
    Upper half against lower half by numbers, the bye to the last; seats by the lot, odd numbers one way (5.2.5).
    """
    for lot in (0, 1):
        of = PairingField(entrants(7), (), lot=lot, is_last=False, allows_repeats=False)

        tables = [each.table for each in pair(of)]

        pairs = [("e1", "e4"), ("e5", "e2"), ("e3", "e6")]
        assert [table.entrants for table in tables] == [
            *(each[::-1] if lot else each for each in pairs),
            ("e7",),
        ]
        assert [table.number for table in tables] == [1, 2, 3, 4]
        assert tables[3].result == Result("bye", (WIN,))


def test_the_last_round_may_break_the_rules_of_seats() -> None:
    """
    Two who had seat `a` twice running can meet in the last round only; whose difference is wider is granted.
    """
    played = Result("played", (1, 1))
    past = tuple(
        Round(number, (Table(1, ("x", one), played), Table(2, ("y", two), played)))
        for number, (one, two) in enumerate([("p", "q"), ("q", "p")], 1)
    )
    past = (Round(1, (Table(1, ("r", "x"), played),)), *(replace(each, number=each.number + 1) for each in past))
    of = PairingField(("x", "y"), past, lot=0, is_last=False, allows_repeats=True)

    with pytest.raises(NoPairingError):
        pair(of)
    (last,) = pair(replace(of, is_last=True))

    assert last.table.entrants == ("x", "y")
    assert (last.reason.seats, last.reason.costs["unmet_absolute"]) == ("wider_difference", 1)


def test_a_refusal_says_what_is_in_the_way_and_what_helps() -> None:
    """Repeats do not help where byes or seats are in the way."""
    byes = tuple(Round(number, (Table(1, (one,), Result("bye", (WIN,))),)) for number, one in enumerate("xyz", 1))
    met = (Round(1, (Table(1, ("x", "y"), Result("played", (1, 1))),)),)
    same_seat = tuple(
        Round(number, (Table(1, ("x", one), Result("played", (1, 1))), Table(2, ("y", two), Result("played", (1, 1)))))
        for number, (one, two) in enumerate([("p", "q"), ("q", "p")], 1)
    )
    fields = {"nobody can have another bye": ("xyz", byes), "`allow_repeats`": ("xy", met), "seats": ("xy", same_seat)}
    forbidden = {"Allow a pair with `allow_pair`, or": (), "`allow_pair`, and pair with `allow_repeats`": met}

    for expected, (names, past) in fields.items():
        with pytest.raises(NoPairingError, match=expected):
            pair(PairingField(tuple(names), past, lot=0, is_last=False, allows_repeats=False))
    for expected, past in forbidden.items():
        of = PairingField(("x", "y"), past, lot=0, is_last=False, allows_repeats=False)
        with pytest.raises(NoPairingError, match=expected):
            pair(replace(of, forbidden=frozenset({frozenset("xy")})))


def test_faults_of_a_stored_pairing_are_named() -> None:
    of = play(entrants(8), 3, Random(5), forfeits=False)[3]
    good = pair(of)
    judge = _Judge(of)
    legal = [pairs for pairs in _all_pairings(list(of.entrants)) if judge.is_legal(pairs)]
    met = next(table for round_ in of.rounds for table in round_.tables)
    rest = [one for one in of.entrants if one not in met.entrants]

    wrong: dict[str, Pairs] = {
        "Not every entrant is at one table.": [each.table.entrants for each in good[1:]],
        "Every table must have two entrants, except one bye.": [tuple(of.entrants)],
        "Table 1 is not legal.": [met.entrants, *zip(rest[::2], rest[1::2], strict=True)],
        "There is a better pairing.": max(legal, key=judge.costs),
    }
    for sentence, tables in wrong.items():
        with pytest.raises(WrongPairingError, match=sentence):
            check_pairing(of, tables)


def test_the_greatest_field_fits_the_weights() -> None:
    """
    20 rounds, in the last of which all criteria count; one entrant more, or scores far apart, are refused.
    """
    ids = entrants(MAX_ENTRANTS)
    rounds = tuple(Round(number, (Table(1, ids[:1], Result("bye", (WIN,))),)) for number in range(1, 21))
    of = PairingField(ids, rounds, lot=0, is_last=True, allows_repeats=True)

    Graph(of)
    Graph(replace(of, entrants=ids[:-1]))
    most = Scores(MOST_FOR_A_WIN, MOST_FOR_A_WIN // 2, 0, bye=MOST_FOR_A_WIN)
    Graph(replace(of, entrants=ids[:MOST_IN_A_TOURNAMENT], scores=most))

    with pytest.raises(TooManyEntrantsError):
        Graph(replace(of, entrants=(*ids, "e0")))
    with pytest.raises(TooManyEntrantsError):
        Graph(replace(of, scores=replace(STANDARD, bye=10**6)))


def test_the_matching_is_exact_up_to_its_greatest_bits() -> None:
    """
    The same costs, scaled up to the bound of bits, have the same best matching; beyond, the library overflows silently.
    """
    for seed in range(5 * more()):
        random = Random(seed)
        vertices = random.choice([4, 20, 40])
        costs = {(i, j): random.getrandbits(20) for i in range(vertices) for j in range(i) if random.random() < 0.4}
        plain = [(j, i, cost) for (i, j), cost in costs.items()]
        scaled = [(i, j, cost << max_bits(vertices) - 20) for i, j, cost in plain]

        one, other = (heaviest_matching(vertices, edges) for edges in (plain, scaled))

        assert (one is None) == (other is None), seed
        if one and other:
            assert sum(costs[j, i] for i, j in one) == sum(costs[j, i] for i, j in other), seed


@pytest.mark.parametrize("size", [19, 40, 75])
def test_tables_that_are_not_tried_are_in_no_better_pairing(size: int) -> None:
    """
    All edges at once give the same cost, and only tables that are tried.
    """
    for seed in range(3 * more()):
        random = Random(f"{size} {seed}")
        for of in play(entrants(size), 9, random, forfeits=bool(seed % 3), scores=random.choice(SCORES)):
            of = random.choice((of, _kept_apart(of, random), _accelerated(of)))
            graph = Graph(replace(of, allows_repeats=random.random() < 0.2))
            expected = heaviest_matching(graph.vertices, graph.edges())
            if expected is None:
                with pytest.raises(NoPairingError):
                    best(graph)
                continue

            found = best(graph)

            assert graph.total(found) == graph.total(expected), (size, seed, of)
            assert graph.bounds.greatest_excess(graph.total(found)) >= max(
                graph.bounds.excess(*pair, graph.cost(*pair) or 0) for pair in expected
            ), (size, seed, of)
