"""The draws of docs/verify.md: the vectors printed there, and fairness."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engines.kit import Chance, Draw

SEED = bytes(range(32))
PAGE = Path(__file__).parents[2] / "docs" / "verify.md"

# Phase, label, candidates, k, picks
VECTORS = [
    (0, "setup", tuple("abcdef"), 6, tuple("edfbca")),
    (3, "absent_cast.a", tuple("12345678x"), 1, tuple("5")),
    (3, "absent_cast.b", tuple("124568"), 1, tuple("4")),
    (3, "cards", tuple("abcdefghij"), 4, tuple("jdgc")),
    (3, "cards", tuple("abcdefghij"), 4, tuple("fegd")),
    (41, "tie_break", tuple("ab"), 1, tuple("a")),
]


def test_the_vectors_of_the_page_are_drawn() -> None:
    """Each row: phase, label, candidates, k, picks; rows of one phase are drawn in order by one `Chance`."""
    rows = re.findall(r"^\| (\d+) \| `(.+?)` \| `(.+?)` \| (\d+) \| `(.+?)` \|$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == len(VECTORS)

    chances: dict[int, Chance] = {}
    for row, (phase, label, candidates, k, picks) in zip(rows, VECTORS, strict=True):
        assert row == (str(phase), label, " ".join(candidates), str(k), " ".join(picks))
        chance = chances.setdefault(phase, Chance(SEED, phase))
        assert chance.pick(label, candidates, k) == picks


def test_a_draw_does_not_shift_another() -> None:
    """Each draw has its own stream, named by phase, label and use."""
    alone, after = Chance(SEED, 7), Chance(SEED, 7)
    after.pick("other", "abcdef", 3)

    assert alone.pick("cards", "abcdefgh", 4) == after.pick("cards", "abcdefgh", 4)


def test_a_repeated_label_draws_again_in_the_same_phase() -> None:
    """The use count is part of the name."""
    chance = Chance(SEED, 7)
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]

    assert chance.pick("cards", letters, 10) != chance.pick("cards", letters, 10)


def test_draws_are_recorded_in_order() -> None:
    """What was drawn can be published and repeated."""
    chance = Chance(SEED, 1)
    first, second = chance.one("x", "ab"), chance.one("y", "cd")

    assert chance.draws == [Draw("x", ("a", "b"), (first,)), Draw("y", ("c", "d"), (second,))]


def test_nothing_is_drawn_from_nothing() -> None:
    """Such a draw is not recorded either."""
    chance = Chance(SEED, 1)

    assert chance.pick("x", ()) == ()
    assert chance.pick("x", "ab", 0) == ()
    assert chance.draws == []


def test_more_than_there_are_is_all_of_them_in_some_order() -> None:
    """`k` beyond the number of candidates."""
    assert sorted(Chance(SEED, 1).pick("x", "abc", 9)) == ["a", "b", "c"]


@pytest.mark.parametrize("k", [1, 2])
def test_every_order_is_equally_likely(k: int) -> None:
    """Chi-square over 6 000 seeds stays below the one-in-a-million bound of five degrees of freedom."""
    counts = Counter(Chance(n.to_bytes(32, "big"), 1).pick("x", "abc", k) for n in range(6_000))
    expected = 6_000 / (3 if k == 1 else 6)

    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 35.9
