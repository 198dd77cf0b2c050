"""Ratings against the formulas of Weng and Lin (2011), worked without the package, and what tournaments add to them."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from server.organising.tournaments.ratings import Ranking, Rating, Side, rate


def _ranking(ranks: Mapping[str, int]) -> Ranking:
    return [Side((player,), rank) for player, rank in ranks.items()]


def _duel(winner: str, loser: str) -> Ranking:
    return _ranking({winner: 1, loser: 2})


def _formula(ratings: list[Rating], ranks: list[int]) -> list[Rating]:
    """Algorithm 1 of the paper, with full pairing: each opponent moves a rating by the surprise of the result."""
    means = [each.mean / 1000 for each in ratings]
    variances = [(each.deviation / 1000) ** 2 + (25 / 300) ** 2 for each in ratings]
    after = []
    for i in range(len(ratings)):
        shift = shrink = 0.0
        for q in range(len(ratings)):
            if q != i:
                c = sqrt(variances[i] + variances[q] + 2 * (25 / 6) ** 2)
                p = 1 / (1 + exp((means[q] - means[i]) / c))
                s = 1 if ranks[i] < ranks[q] else 0.5 if ranks[i] == ranks[q] else 0
                shift += variances[i] / c * (s - p)
                shrink += sqrt(variances[i]) / c * variances[i] / c**2 * p * (1 - p)
        deviation = sqrt(variances[i] * max(1 - shrink, 0.0001))
        after.append(Rating(round(1000 * (means[i] + shift)), round(1000 * deviation), ratings[i].tables + 1))
    return after


def test_a_table_moves_ratings_as_the_formula_says() -> None:
    ratings = {"a": Rating(), "b": Rating(31_000, 2_500), "c": Rating(25_000, 4_000), "d": Rating(18_250, 6_100)}
    ranks = {"d": 1, "a": 2, "b": 2, "c": 4}

    rated = rate(ratings, [_ranking(ranks)])

    assert rated == dict(zip(ranks, _formula([ratings[each] for each in ranks], list(ranks.values())), strict=True))


def test_shared_winners_of_five_are_equal_and_above_the_third() -> None:
    """Plackett-Luce of the same package puts the third above them."""
    rated = rate({}, [_ranking({"a": 1, "b": 1, "c": 2, "d": 3, "e": 4})])

    values = [rated[each].mean for each in "abcde"]
    assert values[0] == values[1] > values[2] > values[3] > values[4]


def test_ratings_are_a_fold_of_whole_numbers() -> None:
    """Going on from whole numbers gives the same as all results at once, so a log may keep what is so far."""
    results = [_duel("a", "b"), _duel("c", "a"), _duel("b", "c"), _duel("a", "c")]

    assert rate(rate({}, results[:2]), results[2:]) == rate({}, results)
    assert Rating().value == Rating(20_000).value == 0
