"""What all fuzzing shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.bounds import SEED, TIMES
from tests.fuzz.tally import Tally


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    """Counts the tries of a module, and shows them in a long run."""
    tally = Tally()
    yield tally
    if TIMES > 1:
        print(f"\nTried with MOIRAI_FUZZ_SEED={SEED}:\n{tally}")
