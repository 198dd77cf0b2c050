"""Offers and their draws (section 7), the auction and the rounds in which a boon can be used (steps 8 and 9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.divine_intervention.auction import hold_auction
from engines.divine_intervention.boons import BOON_IDS, BoonId
from tests.engines.divine_intervention.temple import ENGINE, OFFERS, Temple, in_round, seat

Bids = dict[str, dict[BoonId, int]]


def _won(bids: Bids) -> dict[str, tuple[str, int]]:
    wins = hold_auction({seat(name): by_boon for name, by_boon in bids.items()})
    return {boon: (win.seat, win.bid) for boon, win in wins.items()}


CASES: list[tuple[Bids, dict[str, tuple[str, int]]]] = [
    ({}, {}),
    ({"a": {"tithe": 0}}, {}),
    ({"a": {"tithe": 1}}, {"tithe": ("a", 1)}),
    # One boon for each deity, the one it bid most for.
    ({"a": {"tithe": 5, "covet": 3}}, {"tithe": ("a", 5)}),
    # A deity that has already won no longer ties with others.
    ({"a": {"tithe": 5, "covet": 3}, "b": {"covet": 3}}, {"tithe": ("a", 5), "covet": ("b", 3)}),
    # Tied bids do not block a lower one.
    ({"a": {"tithe": 5}, "b": {"tithe": 5}, "c": {"tithe": 1}}, {"tithe": ("c", 1)}),
    ({"a": {"tithe": 5, "covet": 1}, "b": {"tithe": 5}}, {"covet": ("a", 1)}),
    # Equal bids for different boons do not tie.
    ({"a": {"tithe": 5}, "b": {"covet": 5}}, {"tithe": ("a", 5), "covet": ("b", 5)}),
    ({"a": {"tithe": 5}, "b": {"tithe": 4, "covet": 3}}, {"tithe": ("a", 5), "covet": ("b", 3)}),
]


@pytest.mark.parametrize(("bids", "won"), CASES)
def test_the_highest_bid_that_is_alone_wins(bids: Bids, won: dict[str, tuple[str, int]]) -> None:
    """Step 8; R10."""
    assert _won(bids) == won


def _naive(bids: Bids) -> dict[str, tuple[str, int]]:
    """The same procedure, implemented bid by bid."""
    won: dict[str, tuple[str, int]] = {}
    for amount in range(30, 0, -1):
        settled = dict(won)
        for boon in BOON_IDS:
            bidders = [
                name
                for name, by_boon in bids.items()
                if by_boon.get(boon) == amount and name not in {winner for winner, _ in settled.values()}
            ]
            if len(bidders) == 1 and boon not in settled:
                won[boon] = (bidders[0], amount)
    return won


def test_random_auctions_are_settled_as_the_procedure_says() -> None:
    """Step 8, compared with a second implementation."""
    random = Random(8)
    for _ in range(2_000):
        bids: Bids = {}
        for name in "abcd"[: random.randint(2, 4)]:
            amounts = random.sample(range(1, 7), 3)
            bids[name] = {
                boon: amount for boon, amount in zip(BOON_IDS[:3], amounts, strict=True) if random.random() < 0.8
            }
        assert _won(bids) == _naive(bids), bids


def test_bids_are_paid_after_the_gains_of_the_round() -> None:
    """R11: limited by the piety of the opening, paid at the end."""
    temple = in_round(0)
    temple.play({"heaven-1": {"bids": {"revelation": 3}}, "hell-1": {"pray": "heaven-1"}})

    assert temple.truth.piety[seat("heaven-1")] == 3 + 3 - 3
    assert temple.truth.piety_history[seat("heaven-1")] == (3, 3)


@pytest.mark.parametrize(("round_", "window"), [(0, (1, 2)), (4, (5, 6)), (6, (7, 7))])
def test_a_boon_can_be_used_in_the_two_rounds_after_its_auction(round_: int, window: tuple[int, int]) -> None:
    """Step 8: not beyond L."""
    temple = in_round(0)
    temple.arrange(round_=round_, offer=["harmony", "tithe", "wrath"])
    temple.play({"heaven-1": {"bids": {"harmony": 2}}})

    for held in (temple.view("heaven-1").held, temple.truth.held[seat("heaven-1")]):
        assert held is not None
        assert (held.id, held.first_round, held.last_round) == ("harmony", *window)


def test_bids_of_nothing_may_be_equal() -> None:
    """Section 3: 0 means no bid."""
    temple = in_round(0, boon_offers={**OFFERS, "6": ["judgement", "last_rites", "constancy"]})
    move: Any = {"type": "decree", "element": "fire", "bids": {"tithe": 0, "covet": 0, "wrath": 2}}

    assert ENGINE.check(temple.view("heaven-1"), move).model_dump()["bids"] == {"wrath": 2}


def test_the_secret_element_is_drawn_unless_it_is_given() -> None:
    """Section 7: at the set-up, the only draw there."""
    (draw,) = Temple().draws
    assert (draw.label, draw.candidates, len(draw.picks)) == ("secret_element", ("fire", "air", "earth", "water"), 1)

    given = Temple(secret_element="earth")

    assert given.draws == []
    assert given.truth.secret_element == "earth"
