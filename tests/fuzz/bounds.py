"""How much is tried: little and always the same in the tests, more and always something else by `make fuzz`."""

from __future__ import annotations

import os
from typing import Final, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity

T = TypeVar("T")

TIMES: Final = int(os.environ.get("MOIRAI_FUZZ_TIMES", "1"))
"""How many times as much is tried as the tests do."""

SEED: Final = int(os.environ.get("MOIRAI_FUZZ_SEED", "1"))
"""What the choices are drawn from."""


def bounded(examples: int, times: int = TIMES) -> hypothesis.settings:
    """So many examples, or as many times more as are asked for."""
    # Nothing is made smaller: a server remembers what was sent to it, so that a second try is not the first again.
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
    """With the choices of this run, or of a part of it."""
    seeded: T = hypothesis.seed(SEED + part)(test)  # type: ignore[type-var]  # a state machine can be seeded too
    return seeded
