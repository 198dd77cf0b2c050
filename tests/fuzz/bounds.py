"""How many examples are tried, and which."""

from __future__ import annotations

from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity

from tests.sampling import Run

T = TypeVar("T")


def bounded(examples: int) -> hypothesis.settings:
    """Limit a test to this many examples."""
    # No shrinking: a server remembers what was sent to it, so a second attempt differs from the first.
    return hypothesis.settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
    )


def drawn(test: T, part: int = 0) -> T:
    """Seed a test with the choices of this run, or of a part of it."""
    seeded: T = hypothesis.seed(f"{Run.seed} {part}")(test)  # type: ignore[type-var]  # a state machine can be seeded too
    return seeded
