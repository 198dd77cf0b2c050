"""Hashes that a viewer is told: they differ by nature, and are compared only for equality among themselves."""

from __future__ import annotations

import re

_COMMITTING = re.compile(r'"(head|receipt|seed_commitment)": ?"([0-9a-f]{64})"')


class Hashes:
    """
    The hashes of a match, numbered in the order in which its viewer first sees them.

    They commit to hidden content under random nonces, so they differ between the worlds. The only information in them
    is which of them are equal, and the numbers preserve that.
    """

    def __init__(self) -> None:
        self._own: set[str] = set()
        self._numbers: dict[str, int] = {}

    def know(self, *hashes: str) -> None:
        """Add hashes of the match."""
        self._own.update(hashes)

    def take_over(self, other: Hashes) -> None:
        """Copy the numbers of the other world's viewer."""
        self._own, self._numbers = set(other._own), dict(other._numbers)

    def number(self, value: str) -> int | None:
        """Return the number of the match's hash; None for any other."""
        return self._numbers.setdefault(value, len(self._numbers)) if value in self._own else None


def without_hashes(text: str, hashes: Hashes) -> str:
    """Replace a match's hashes and commitment by their numbers, only where such values belong."""

    def name(match: re.Match[str]) -> str:
        field, value = match.groups()
        number = hashes.number(value)
        return match[0] if number is None else f'"{field}":"<{number}>"'

    return _COMMITTING.sub(name, text)
