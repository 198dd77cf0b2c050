"""Counts of attempts and their outcomes."""

from __future__ import annotations

from collections import Counter, defaultdict


class Tally:
    """How often each kind of attempt had each outcome."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, tried: str, outcome: str) -> None:
        self._counts[tried][outcome] += 1

    def outcomes(self, tried: str) -> Counter[str]:
        return self._counts[tried]

    def total(self, outcome: str) -> int:
        """Return how often anything had this outcome."""
        return sum(counts[outcome] for counts in self._counts.values())

    def __str__(self) -> str:
        rows = [f"{tried:36} {self._row(counts)}" for tried, counts in sorted(self._counts.items())]
        total = sum(counts.total() for counts in self._counts.values())
        return "\n".join([*rows, f"{'in all':36} {total}"])

    def _row(self, counts: Counter[str]) -> str:
        return f"{counts.total():7}  " + "  ".join(f"{outcome}: {count}" for outcome, count in sorted(counts.items()))


def class_of(status: int) -> str:
    """Return the class of a status, as in `4xx`."""
    return f"{status // 100}xx"
