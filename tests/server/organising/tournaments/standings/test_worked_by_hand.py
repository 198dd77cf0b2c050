"""Tie-breaks worked by hand, with every kind of unplayed round (FIDE Handbook, C.07, Article 16)."""

from __future__ import annotations

from server.organising.tournaments.scores import Scores
from tests.server.organising.tournaments.standings.written import of, ranks, row_of, shown, worked

EVERY_KIND = [
    "a>b c=d e+f g:bye h:half_bye i:bye j:half_bye",
    "a>c e=g b-h d:zero_bye f:bye i:zero_bye",  # j is at no table.
    "a>e g>c b:half_bye f>h i>j",  # d is at no table.
    "a:zero_bye c>f b>d e>j g:zero_bye i:zero_bye",  # h has withdrawn.
    "a=g c>b e:half_bye f:zero_bye d+i j:half_bye",
]
"""
Scores, and what they count for opponents: there, a requested bye followed only by rounds missed by choice is a draw.

    a  1   1   1   0z  ½   = 3.5   the bye of round 4 is followed by a table played     3.5
    b  0   0f  ½h  1   0   = 1.5                                                        1.5
    c  ½   0   0   1   1   = 2.5                                                        2.5
    d  ½   0z  0m  0   1f  = 1.5                                                        1.5
    e  1f  ½   0   1   ½h  = 3     a half bye at the end is a draw as it is             3
    f  0f  1b  1   0   0z  = 2     the zero bye at the end is a draw                    2.5
    g  1b  ½   1   0z  ½   = 3                                                          3
    h  ½h  0f  0   0m  0m  = 0.5   both rounds after the withdrawal are draws           1.5
    i  1b  0z  1   0z  0f  = 2     round 4 is a draw; round 5, a forfeit, is none       2.5
    j  ½h  0m  0   0   ½h  = 1                                                          1

A dummy has one's own score, but at most 2.5 (five draws), or for a forfeit what the scheduled opponent's counts.
"""


def test_every_kind_of_unplayed_round_as_worked_by_hand() -> None:
    table = of("abcdefghij", *EVERY_KIND, codes="WIN WON PS BH BH/C1 BH/C2 BH/M1 SB SB/C1 KS REP")

    assert shown(table) == [
        # points WIN WON PS BH C1 C2 M1 SB C1 KS REP
        "a 3.5 3 3 12.5 12.5 10 8.5 7 8.5 7 2.5 4",
        "b 1.5 1 1 3.5 10.5 9 7.5 5.5 2.25 2.25 0 3",
        "c 2.5 2 2 5.5 12 10.5 9 7 4.75 4 0 5",
        "d 1.5 1 0 3.5 8.5 7 5.5 4.5 2.75 2.75 0.5 3",
        "e 3 2 1 9.5 12.5 10 9 6.5 6.25 5 0.5 4",
        "f 2 2 1 7 10 8 6 5.5 3.5 2 0 3",
        "g 3 2 1 10.5 14 11.5 9 8 8.25 8.25 2 4",
        "h 0.5 0 0 2.5 4.5 4 3.5 1.5 0.25 0.25 0 1",
        "i 2 2 1 8 8.5 7 5 5 3 2 0 2",
        "j 1 0 0 3 8.5 7.5 6.5 4.5 1 1 0 2",
    ]


def test_three_points_for_a_win_as_worked_by_hand() -> None:
    """
    d misses round 2 by choice, which counts 1 for opponents, as a draw. A dummy has at most 2, two draws.

    BH: a meets b (3) and c (2); b a (4) and a dummy (2); c d (2) and a (4); d c (2) and a dummy with its own score (1).
    SB: a 3 x 3 + 1 x 2; b 0 x 4 + 3 x 2; c 1 x 2 + 1 x 4; d 1 x 2 + 0 x 1. a and b have half of six points.
    """
    table = of("abcd", "a>b c=d", "a=c b:bye", codes="WIN WON PS BH SB KS", scores=Scores(6, 2, 0, bye=6))

    assert shown(table) == ["a 4 1 1 7 5 11 3", "b 3 1 0 3 6 6 0", "c 2 0 0 3 6 6 1", "d 1 0 0 2 3 2 0"]


def test_a_bye_worth_a_half_is_no_win() -> None:
    table = of("abc", "a>b c:bye", codes="WIN REP", scores=Scores(2, 1, 0, bye=1))

    assert shown(table) == ["a 1 1 1", "b 0 0 1", "c 0.5 0 1"]


