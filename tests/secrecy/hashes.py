"""The hashes that a viewer is told, which differ by nature, and what may be told by them."""

from __future__ import annotations

import re

_COMMITTING = re.compile(r'"(head|receipt|seed_commitment)": ?"([0-9a-f]{64})"')


class Hashes:
    """
    The hashes of a match, numbered as its viewer sees them first.

    They commit to what is hidden, under nonces that nobody can guess, and so they differ. All that they can tell is
    which of them are the same, and that the numbers keep.
    """

    def __init__(self) -> None:
        self._own: set[str] = set()
        self._numbers: dict[str, int] = {}

    def know(self, *hashes: str) -> None:
        """These are the match's own."""
        self._own.update(hashes)

    def take_over(self, other: Hashes) -> None:
        """The viewer has seen what the other's has seen."""
        self._own, self._numbers = set(other._own), dict(other._numbers)

    def number(self, value: str) -> int | None:
        """Which of the match's own it is; None for any other."""
        return self._numbers.setdefault(value, len(self._numbers)) if value in self._own else None


def without_hashes(text: str, hashes: Hashes) -> str:
    """Put numbers in place of a match's own hashes and commitment, where they belong and nowhere else."""

    def name(match: re.Match[str]) -> str:
        field, value = match.groups()
        number = hashes.number(value)
        return match[0] if number is None else f'"{field}":"<{number}>"'

    return _COMMITTING.sub(name, text)
