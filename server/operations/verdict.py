"""What `moirai verify` found of one match."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Verdict:
    """
    What was found of one match.

    `faults` are what is wrong, each with its entry's number; `unchecked` is what could not be looked at, and why.
    """

    match_id: str
    entries: int
    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    def fault(self, seq: int, what: str) -> None:
        self.faults.append(f"entry {seq}: {what}")
