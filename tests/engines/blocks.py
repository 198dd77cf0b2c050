"""Random matches that the rules of a game are tried with, in blocks of seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sampling import more


def blocks(matches: int, size: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a test for each block of seeds, `matches` in all: it is given the `seeds` of its block."""
    ranges = [range(first, first + size) for first in range(0, matches * more(), size)]
    parametrized = pytest.mark.parametrize("seeds", ranges, ids=str)
    return lambda test: pytest.mark.sampled(parametrized(test))
