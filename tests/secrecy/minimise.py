"""The smallest case that still fails: the fewest hidden changes, and as few steps as they need."""

from __future__ import annotations

from typing import Final

from tests.secrecy.cases import Case, Difference, Result
from tests.secrecy.twins import run

_CONTEXT: Final = 120


def report(case: Case, failed: Result, most_runs: int = 100) -> str:
    """What the viewer could tell the worlds apart by, in the smallest form that was found, and how to see it again."""
    changes, difference = smallest(case, failed, most_runs)
    return "\n".join(
        [
            f"{case.viewer} can tell what it was not told, in {case.game}, variant {case.variant}, seed {case.seed}.",
            f"At step {difference.step} ({difference.moment}), by: {difference.observation}",
            f"Hidden changes that suffice: {', '.join(changes) or 'none; the worlds differ by their nonces alone'}.",
            *_both_sides(difference),
            f"Once more: python -m tests.secrecy {case}",
        ]
    )


def smallest(case: Case, failed: Result, most_runs: int) -> tuple[list[str], Difference]:
    """Hidden changes none of which can be left out, as far as so many runs can tell, and the difference they make."""
    if failed.difference is None:
        raise AssertionError("the worlds were not told apart")
    kept, difference, runs = failed.made, failed.difference, 0
    size = max(1, len(kept) // 2)
    while kept and runs < most_runs:
        smaller = False
        # From the end, for what came first is more often needed by what followed.
        for begin in range(len(kept) - size, -size, -size):
            rest = [*kept[: max(0, begin)], *kept[begin + size :]]
            again = run(case, frozenset(rest), difference.step)
            runs += 1
            if again.difference is not None:
                # What was allowed and not made, or made after the new, earlier end, has gone by itself.
                kept, difference, smaller = again.made, again.difference, True
                break
        if not smaller:
            if size == 1:
                break
            size //= 2
        size = max(1, min(size, len(kept) // 2))
    return kept, difference


def _both_sides(difference: Difference) -> list[str]:
    """The first difference, with a little of what stands around it."""
    one, two = difference.in_a, difference.in_b
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    begin = max(0, at - _CONTEXT)
    return [f"  in {name}: …{text[begin : at + _CONTEXT]}…" for name, text in (("A", one), ("B", two))]
