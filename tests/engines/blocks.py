"""How many random matches the rules of games are tried with; `make soak` plays ten times as many."""

from __future__ import annotations

import os

import pytest

TIMES = int(os.environ.get("MOIRAI_SOAK_TIMES", "1"))


def blocks(matches: int, size: int) -> pytest.MarkDecorator:
    """Run a test for each block of seeds, `matches` in all: it is given the `seeds` of its block."""
    return pytest.mark.parametrize(
        "seeds", [range(first, first + size) for first in range(0, matches * TIMES, size)], ids=str
    )
