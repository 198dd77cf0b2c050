"""The winning pair, the order of goldness, places, consequences and ranks: section 10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TypeAlias

import pytest
from pydantic import JsonValue

from engines.kit import HOST, MatchEnded, Outcome
from engines.kit import seat_id as seat
from engines.threads_of_fate.outcome import outcome_of
from engines.threads_of_fate.truth import Snapshot, Thread
from tests.engines.table import one
from tests.engines.threads_of_fate.loom import Loom, golden

Board: TypeAlias = Mapping[str, int | Thread]


def _outcome(
    now: Board,
    *past: Board,
    goldness: Mapping[str, int] | None = None,
    past_goldness: Sequence[Mapping[str, int]] = (),
    **options: JsonValue,
) -> Outcome:
    """Return the outcome with these threads at the end, and at the end of the rounds before, the latest first."""
    loom = Loom(**options)
    boards = []
    for board in (*past, now):
        loom.arrange(threads=board)
        boards.append(loom.truth.threads)
    zeros = dict.fromkeys(loom.seats, 0)
    golds = [{**zeros, **{seat(name): gold for name, gold in then.items()}} for then in past_goldness]
    golds += [zeros] * (len(past) - len(golds))
    # `past` was given the latest first; the truth has it the first round first.
    snapshots = tuple(Snapshot(board, gold) for board, gold in zip(boards[:-1], golds, strict=True))[::-1]
    final = {**zeros, **{seat(name): gold for name, gold in (goldness or {}).items()}}
    return outcome_of(replace(loom.truth, threads=boards[-1], goldness=final, past=snapshots))


def _with(outcome: Outcome, consequence: str) -> list[str]:
    return [name for name, met in outcome.consequences.items() if consequence in met]


def _ranked(outcome: Outcome) -> list[str]:
    return [*sorted(outcome.rank, key=outcome.rank.__getitem__)]


@pytest.mark.parametrize(
    ("now", "winners"),
    [
        # 1: the strongest golden thread, whatever else there is
        ({"heaven-1>hell-1": golden(5), "heaven-2>hell-2": golden(4), "hell-2>heaven-2": golden(4)}, (1, 1)),
        # 2: the sum of the golden ones
        (
            {
                "heaven-1>hell-1": golden(5),
                "hell-1>heaven-1": 9,
                "heaven-2>hell-2": golden(5),
                "hell-2>heaven-2": golden(1),
            },
            (2, 2),
        ),
        # 3: the sum of all
        ({"heaven-1>hell-1": golden(5), "heaven-2>hell-2": golden(5), "hell-2>heaven-2": 1}, (2, 2)),
        # 5: lower heaven number, then lower hell number
        ({"hell-5>heaven-2": golden(5), "heaven-3>hell-1": golden(5), "heaven-2>hell-4": golden(5)}, (2, 4)),
        # The direction of a thread makes no difference
        ({"hell-6>heaven-3": golden(5), "heaven-1>hell-1": golden(4)}, (3, 6)),
    ],
)
def test_the_winning_pair_is_compared_item_by_item(now: Board, winners: tuple[int, int]) -> None:
    """Section 10, items 1, 2, 3 and 5."""
    outcome = _outcome(now)

    assert _with(outcome, "winner") == [f"heaven-{winners[0]}", f"hell-{winners[1]}"]


LEVEL: Board = {"heaven-1>hell-1": golden(5), "heaven-2>hell-2": golden(5)}


@pytest.mark.parametrize(
    ("past", "winners"),
    [
        # Each of the three items, one round back
        ([{"heaven-2>hell-2": golden(1)}], 2),
        ([{"heaven-1>hell-1": golden(4), "heaven-2>hell-2": golden(4), "hell-2>heaven-2": golden(1)}], 2),
        ([{"heaven-1>hell-1": golden(4), "heaven-2>hell-2": golden(4), "hell-2>heaven-2": 1}], 2),
        # Golden comes before plain, in each round
        ([{"heaven-1>hell-1": 9, "heaven-2>hell-2": golden(1)}], 2),
        # Two rounds back, and a later round counts before an earlier one
        ([{}, {"heaven-2>hell-2": 1}], 2),
        ([{"heaven-1>hell-1": 1}, {"heaven-2>hell-2": golden(9)}], 1),
        ([LEVEL, LEVEL, LEVEL, {"hell-2>heaven-2": 1}], 2),
        # Equal throughout
        ([LEVEL, LEVEL], 1),
    ],
)
def test_pairs_that_are_level_are_compared_back_in_time(past: list[Board], winners: int) -> None:
    """Section 10, item 4; R10."""
    outcome = _outcome(LEVEL, *past)

    assert _with(outcome, "winner") == [f"heaven-{winners}", f"hell-{winners}"]


def test_past_glory_makes_no_pair_eligible() -> None:
    """Section 10: golden threads count at the end."""
    outcome = _outcome({"heaven-1>hell-1": 50, "heaven-3>hell-3": golden(1)}, {"heaven-1>hell-1": golden(40)})

    assert _with(outcome, "winner") == ["heaven-3", "hell-3"]


@pytest.mark.parametrize("marked", ["heaven-1", "hell-1"])
def test_a_mark_bars_the_pair_and_nothing_else(marked: str) -> None:
    """R12: the marked player still takes a place by goldness, and the partner's counts fully."""
    outcome = _outcome(
        {"heaven-1>hell-1": golden(9), "heaven-2>hell-2": golden(3)},
        goldness={"heaven-1": 9, "hell-1": 9, "heaven-2": 3, "hell-2": 3},
        marked=[marked],
    )

    assert _with(outcome, "winner") == ["heaven-2", "hell-2"]
    assert _with(outcome, "ascends") == ["heaven-1", "heaven-2", "hell-1", "hell-2"]


