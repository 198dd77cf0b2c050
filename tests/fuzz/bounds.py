"""How much is tried: little and always the same in the tests, more and with a new seed by `make fuzz`."""

from __future__ import annotations

import os
from typing import Final, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity

T = TypeVar("T")

TIMES: Final = int(os.environ.get("MOIRAI_FUZZ_TIMES", "1"))
"""How many times as much is tried as in the tests."""

SEED: Final = int(os.environ.get("MOIRAI_FUZZ_SEED", "1"))
"""The seed of all choices."""


def bounded(examples: int, times: int = TIMES) -> hypothesis.settings:
    """Limit a test to this many examples, times `times`."""
    # No shrinking: a server remembers what was sent to it, so a second attempt differs from the first.
    return hypothesis.settings(
        max_examples=examples * times,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
    )


def drawn(test: T, part: int = 0) -> T:
    """Seed a test with the choices of this run, or of a part of it."""
    seeded: T = hypothesis.seed(SEED + part)(test)  # type: ignore[type-var]  # a state machine can be seeded too
    return seeded
