"""Fixtures of all fuzz tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.bounds import SEED, TIMES
from tests.fuzz.tally import Tally


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    """Count the attempts of a module, and print them in a long run."""
    tally = Tally()
    yield tally
    if TIMES > 1:
        print(f"\nTried with MOIRAI_FUZZ_SEED={SEED}:\n{tally}")