def test_without_an_eligible_pair_the_best_two_of_each_realm_take_the_places() -> None:
    """R11: no winner, no Token, and ranks are numbered from 1."""
    outcome = _outcome(
        {"heaven-3>hell-4": golden(9)},
        goldness={"heaven-3": 9, "hell-4": 9, "hell-2": 4, "heaven-2": 4},
        marked=["heaven-3"],
    )

    assert _with(outcome, "winner") == _with(outcome, "token_of_life") == []
    assert _with(outcome, "ascends") == ["heaven-2", "heaven-3", "hell-2", "hell-4"]
    assert _ranked(outcome) == [
        *("heaven-3", "hell-4", "heaven-2", "hell-2"),
        *("hell-1", "hell-3", "hell-5"),
        *("heaven-1", "hell-6"),
    ]
    assert sorted(outcome.rank.values()) == list(range(1, 10))


def test_with_nobody_golden_the_sums_of_all_threads_decide() -> None:
    """R11."""
    outcome = _outcome({"heaven-3>hell-6": 5, "heaven-2>hell-6": 1, "heaven-2>hell-1": 3})

    assert _with(outcome, "ascends") == ["heaven-2", "heaven-3", "hell-1", "hell-6"]
    assert _with(outcome, "elimination_candidate") == ["hell-5"]


@pytest.mark.parametrize(
    ("now", "past", "goldness", "past_goldness", "first"),
    [
        # 1: goldness comes before existing threads
        ({"heaven-1>hell-1": golden(9)}, [], {"hell-2": 10, "hell-1": 9}, [], "hell-2"),
        # 2: the strongest golden thread attached now
        (
            {"heaven-1>hell-1": golden(4), "hell-1>heaven-2": golden(4), "heaven-3>hell-2": golden(5)},
            [],
            {},
            [],
            "hell-2",
        ),
        # 3: the sum of the golden ones
        (
            {
                "heaven-1>hell-1": golden(4),
                "heaven-2>hell-1": 9,
                "heaven-3>hell-2": golden(4),
                "hell-2>heaven-1": golden(1),
            },
            [],
            {},
            [],
            "hell-2",
        ),
        # 4: the sum of all
        ({"heaven-1>hell-1": golden(4), "heaven-3>hell-2": golden(4), "heaven-2>hell-2": 1}, [], {}, [], "hell-2"),
        # 5: the same one round back, with the goldness of that round first
        ({}, [{"heaven-1>hell-1": golden(9)}], {}, [{"hell-2": 1}], "hell-2"),
        ({}, [{"heaven-1>hell-1": 9, "heaven-1>hell-2": golden(1)}], {}, [{}], "hell-2"),
        ({}, [{}, {"hell-2>heaven-1": 1}], {}, [{}, {}], "hell-2"),
        ({}, [{}, {}], {}, [{}, {"hell-2": 1}], "hell-2"),
        ({}, [{"hell-1>heaven-1": 1}, {"hell-2>heaven-1": 9}], {}, [{}, {"hell-2": 1}], "hell-1"),
        # 6: seat order
        ({}, [{}], {}, [{}], "hell-1"),
    ],
)
def test_the_order_of_goldness_is_compared_item_by_item(
    now: Board, past: list[Board], goldness: Mapping[str, int], past_goldness: list[Mapping[str, int]], first: str
) -> None:
    """Section 10, goldness order; all in heaven are marked, so that nobody wins and hell is in this order."""
    outcome = _outcome(
        now,
        *past,
        goldness=goldness,
        past_goldness=past_goldness,
        marked=["heaven-1", "heaven-2", "heaven-3"],
    )

    hell = [name for name in _ranked(outcome) if name.startswith("hell")]
    assert hell[0] == first


