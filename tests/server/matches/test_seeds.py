"""The key of the draws: the vectors of docs/verify.md."""

from __future__ import annotations

import re
from pathlib import Path

from engines.kit import seat_id
from server.matches.seeds import commitment_to, draw_key

SEED = bytes(range(32))
PAGE = (Path(__file__).parents[3] / "docs" / "verify.md").read_text()
A, B = seat_id("a"), seat_id("b")


def test_the_keys_of_the_page_are_mixed() -> None:
    given = [{}, {A: "11" * 32}, {A: "11" * 32, B: "2f" * 32}]

    keys = [draw_key(SEED, (A, B), entropy).hex() for entropy in given]

    assert keys == re.findall(r"^\| .* \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE)


def test_the_commitment_of_the_page_is_to_the_seed() -> None:
    assert f"commitment to that seed is `{commitment_to(SEED)}`" in PAGE


def test_entropy_counts_in_seat_order_and_not_in_order_of_arrival() -> None:
    first, second = {A: "11" * 32, B: "2f" * 32}, {B: "2f" * 32, A: "11" * 32}

    assert draw_key(SEED, (A, B), first) == draw_key(SEED, (A, B), second)
    assert draw_key(SEED, (A, B), first) != draw_key(SEED, (B, A), first)
