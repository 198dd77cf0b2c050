"""The server's time, independent of the clock of this machine."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from time import monotonic
from typing import Final

_KEPT: Final = 50


class ServerClock:
    """Learns from every `server_now`."""

    def __init__(self) -> None:
        self._ahead: deque[float] = deque(maxlen=_KEPT)

    def notice(self, server_now: str) -> None:
        """Learn from a time (RFC 3339) that has just arrived."""
        self._ahead.append(datetime.fromisoformat(server_now).timestamp() - monotonic())

    def now(self) -> float | None:
        """The server's time as a Unix timestamp; None before the first reply."""
        # A delayed message makes the server's clock seem slow, so the message with the least delay counts.
        return monotonic() + max(self._ahead) if self._ahead else None

    def seconds_until(self, moment: str) -> float | None:
        """How long until this time (RFC 3339), 0 if it has passed; None before the first reply of the server."""
        now = self.now()
        return None if now is None else max(0.0, datetime.fromisoformat(moment).timestamp() - now)
