"""
The matches that were used last, which stay in memory when nobody holds them.
"""

from __future__ import annotations

from collections import OrderedDict

from server.matches.live import LiveMatch


class Recent:
    """
    A memory bounded in matches and in bytes.

    What has no place any more goes when nobody holds it; what somebody holds loses its checkpoints of the past at once.
    """

    def __init__(self, most_matches: int, most_bytes: int) -> None:
        self._most_matches = most_matches
        self._most_bytes = most_bytes
        # With each its bytes, as they were when it was last used.
        self._used: OrderedDict[str, tuple[LiveMatch, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._used)

    def touch(self, match_id: str, live: LiveMatch) -> None:
        """Note that a match is used; those that were used longest ago make room for it."""
        self.forget(match_id)
        size = live.bytes
        self._used[match_id] = live, size
        self.bytes += size
        while len(self._used) > self._most_matches or (self.bytes > self._most_bytes and len(self._used) > 1):
            oldest, (gone, _) = next(iter(self._used.items()))
            self.forget(oldest)
            gone.forget_past()

    def forget(self, match_id: str) -> None:
        """Keep a match no longer."""
        _, size = self._used.pop(match_id, (None, 0))
        self.bytes -= size
