"""The most recently used aggregates, which stay in memory without other references."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from server.logs.aggregates.aggregate import Aggregate


class Recent:
    """
    A cache limited by number of aggregates and by bytes.

    An evicted aggregate loses its checkpoints of earlier projections at once, and is freed when nothing else references
    it.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        # Each aggregate with its size in bytes when it was last used.
        self._used: OrderedDict[str, tuple[Aggregate[Any, Any], int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._used)

    def touch(self, log_id: str, live: Aggregate[Any, Any]) -> None:
        """Mark an aggregate as used, and evict the least recently used ones if there is no room."""
        self.forget(log_id)
        size = live.bytes
        self._used[log_id] = live, size
        self.bytes += size
        while len(self._used) > self._most or (self.bytes > self._most_bytes and len(self._used) > 1):
            oldest, (gone, _) = next(iter(self._used.items()))
            self.forget(oldest)
            gone.forget_past()

    def forget(self, log_id: str) -> None:
        """Remove an aggregate."""
        _, size = self._used.pop(log_id, (None, 0))
        self.bytes -= size
