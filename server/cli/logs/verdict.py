"""The result of `moirai verify` for one match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.kit import SeatId

_COMPARE = "compare it with the other players; if it differs, the server showed you different matches"


@dataclass
class Verdict:
    """
    The result for one match.

    `last_hash` is the hash of the last entry, and so of the whole log. `faults` are errors, each with the number of its
    entry; `unchecked` lists what could not be checked, and why. `rules` names the rules used to repeat steps, with
    their version; None if they are not known. `entropy` is what players mixed into the seed, by seat; None if the match
    did not start, or if there are faults.
    """

    match_id: str
    entries: int
    last_hash: str
    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    rules: str | None = None
    entropy: Mapping[SeatId, str] | None = None

    def fault(self, seq: int, what: str) -> None:
        self.faults.append(f"entry {seq}: {what}")

    def lines(self) -> list[str]:
        """Return the lines to print."""
        return [
            f"{self.match_id}: {'WRONG' if self.faults else 'good'}, {self.entries} entries",
            *(f"  {fault}" for fault in self.faults),
            *(f"  not checked: {what}" for what in self.unchecked),
            *([f"  checked with the rules of {self.rules}"] if self.rules else []),
            *self._entropy_lines(),
            *([] if self.faults else [f"  last hash {self.last_hash}: {_COMPARE}"]),
        ]

    def _entropy_lines(self) -> list[str]:
        if self.entropy is None or self.faults:
            return []
        if not self.entropy:
            return ["  no player mixed entropy into the draws"]
        return [f"  seat {seat} mixed entropy {self.entropy[seat]} into the draws" for seat in sorted(self.entropy)]
