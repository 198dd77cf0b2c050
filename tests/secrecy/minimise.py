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
    kept, difference = failed.made, failed.difference
    size, end = max(1, len(kept) // 2), len(kept)
    # From the end, for what came first is more often needed by what followed.
    for _ in range(most_runs):
        if end <= 0:
            if size == 1:
                break
            size, end = size // 2, len(kept)
        again = run(case, frozenset([*kept[: max(0, end - size)], *kept[end:]]), difference.step)
        end -= size
        if again.difference is not None:
            # What was allowed and not made, or made after the new, earlier end, has gone by itself.
            kept, difference = again.made, again.difference
            end = min(end, len(kept))
    return kept, difference


def _both_sides(difference: Difference) -> list[str]:
    """The first difference, with a little of what stands around it."""
    one, two = difference.in_a, difference.in_b
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    begin = max(0, at - _CONTEXT)
    return [f"  in {name}: …{text[begin : at + _CONTEXT]}…" for name, text in (("A", one), ("B", two))]
