"""Reduce a failing case: as few hidden changes, and as few steps, as possible."""

from __future__ import annotations

from typing import Final

from tests.secrecy.twins.cases import Case, Difference, Result
from tests.secrecy.twins.twins import run

_CONTEXT: Final = 120


def report(case: Case, failed: Result, most_runs: int = 100) -> str:
    """Report what lets the viewer tell the worlds apart, in the smallest form found, and how to reproduce it."""
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
    """Return hidden changes none of which can be omitted, within this number of runs, and the difference they cause."""
    if failed.difference is None:
        raise AssertionError("the worlds were not told apart")
    kept, difference = failed.made, failed.difference
    size, end = max(1, len(kept) // 2), len(kept)
    # From the end, because later changes more often depend on earlier ones than the reverse.
    for _ in range(most_runs):
        if end <= 0:
            if size == 1:
                break
            size, end = size // 2, len(kept)
        again = run(case, frozenset([*kept[: max(0, end - size)], *kept[end:]]), difference.step)
        end -= size
        if again.difference is not None:
            # Changes that were allowed but not made, or made after the new, earlier end, drop out by themselves.
            kept, difference = again.made, again.difference
            end = min(end, len(kept))
    return kept, difference


def _both_sides(difference: Difference) -> list[str]:
    """Return the first difference with some context."""
    one, two = difference.in_a, difference.in_b
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    begin = max(0, at - _CONTEXT)
    return [f"  in {name}: …{text[begin : at + _CONTEXT]}…" for name, text in (("A", one), ("B", two))]
