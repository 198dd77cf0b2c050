"""
Swiss pairings beside those of the Dutch system, from the same past rounds.

Half of the tournaments go on with the one, half with the other. A long run adds 256 entrants.
"""

from __future__ import annotations

from random import Random

import pytest

from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.swiss import Graph
from server.organising.tournaments.rounds import Table
from tests.sampling import more
from tests.server.organising.tournaments.dutch import dutch
from tests.server.organising.tournaments.swiss_play import entrants, play, swiss

_TOLERATED = 1.1


@pytest.mark.parametrize(
    ("size", "rounds", "tournaments", "accelerated"),
    [
        *((15, 6, 2 * more(), accelerated) for accelerated in (False, True)),
        *((16, 7, 2 * more(), accelerated) for accelerated in (False, True)),
        (64, 7, more(), False),
        *([(256, 9, 2, True)] if more() > 1 else []),
    ],
)
def test_scores_and_seats_are_as_close_as_in_the_dutch_system(
    size: int, rounds: int, tournaments: int, accelerated: bool
) -> None:
    ours, theirs = [0, 0], [0, 0]
    for seed in range(tournaments):
        pairer = (swiss, dutch)[seed % 2]
        played = play(entrants(size), rounds, Random(seed), forfeits=False, pairer=pairer, accelerated=accelerated)
        for of in played[1:-1]:
            for sums, tables in ((ours, swiss(of)), (theirs, dutch(of))):
                for place, count in enumerate(_differences_and_unmet(of, tables)):
                    sums[place] += count

    print(f"{size} entrants: score differences {ours[0]} and {theirs[0]}, unmet seats {ours[1]} and {theirs[1]}")
    assert ours[0] <= _TOLERATED * theirs[0]
    assert ours[1] <= _TOLERATED * theirs[1]


def _differences_and_unmet(of: PairingField, tables: list[Table]) -> tuple[int, int]:
    graph = Graph(of)
    costs = [graph.costs(*graph.places(table.entrants)) for table in tables]
    differences = sum(round(each.score_difference**0.5) for each in costs)
    return differences, sum(each.unmet_absolute + each.unmet_strong + each.unmet_mild for each in costs)
