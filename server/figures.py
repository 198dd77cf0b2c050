"""
What this process counts of its own work, for its operator (docs/running.md lists it, docs/secrecy.md says who sees it).

Plain numbers, because they are counted on the hottest paths; `server.operations.serving.metrics` shows them. They are
only read and written in the event loop.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_ENTRIES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Distribution:
    """How often values fell between bounds: `counts` has one place more than `bounds`, for what is above the last."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Figures:
    """
    The figures of a process, since it began.

    `replies` is how long calls took to the beginning of their reply, by operation (`operationId`) and hundred of the
    status; `phase_lag` how many seconds after its deadline a phase was closed; `refused_appends` counts those behind a
    head that had moved; `catch_ups` how often a log was read for what others had appended, and `caught_up` the entries
    found; `loop_lag` how many seconds late the event loop was; `throttled` calls above a limit of rate, by limit;
    `refused_connections` those above a bound of connections; `lost_tails` how often a log was found without entries
    that it had held, and `unreadable` how often one could not be read; `suspended` counts matches that were set aside,
    by game and reason.
    """

    def __init__(self) -> None:
        self.replies: dict[tuple[str, int], Distribution] = {}
        self.phase_lag = Distribution(_SECONDS)
        self.commit_entries = Distribution(_ENTRIES)
        self.commit_seconds = Distribution(_SECONDS)
        self.loop_lag = Distribution(_SECONDS)
        self.refused_appends = 0
        self.catch_ups = 0
        self.caught_up = 0
        self.lost_tails = 0
        self.unreadable = 0
        self.suspended: Counter[tuple[str, str]] = Counter()
        self.sockets = 0
        self.refused_connections = 0
        self.throttled: Counter[str] = Counter()

    def replied(self, operation: str, status: int, seconds: float) -> None:
        """Count a reply."""
        kind = (operation, status // 100)
        replies = self.replies.get(kind)
        if replies is None:
            replies = self.replies[kind] = Distribution(_SECONDS)
        replies.add(seconds)


figures: Final = Figures()
"""Those of this process."""
