"""Fixtures of all fuzz tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.tally import Tally
from tests.sampling import Run, more


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    """Count the attempts of a module, and print them in a long run."""
    tally = Tally()
    yield tally
    if more() > 1:
        print(f"\nTried with the seed {Run.seed}:\n{tally}")
