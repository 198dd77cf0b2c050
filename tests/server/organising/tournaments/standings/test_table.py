"""Ranks, what differs by system, and standings as documents."""

from __future__ import annotations

import json

import pytest

from server.organising.tournaments.rounds import Result, Round, System, Table
from server.organising.tournaments.standings.cards import Competitor
from server.organising.tournaments.standings.documents import arithmetic, for_opponents, sheet_of
from server.organising.tournaments.standings.table import compute
from server.organising.tournaments.standings.tie_breaks import DEFAULTS, TIE_BREAKS, BadTieBreakError, check
from server.runtime.sheets import write_sheet
from server.runtime.time_slices import at_once, in_slices
from tests.server.organising.tournaments.standings.written import of, ranks, row_of, shown, worked, written

WON = Result("played", (2, 0))


def test_who_is_level_by_all_tie_breaks_shares_a_rank_in_the_order_of_numbers_or_lots() -> None:
    """Lots are the reverse of numbers."""
    level = ["a>b c>d"]

    assert ranks(of("abcd", *level, codes="BH WIN")) == "1c 1a 3d 3b"
    assert ranks(of("abcd", *level, codes="BH LOT")) == "1c 1a 3d 3b"
    assert ranks(of("abcd", *level, codes="BH TPN")) == "1a 1c 3b 3d"
    assert shown(of("abcd", *level, codes="TPN LOT")) == ["a 1 1 4", "b 0 2 3", "c 1 3 2", "d 0 4 1"]


def test_tie_breaks_count_in_the_order_of_the_list() -> None:
    """With one point each: a has won once, f once against stronger opponents, b never against the strongest."""
    rounds = ["a>c b=d e>f", "f>a b=e d>c"]

    assert ranks(of("abcdef", *rounds, codes="WIN BH")) == "1e 2d 3f 4a 5b 6c"
    assert ranks(of("abcdef", *rounds, codes="BH WIN")) == "1e 2d 3b 4f 5a 6c"


def test_standings_before_round_one_have_everyone_first() -> None:
    assert ranks(of("abc", codes="BH/C1 BH SB DE WIN")) == "1c 1b 1a"


def test_who_withdraws_before_half_of_a_round_robin_leaves_the_standings() -> None:
    """
    d played one of three, and forfeited the others: it has no rank, and its table against a counts for nobody.

    a has lost 1 and won 1; b has 1.5, c 0.5. SB of b: 1 x 1 of a, 0.5 x 0.5 of c.
    """
    rounds = ["d>a b=c", "b>a c+d", "a>c b+d"]

    gone = of("abcd", *rounds, codes="SB KS REP", system="round_robin", withdrawn="d")
    before = of("abcd", rounds[0], codes="SB KS REP", system="round_robin")

    assert ranks(gone) == "1b 2a 3c -d"
    assert shown(gone) == ["a 1 0.5 0 2", "b 1.5 1.25 1 2", "c 0.5 0.75 0.5 2", "d 1 1 1 1"]
    assert ranks(before) == "1d 2c 2b 4a"


def test_half_of_a_round_robin_is_half_of_the_games_of_those_who_are_in_it() -> None:
    """
    c withdrew after two of three games, d missed one of three: both stay. x and y came too late.

    Twice round, c has played two of six and leaves, so that only a and b have points.
    """
    rounds = ["a>b c>d", "a>c b+d", "d+c a=b"]
    competitors = [Competitor(each, lot) for lot, each in enumerate("abcdxy")]

    once, twice = (
        at_once(compute(competitors, written(*rounds), system="round_robin", codes=(), withdrawn="c", cycles=cycles))
        for cycles in (1, 2)
    )

    assert ranks(once) == "1a 2b 3c 3d 5x 5y"
    assert ranks(twice) == "1a 1b 3d 3x 3y -c"


def test_a_forfeit_in_a_round_robin_counts_as_met() -> None:
    """It counts for SB and DE, though b has not elected to play it. The bye is worth nothing and counts for nothing."""
    table = of("abc", "a+b", "b>c", "c=a", codes="SB DE WIN WON REP", system="round_robin")

    # The points are 1.5, 1 and 0.5.
    assert shown(table) == ["a 1.5 1.25 1 1 0 2", "b 1 0.5 1 1 1 1", "c 0.5 0.75 1 0 0 2"]
    assert worked(table, "b", "SB") == ["1 forfeit a 0 x 1.5 = 0", "2 played c 1 x 0.5 = 0.5"]


def test_places_in_the_bracket_come_before_points() -> None:
    """The loser of the final has as many points as an entrant who left earlier, after a bye."""
    rounds = written("a>d b>c", "a>b")
    competitors = [Competitor(each, lot) for lot, each in enumerate("abcd")]

    table = at_once(
        compute(
            competitors, rounds, system="single_elimination", codes=["LOT"], places={"a": 1, "b": 2, "c": 3, "d": 3}
        )
    )

    assert ranks(table) == "1a 2b 3c 3d"