def test_each_value_comes_with_its_summands() -> None:
    table = of("abcdefghij", *EVERY_KIND, codes="BH/C1 BH/M1 SB SB/C1 KS")

    assert worked(table, "a", "BH/C1") == [
        "1 played b 1.5",
        "2 played c 2.5",
        "3 played e 3",
        "4 zero_bye dummy(draws) 2.5 cut lowest",
        "5 played g 3",
    ]
    assert worked(table, "a", "SB/C1") == [
        "1 played b 1 x 1.5 = 1.5 cut lowest",  # Worth more than the round missed by choice.
        "2 played c 1 x 2.5 = 2.5",
        "3 played e 1 x 3 = 3",
        "4 zero_bye dummy(draws) 0 x 2.5 = 0",
        "5 played g 0.5 x 3 = 1.5",
    ]
    assert worked(table, "e", "SB/C1") == [
        "1 forfeit f dummy(scheduled_opponent) 1 x 2.5 = 2.5",
        "2 played g 0.5 x 3 = 1.5",
        "3 played a 0 x 3.5 = 0",
        "4 played j 1 x 1 = 1",
        "5 half_bye dummy(draws) 0.5 x 2.5 = 1.25 cut lowest",
    ]
    assert worked(table, "b", "BH/M1") == [
        "1 played a 3.5 cut highest",
        "2 double_forfeit h dummy(own_score) 1.5 cut lowest",
        "3 half_bye dummy(own_score) 1.5",
        "4 played d 1.5",
        "5 played c 2.5",
    ]
    assert worked(table, "h", "SB") == [
        "1 half_bye dummy(own_score) 0.5 x 0.5 = 0.25",
        "2 double_forfeit b dummy(own_score) 0 x 0.5 = 0",
        "3 played f 0 x 2.5 = 0",
        "4 missed dummy(own_score) 0 x 0.5 = 0",
        "5 missed dummy(own_score) 0 x 0.5 = 0",
    ]
    assert worked(table, "i", "BH/C1") == [
        "1 bye dummy(own_score) 2",
        "2 zero_bye dummy(own_score) 2",
        "3 played j 1",
        "4 zero_bye dummy(own_score) 2",
        "5 forfeit d dummy(scheduled_opponent) 1.5 cut lowest",
    ]
    assert worked(table, "g", "KS") == [
        "2 played e 0.5 x 3 = 0.5",
        "3 played c 1 x 2.5 = 1",  # 2.5 is half of five points.
        "5 played a 0.5 x 3.5 = 0.5",
    ]


def test_direct_encounter_of_two() -> None:
    """Level on 1.5, b has beaten d; e and g drew; f and i have not met."""
    table = of("abcdefghij", *EVERY_KIND, codes="DE")

    assert ranks(table) == "1a 2g 2e 4c 5i 5f 7b 8d 9j 10h"


def test_direct_encounter_is_applied_again_to_whom_it_left_level() -> None:
    """
    All four have 2.5. Among them a made 2.5, d 1.5, b and c 1; of these two, b has won.

    In a circle where each has beaten one, nobody is ahead: they share the rank, in the order of their lots.
    """
    table = of("abcd", "a>b c>d", "a>c d>b", "a=d b>c", "b:bye c:bye d:bye", "b:half_bye c:half_bye", codes="DE")
    circle = of("abcd", "a>b c>d", "c>a b>d", "b>c a>d", codes="DE")

    assert ranks(table) == "1a 2d 3b 4c"
    first, second = table.encounters(row_of(table, "b"))
    assert (first.points, first.places, first.scale) == ((5, 3, 2, 2), (1, 2, 3, 3), 1)
    assert (second.points, second.at_best, second.places) == ((2, 0), (2, 0), (3, 4))
    assert table.encounters(row_of(table, "a")) == [first]
    assert ranks(circle) == "1c 1b 1a 4d"


def test_direct_encounter_of_who_met_twice_counts_the_average() -> None:
    """All have 2.5. Against b, a made 0.75 on average; so a has 1.75, b 0.25 + 0.5, c 0.5: in quarters 7, 3, 2."""
    table = of("abc", "a=b c:bye", "a>b c:bye", "b=c", "a>c b:bye", "b:half_bye", codes="DE")

    assert ranks(table) == "1a 2b 3c"
    (only,) = table.encounters(row_of(table, "a"))
    assert (only.points, only.scale) == ((7, 3, 2), 2)


def test_direct_encounter_places_only_who_is_ahead_however_missing_tables_had_ended() -> None:
    """
    a has beaten b and c, who have not met: either has at best 1, so a is first with 2.

    In the second tournament a has only met b: c would have 2 with two wins, so nobody is ahead.
    """
    ahead = of("abc", "a>b c:bye", "a>c b:bye", "b:bye c:bye", codes="DE")
    nobody = of("abc", "a>b c:bye", "b:bye", codes="DE")

    assert ranks(ahead) == "1a 2c 2b"
    assert ahead.encounters(row_of(ahead, "a"))[0].at_best == (4, 2, 2)
    assert ranks(nobody) == "1c 1b 1a"


def test_a_table_without_a_result_counts_for_nothing_yet() -> None:
    """b is neither absent nor has lost: no dummy stands in, and the bye before it is no bye at the end."""
    table = of("abc", "a>b c:bye", "a>c b:zero_bye", "a?b c:zero_bye", codes="BH SB REP")

    assert shown(table) == ["a 2 1.5 1.5 2", "b 0 2 0 1", "c 1 4 1 2"]
    assert worked(table, "b", "BH") == ["1 played a 2", "2 zero_bye dummy(own_score) 0"]


def test_an_adjudicated_table_counts_as_played() -> None:
    table = of("ab", "a!b", codes="WON BH")

    assert shown(table) == ["a 1 1 0", "b 0 0 1"]