def test_winning_comes_before_goldness_for_the_places() -> None:
    """Section 10: a winner has a place even if two of its realm have more goldness."""
    outcome = _outcome(
        {"heaven-3>hell-3": golden(1)},
        goldness={"heaven-1": 9, "heaven-2": 8, "heaven-3": 1, "hell-1": 9, "hell-2": 8, "hell-3": 1},
    )

    assert _with(outcome, "ascends") == ["heaven-1", "heaven-3", "hell-1", "hell-3"]
    assert _with(outcome, "descends") == _with(outcome, "mark_of_elimination") == ["heaven-2"]
    assert _ranked(outcome)[:4] == ["heaven-3", "hell-3", "heaven-1", "hell-1"]
    assert outcome.rank[seat("heaven-1")] == 3
    # Those who fall come behind those who stay in hell, whatever their goldness; the candidate comes last.
    assert outcome.rank[seat("heaven-2")] == 8
    assert outcome.rank[seat("hell-6")] == 9


@pytest.mark.parametrize(("heaven_size", "hell_size"), [(2, 3), (2, 12), (3, 6), (5, 3), (8, 12)])
@pytest.mark.parametrize("with_winner", [True, False])
def test_every_size_of_the_realms_gives_the_same_four_places(
    heaven_size: int, hell_size: int, with_winner: bool
) -> None:
    """R13 and invariant 12: with two in heaven nobody falls."""
    now: Board = {f"heaven-2>hell-{hell_size}": golden(1)} if with_winner else {}

    outcome = _outcome(now, heaven_size=heaven_size, hell_size=hell_size)

    winners = ["heaven-2", f"hell-{hell_size}"] if with_winner else []
    assert _with(outcome, "winner") == _with(outcome, "token_of_life") == winners
    assert _with(outcome, "ascends") == ["heaven-1", "heaven-2", "hell-1", winners[1] if winners else "hell-2"]
    fallen = [f"heaven-{number}" for number in range(3, heaven_size + 1)]
    assert _with(outcome, "descends") == _with(outcome, "mark_of_elimination") == fallen
    assert _with(outcome, "elimination_candidate") == [f"hell-{hell_size - with_winner}"]
    ranks = sorted(outcome.rank.values())
    expected = range(1, heaven_size + hell_size + 1)
    assert ranks == ([1, 1, *expected[2:]] if with_winner else [*expected])


def test_the_view_has_the_outcome_in_the_shape_of_the_rulebook() -> None:
    """Section 10, shape: what the fact says, each list in seat order."""
    loom = Loom("quick", marked=["hell-1"])
    loom.weave({"heaven-2": {"visit": "clotho", "create": "hell-3", "golden": True}})
    loom.finish()

    ended = one(loom.told_to(HOST), MatchEnded).outcome
    assert loom.result().rank == ended.rank
    for viewer in loom.views:
        outcome = loom.views[viewer].outcome
        assert outcome is not None
        assert [field.name for field in fields(outcome)] == [
            "rank",
            "winner",
            "token_of_life",
            "ascends",
            "descends",
            "mark_of_elimination",
            "elimination_candidate",
        ]
        assert outcome.winner == outcome.token_of_life == ("heaven-2", "hell-3")
        assert outcome.ascends == ("heaven-1", "heaven-2", "hell-1", "hell-3")
        assert outcome.descends == outcome.mark_of_elimination == ()
        assert outcome.elimination_candidate == ("hell-4",)


def test_ties_go_back_to_what_was_played_in_earlier_rounds() -> None:
    """R10, in a match: two golden threads of one strength, one of which once had company."""
    loom = Loom("quick")
    gild: Mapping[str, JsonValue] = {"visit": "clotho", "golden": True}
    loom.weave({"hell-3": {"create": "heaven-2"}})
    loom.weave({"heaven-1": {**gild, "create": "hell-1"}, "heaven-2": {**gild, "create": "hell-3", "cut": "hell-3"}})
    loom.finish()

    assert loom.result().winner == ("heaven-2", "hell-3")
    assert [len(snapshot.threads) for snapshot in loom.truth.past] == [1, 2, 2, 2]