def test_heats_count_points_then_tables_won_then_mutual_tables() -> None:
    """At a table of three or more, who has more points has won against the other, and alone with the most the table."""
    rounds = [
        Round(1, (Table(1, ("a", "b", "c"), Result("played", (4, 2, 0))),)),
        Round(2, (Table(1, ("c", "a", "b"), Result("played", (3, 0, 3))),)),
        Round(3, (Table(1, ("b", "c", "a"), Result("played", (0, 2, 1))),)),
    ]
    competitors = [Competitor(each, lot) for lot, each in enumerate("abc")]

    table = at_once(compute(competitors, rounds, system="heats", codes=DEFAULTS["heats"]))

    # a and c won one table each, and c was ahead of a at two of three. In round 2, b and c shared the most points.
    assert ranks(table) == "1c 2a 3b"
    assert shown(table) == ["a 2.5 1 2", "b 2.5 0 1", "c 2.5 1 1"]


@pytest.mark.parametrize(
    ("codes", "system", "why"),
    [
        (["BH", "XX"], "swiss", "There is no tie-break 'XX'."),
        (["BH", "SB", "BH"], "swiss", "BH occurs twice."),
        (["SB", "BH/C1"], "round_robin", "BH/C1 has no meaning in round_robin"),
        (["SB"], "heats", "SB has no meaning in heats"),
        (["WIN"], "double_elimination", "WIN has no meaning in double_elimination"),
        (["LOT", "BH"], "swiss", "BH would never count"),
    ],
)
def test_a_list_of_tie_breaks_that_means_nothing_is_refused(codes: list[str], system: System, why: str) -> None:
    with pytest.raises(BadTieBreakError) as refused:
        check(codes, system)

    assert str(refused.value).startswith(why)


def test_every_system_has_default_tie_breaks() -> None:
    for system, codes in DEFAULTS.items():
        check([*codes, "LOT"], system)


async def test_standings_are_computed_in_steps_so_that_other_calls_are_served_between_them() -> None:
    """About a step for each entrant and loop over them."""
    competitors = [Competitor(f"e{number}", number) for number in range(200)]
    played = [Round(1, tuple(Table(1 + at // 2, (f"e{at}", f"e{at + 1}"), WON) for at in range(0, 200, 2)))]
    steps = compute(competitors, played, system="swiss", codes=DEFAULTS["swiss"])

    assert sum(1 for _ in steps) > 5 * 200
    assert await in_slices(compute(competitors, played, system="swiss", codes=["BH"])) == at_once(
        compute(competitors, played, system="swiss", codes=["BH"])
    )


def test_rows_of_a_sheet_are_csv_in_points() -> None:
    table = of("abc", "a=b c:bye", "a>c b:half_bye", codes="BH SB", withdrawn="b")

    names = {"a": "Ada", "b": '=cmd|"x"!A1', "c": "C, third"}
    text = write_sheet(*sheet_of(table, names, {"b": "own_wish"}, {}), "en").decode("utf-8-sig")

    assert text.splitlines() == [
        "rank,number,entrant,name,left,points,BH,SB",
        "1,1,a,Ada,,1.5,2,1.5",
        """2,2,b,"'=cmd|""x""!A1",own_wish,1,2.5,1.25""",  # No formula in a spreadsheet.
        '3,3,c,"C, third",,1,2.5,1',
    ]


def test_the_arithmetic_of_each_value_is_json_made_by_the_code_that_computes_it() -> None:
    """a has 1.5, b 0.5, c 2, d 1; three draws are 1.5."""
    codes = [code for code in TIE_BREAKS if code not in ("TPN", "LOT")]
    table = of("abcd", "a>b c>d", "a:zero_bye b=c d:bye", "a=c b-d", codes=" ".join(codes))

    documents = {
        (row.entrant, code): json.loads(json.dumps(arithmetic(table, row, code)))
        for row in table.rows
        for code in codes
    }

    assert documents["a", "BH/C1"] == {
        "code": "BH/C1",
        "value": 5,
        "per_point": 2,
        "summands": [
            {"round": 1, "how": "played", "value": 1, "opponent": "b", "points": 2, "score": 1},
            {"round": 2, "how": "zero_bye", "value": 3, "points": 0, "score": 3, "dummy": "own_score", "cut": "lowest"},
            {"round": 3, "how": "played", "value": 4, "opponent": "c", "points": 1, "score": 4},
        ],
    }
    for row in table.rows:
        for code, value in zip(codes, row.values, strict=True):
            document = documents[row.entrant, code]
            assert document["value"] == value
            if code != "DE":
                assert sum(each["value"] for each in document["summands"] if "cut" not in each) == value


def test_direct_encounter_and_what_counts_for_opponents_as_documents() -> None:
    table = of("abc", "a>b c:bye", "c:half_bye", "b:half_bye", "b:bye", codes="DE")

    # b has 1.5, c 1.5: they have not met.
    assert arithmetic(table, row_of(table, "b"), "DE")["encounters"] == [
        {
            "entrants": [
                {"entrant": "b", "points": 0, "at_best": 2, "place": 1},
                {"entrant": "c", "points": 0, "at_best": 2, "place": 1},
            ],
            "per_point": 2,
        }
    ]
    assert for_opponents(table, row_of(table, "c")) == [
        {"round": 1, "how": "bye", "points": 2, "counted": 2},
        {"round": 2, "how": "half_bye", "points": 1, "counted": 1},
        {"round": 3, "how": "missed", "points": 0, "counted": 1},
        {"round": 4, "how": "missed", "points": 0, "counted": 1},
    ]
