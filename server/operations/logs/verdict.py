"""What `moirai verify` found of one match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.contract import SeatId

_COMPARE = "compare it with the other players; if it differs, the server showed you different matches"


@dataclass
class Verdict:
    """
    What was found of one match.

    `last_hash` is that of the last entry, and so of the whole log. `faults` are what is wrong, each with its entry's
    number; `unchecked` is what could not be looked at, and why. `rules` names the rules that steps were judged by, with
    their version; None where they are not known. `entropy` is what players mixed into the seed, by seat; None where the
    match did not begin, or something is wrong.
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
        """What to print of it."""
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
