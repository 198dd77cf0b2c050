"""What the verification of tournaments and of series has in common: draws as logged, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.kit import Chance, Draw
from server.cli.logs.request_bounds import ImpossibleError
from server.logs.directing.facts import Drawn
from server.logs.store.entry import Decision, Entry


class LoggedChance(Chance):
    """The draws of a round or an episode as logged, for logs without a seed."""

    def __init__(self, number: int, logged: Iterator[Drawn]) -> None:
        super().__init__(b"", number)
        self._logged = logged

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        count = min(k, len(candidates))
        if not count:
            return ()
        super().pick(label, candidates, k)
        return self._take(label, candidates, count)

    def lots(self, label: str, candidates: Sequence[str]) -> tuple[str, ...]:
        return self._take(label, candidates, len(candidates)) if super().lots(label, candidates) else ()

    def _take(self, label: str, candidates: Sequence[str], count: int) -> tuple[str, ...]:
        """Take the next draw of the log in place of the last one."""
        drawn = next(self._logged, None)
        if drawn is None or (drawn.label, drawn.candidates) != (label, tuple(candidates)):
            raise ImpossibleError(f"{label} is drawn here, but not in the log.")
        if len(set(drawn.picks)) != count or not set(drawn.picks) <= set(candidates) or len(drawn.picks) != count:
            raise ImpossibleError(f"The draw of {label} is not possible.")
        self.draws[-1] = Draw(label, drawn.candidates, drawn.picks)
        return drawn.picks


def difference(expected: Decision, entry: Entry) -> str:
    """Return which fact differs first."""
    for number, (ours, logged) in enumerate(zip(expected.facts, entry.facts, strict=False), start=1):
        if ours != logged:
            return f": fact {number} ({logged.type}) differs"
    return f": {len(expected.facts)} facts instead of {len(entry.facts)}"
