"""
The metrics that this process counts (docs/running.md lists them, docs/secrecy.md says who sees them).

Plain numbers, because they are updated on the hottest paths; `server.cli.serving.prometheus` exports them. They
are only accessed in the event loop.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from typing import Final

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_ENTRIES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Distribution:
    """A histogram: `counts` has one more element than `bounds`, for values above the last bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Metrics:
    """
    The metrics of a process since its start.

    `replies`: seconds until the beginning of a reply, by operation (`operationId`) and first digit of the status.
    `phase_lag`: seconds by which the close of a phase was late. `refused_appends`: appends after a head that had
    moved. `catch_ups`: reads of a log for entries of other processes, and `caught_up`: the entries found. `loop_lag`:
    seconds by which the event loop was late. `throttled`: calls above a rate limit, by limit. `refused_connections`:
    connections above a limit. `lost_tails`: logs found without entries that they had contained, and `unreadable`:
    failed reads of a log. `suspended`: suspended matches, by game and reason. `push_refusals`: messages that push
    services have refused, by service and status. `archived`: logs moved to the archive, and `archive_failures`: files
    of it that could not be had or written. `replica_reads`: reads that the replica has answered, and
    `replica_failures`: those that it could not, so that the primary was asked. `other_rules`: matches that wait for
    rules that the process does not have, by game and version. `unread`: logs that wait because the process does not
    know a fact in them, by its type and version. `pruned`: what is no longer kept and was ended, by rule.
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
        self.push_refusals: Counter[tuple[str, int]] = Counter()
        self.archived = 0
        self.archive_failures = 0
        self.replica_reads = 0
        self.replica_failures = 0
        self.other_rules: Mapping[tuple[str, int], int] = {}
        self.unread: Mapping[tuple[str, int], int] = {}
        self.pruned: Counter[str] = Counter()

    def count_reply(self, operation: str, status: int, seconds: float) -> None:
        """Count a reply to this operation, with its duration."""
        kind = (operation, status // 100)
        replies = self.replies.get(kind)
        if replies is None:
            replies = self.replies[kind] = Distribution(_SECONDS)
        replies.add(seconds)


metrics: Final = Metrics()
"""The metrics of this process."""
