"""
The aggregates that were used last, which stay in memory when nobody holds them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from server.aggregates.aggregate import Aggregate


class Recent:
    """
    A memory bounded in aggregates and in bytes.

    What has no place any more goes when nobody holds it; what somebody holds loses its checkpoints of the past at once.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        # With each its bytes, as they were when it was last used.
        self._used: OrderedDict[str, tuple[Aggregate[Any, Any], int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._used)

    def touch(self, log_id: str, live: Aggregate[Any, Any]) -> None:
        """Note that an aggregate is used; those that were used longest ago make room for it."""
        self.forget(log_id)
        size = live.bytes
        self._used[log_id] = live, size
        self.bytes += size
        while len(self._used) > self._most or (self.bytes > self._most_bytes and len(self._used) > 1):
            oldest, (gone, _) = next(iter(self._used.items()))
            self.forget(oldest)
            gone.forget_past()

    def forget(self, log_id: str) -> None:
        """Forget an aggregate."""
        _, size = self._used.pop(log_id, (None, 0))
        self.bytes -= size
