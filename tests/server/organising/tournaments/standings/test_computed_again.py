"""Random tournaments: every tie-break is computed again by other code, from its definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from random import Random

import pytest
from py4swiss.engines.burstein.player import get_player_infos_from_trf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.parsed_trf import ParsedTrf
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from server.organising.tournaments.rounds import EntrantId, Round, System
from server.organising.tournaments.scores import STANDARD, Scores
from server.organising.tournaments.standings.cards import Competitor
from server.organising.tournaments.standings.table import Standings, compute
from server.organising.tournaments.standings.tie_breaks import TIE_BREAKS, Summand
from server.runtime.time_slices import at_once
from tests.server.organising.tournaments.standings.naive import Naive
from tests.server.organising.tournaments.standings.written import value, written

SUMS = [code for code, counted in TIE_BREAKS.items() if counted.of_rounds or counted.of_opponent]


SCORES = [STANDARD, Scores(win=6, draw=2, loss=0, bye=6), Scores(win=6, draw=4, loss=2, bye=4), Scores(2, 1, 0, bye=1)]
"""1-½-0, 3-1-0, 3-2-1 with a bye for 2, and 1-½-0 with a bye for a half."""


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("system", ["swiss", "round_robin"])
def test_every_value_is_the_one_that_other_code_computes(system: System, scores: Scores) -> None:
    codes = [code for code in SUMS if system == "swiss" or not code.startswith("BH")]
    for seed in range(150):
        entrants, rounds = _drawn(Random(seed))
        naive = Naive(entrants, rounds, system == "round_robin", scores)

        table = _table(entrants, rounds, codes, system, scores)

        again = {code: {each: naive.value(code, each) for each in entrants} for code in codes}
        assert {code: {each: value(table, each, code) for each in entrants} for code in codes} == again, seed
        for row in table.rows:
            assert [_total(table.summands(row, code)) for code in codes] == list(row.values), seed


@pytest.mark.parametrize("scores", SCORES)
def test_direct_encounter_orders_as_other_code_does(scores: Scores) -> None:
    """Among those with the same score."""
    separated = 0
    for seed in range(400):
        entrants, rounds = _drawn(Random(seed), most=5)
        naive = Naive(entrants, rounds, round_robin=False, scores=scores)

        table = _table(entrants, rounds, ["DE"], "swiss", scores)

        ranked = [{row.entrant for row in rows} for _, rows in groupby(table.rows, key=lambda row: row.rank)]
        by_score = groupby(sorted(entrants, key=lambda each: -naive.score[each]), key=lambda each: naive.score[each])
        assert ranked == [part for _, level in by_score for part in naive.direct_encounter(list(level))], seed
        separated += len(ranked) - len(set(naive.score.values()))
    assert separated > 20


def test_an_independent_package_computes_the_same_where_all_tables_are_played() -> None:
    """py4swiss, as it does for pairing by the Burstein system; its rules for unplayed rounds are older."""
    for seed in range(10):
        random = Random(seed)
        entrants = [chr(ord("a") + at) for at in range(8)]
        rounds = written(*(_round(random, entrants, "><=", absent=False) for _ in range(5)))
        naive = Naive(entrants, rounds, round_robin=False)
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=at,
                points_times_ten=int(10 * naive.score[entrant]),
                rank=at,
                results=[
                    RoundResult(
                        id=entrants.index(day.opponent or "") + 1,
                        color=ColorToken.WHITE,
                        result={"win": ResultToken.WIN, "draw": ResultToken.DRAW, "loss": ResultToken.LOSS}[day.how],
                    )
                    for day in naive.days[entrant]
                ],
            )
            for at, entrant in enumerate(entrants, start=1)
        ]

        table = _table(entrants, rounds, ["BH", "SB"], "swiss")
        theirs = get_player_infos_from_trf(ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=9)))

        for entrant, player in zip(entrants, theirs, strict=True):
            assert value(table, entrant, "BH") == Fraction(player.buchholz, 10)
            assert value(table, entrant, "SB") == Fraction(player.sonneborn_berger, 100)


def _drawn(random: Random, most: int = 9) -> tuple[list[EntrantId], list[Round]]:
    """Draw a tournament; everyone is at a table of the first round."""
    entrants = [chr(ord("a") + at) for at in range(random.randint(2, most))]
    rounds = [_round(random, entrants, "><=><=+-", absent=number > 0) for number in range(random.randint(1, 7))]
    return entrants, written(*rounds)


def _round(random: Random, entrants: list[EntrantId], signs: str, absent: bool) -> str:
    """Draw a round; where some can be absent, a few are at no table or have byes."""
    waiting = random.sample(entrants, len(entrants))
    tables = []
    while waiting:
        kind = random.random() if absent else 1
        if kind < 0.1:
            waiting.pop()
        elif kind < 0.3 or len(waiting) == 1:
            tables.append(f"{waiting.pop()}:{random.choice(['bye', 'half_bye', 'zero_bye'])}")
        else:
            tables.append(f"{waiting.pop()}{random.choice(signs)}{waiting.pop()}")
    return " ".join(tables)


def _table(
    entrants: list[EntrantId], rounds: list[Round], codes: list[str], system: System, scores: Scores = STANDARD
) -> Standings:
    """Return standings; a round robin has so many cycles that nobody can have played too little."""
    competitors = [Competitor(each, lot) for lot, each in enumerate(entrants)]
    return at_once(compute(competitors, rounds, system=system, codes=codes, cycles=1000, scores=scores))


def _total(summands: list[Summand]) -> int:
    return sum(each.value for each in summands if each.cut is None)
