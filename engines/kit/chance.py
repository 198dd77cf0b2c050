"""
Fair draws from one secret seed that anyone can repeat (docs/chance.md gives the construction and test vectors).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

_WORDS = 1 << 32


@dataclass(frozen=True, slots=True)
class Draw:
    """One named draw: what could be picked, in order, and what was."""

    label: str
    candidates: tuple[str, ...]
    picks: tuple[str, ...]


class Draws(Protocol):
    """What rules draw from: `Chance`, or what a test injects, which needs a `pick` only."""

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        """
        Draw `k` different candidates, each order of them equally likely; fewer if there are not as many.

        Nothing is drawn when there is nothing to pick. `label` holds no line break.
        """

    def one(self, label: str, candidates: Sequence[str]) -> str:
        """Draw one candidate; there must be at least one."""
        (pick,) = self.pick(label, candidates)
        return pick


class Chance(Draws):
    """
    The draws of one phase of one match.

    Every draw reads words of its own stream, named by phase, label and how often the label was drawn in this phase
    before, so one draw never shifts another. `draws` lists what was drawn, in order.
    """

    def __init__(self, seed: bytes, phase: int) -> None:
        """
        Args:
            seed: 32 bytes.
            phase: The number of the phase being closed; 0 is the set-up.
        """
        self._seed = seed
        self._phase = phase
        self.draws: list[Draw] = []

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        rest = list(candidates)
        wanted = min(k, len(rest))
        if wanted <= 0:
            return ()
        use = sum(draw.label == label for draw in self.draws)
        words = self._words(label, use)
        picks = tuple(rest.pop(_below(len(rest), words)) for _ in range(wanted))
        self.draws.append(Draw(label, tuple(candidates), picks))
        return picks

    def _words(self, label: str, use: int) -> Iterator[int]:
        """Unsigned 32-bit words of the stream named by phase, label and use."""
        block = 0
        while True:
            name = f"moirai-draw-1\n{self._phase}\n{label}\n{use}\n{block}"
            digest = hmac.digest(self._seed, name.encode(), "sha256")
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def _below(n: int, words: Iterator[int]) -> int:
    """A uniform number in [0, n): words at or above the largest multiple of `n` are skipped, so none is favoured."""
    limit = _WORDS - _WORDS % n
    return next(word for word in words if word < limit) % n
