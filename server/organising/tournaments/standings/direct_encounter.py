"""
The tie-break `DE`: among those who are still level, the points that they made against each other (C.07, Article 6).

If not all have met, only entrants who would be ahead after any results of the missing tables are placed. The rule is
applied again to those whom it left level, until it separates nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import lcm

from server.organising.tournaments.standings.cards import ScoredField


@dataclass(frozen=True, slots=True)
class Encounter:
    """
    One application of the rule to some who were level, all in the same order: the best first.

    `points` and `at_best` are in halves times `scale`: repeated meetings count on average. `at_best` has a win for
    each table that is missing. `places` are within all who were level at first.
    """

    entrants: tuple[int, ...]
    points: tuple[int, ...]
    at_best: tuple[int, ...]
    places: tuple[int, ...]
    scale: int


def encounters(field: ScoredField, level: Sequence[int], first: int = 1) -> list[Encounter]:
    """Return the applications of the rule to those who are level; the last one with an entrant has its place."""
    if len(level) < 2:
        return []
    mutual = _mutual(field, level)
    scale = lcm(*(len(points) for against in mutual.values() for points in against.values()))
    made = {
        entrant: sum(sum(points) * scale // len(points) for points in against.values())
        for entrant, against in mutual.items()
    }
    most = {
        entrant: made[entrant] + field.scores.win * scale * (len(level) - 1 - len(against))
        for entrant, against in mutual.items()
    }
    ordered = sorted(level, key=lambda each: (-made[each], -most[each], each))
    groups = _separate(ordered, made, most)
    places = list(accumulate((len(group) for group in groups[:-1]), initial=first))
    applied = Encounter(
        tuple(ordered),
        tuple(made[each] for each in ordered),
        tuple(most[each] for each in ordered),
        tuple(place for place, group in zip(places, groups, strict=True) for _ in group),
        scale,
    )
    if len(groups) == 1:
        return [applied]
    return [
        applied,
        *(each for place, group in zip(places, groups, strict=True) for each in encounters(field, group, place)),
    ]


def _mutual(field: ScoredField, level: Sequence[int]) -> dict[int, dict[int, list[int]]]:
    """Return the points that each made against each of the others, at tables that count as met."""
    among = set(level)
    mutual: dict[int, dict[int, list[int]]] = {}
    for entrant in level:
        against: dict[int, list[int]] = {}
        for turn in field.cards[entrant].turns:
            if turn.met:
                for opponent, points in zip(turn.opponents, turn.against, strict=True):
                    if opponent in among:
                        against.setdefault(opponent, []).append(points)
        mutual[entrant] = against
    return mutual


def _separate(ordered: list[int], made: dict[int, int], most: dict[int, int]) -> list[list[int]]:
    """Return those who are level in groups that the rule separates, the best first."""
    if made == most:
        groups: list[list[int]] = []
        for entrant in ordered:
            if groups and made[groups[-1][0]] == made[entrant]:
                groups[-1].append(entrant)
            else:
                groups.append([entrant])
        return groups
    best_below = list(accumulate((most[each] for each in reversed(ordered)), max))[::-1]
    ahead = 0
    while ahead + 1 < len(ordered) and made[ordered[ahead]] > best_below[ahead + 1]:
        ahead += 1
    return [*([each] for each in ordered[:ahead]), ordered[ahead:]]
