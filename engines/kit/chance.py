"""
Fair draws from one secret seed that anyone can repeat (docs/verify.md gives the construction and test vectors).
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Protocol

from engines.kit.records import record

_WORDS = 1 << 32
_IN_A_BLOCK = struct.Struct(">8I")


@record
class Draw:
    """One named draw: the candidates, in order, and the picks."""

    label: str
    candidates: tuple[str, ...]
    picks: tuple[str, ...]


class Draws(Protocol):
    """The source of draws for the rules: `Chance`, or a test class that implements `pick`."""

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        """
        Draw `k` different candidates, or all of them if there are fewer; each order is equally likely.

        If there is nothing to pick, no draw is recorded. `label` must not contain a line break.
        """

    def one(self, label: str, candidates: Sequence[str]) -> str:
        """Draw one candidate; there must be at least one."""
        (pick,) = self.pick(label, candidates)
        return pick


class Chance(Draws):
    """
    The draws of one phase of one match.

    Every draw reads words from its own stream. The stream is named by the phase, the label, and the number of earlier
    draws with this label in this phase, so one draw never affects another. `draws` lists the draws, in order.
    """

    def __init__(self, seed: bytes, phase: int) -> None:
        """
        Args:
            seed: 32 bytes.
            phase: The number of the phase that closes; 0 is the set-up.
        """
        self._seed = seed
        self._phase = phase
        self._uses: dict[str, int] = {}
        self.draws: list[Draw] = []

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        rest = list(candidates)
        wanted = min(k, len(rest))
        if wanted <= 0:
            return ()
        use = self._uses.get(label, 0)
        self._uses[label] = use + 1
        words = self._words(label, use)
        picks = tuple([rest.pop(_below(len(rest), words)) for _ in range(wanted)])
        self.draws.append(Draw(label, tuple(candidates), picks))
        return picks

    def pick_all(self, label: str, candidates: Sequence[str]) -> tuple[str, ...]:
        """Draw all candidates, in an order that depends on who they are and how many."""
        return self.pick(label, candidates, len(candidates))

    def lots(self, label: str, candidates: Sequence[str]) -> tuple[str, ...]:
        """
        Draw lots for all candidates, each by its own name: who else takes part changes nothing for two of them.

        If there are no candidates, no draw is recorded. Labels and names must not contain a line break.
        """
        if not candidates:
            return ()

        def lot(name: str) -> bytes:
            return hmac.digest(self._seed, f"moirai-lot-1\n{self._phase}\n{label}\n{name}".encode(), "sha256")

        picks = tuple(sorted(candidates, key=lot))
        self.draws.append(Draw(label, tuple(candidates), picks))
        return picks

    def _words(self, label: str, use: int) -> Iterator[int]:
        """Generate the unsigned 32-bit words of the stream for a phase, a label and a use of the label."""
        block = 0
        while True:
            name = f"moirai-draw-1\n{self._phase}\n{label}\n{use}\n{block}"
            yield from _IN_A_BLOCK.unpack(hmac.digest(self._seed, name.encode(), "sha256"))
            block += 1


def _below(n: int, words: Iterator[int]) -> int:
    """Return a uniform number in [0, n). Words from the largest multiple of `n` upwards are skipped to avoid bias."""
    limit = _WORDS - _WORDS % n
    for word in words:
        if word < limit:
            return word % n
    raise AssertionError("a stream of words has no end")
