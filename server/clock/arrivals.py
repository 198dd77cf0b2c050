"""
When what players send was read: that decides whether it is in time, not when the server got round to judging it.

So a phase is closed only after what was read before its deadline has been judged.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from server.clock.clock import Clock


class _Arrival:
    """Something that was read at this time, while it is being judged; `judged` is there once somebody waits for it."""

    __slots__ = ("_arrivals", "_match_id", "judged", "read_at")

    def __init__(self, arrivals: Arrivals, match_id: str, read_at: datetime) -> None:
        self._arrivals = arrivals
        self._match_id = match_id
        self.read_at = read_at
        self.judged: asyncio.Future[None] | None = None

    def __enter__(self) -> datetime:
        self._arrivals.add(self._match_id, self)
        return self.read_at

    def __exit__(self, *_: object) -> None:
        self._arrivals.discard(self._match_id, self)
        if self.judged is not None and not self.judged.done():
            self.judged.set_result(None)


class Arrivals:
    """The submissions and withdrawals that this process has read and not judged yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_match: dict[str, set[_Arrival]] = {}

    def judging(self, match_id: str, read_at: float | None) -> AbstractContextManager[datetime]:
        """
        Note that something for this match is being judged; gives when it was read, by the server's clock.

        `read_at` is the event loop's time when the last byte of it was read; None: now.
        """
        now = self._clock.now()
        # A difference of loop times: the clock may be set meanwhile, and that of a test stands still.
        age = 0 if read_at is None else asyncio.get_running_loop().time() - read_at
        return _Arrival(self, match_id, now - timedelta(seconds=age) if age > 0 else now)

    def add(self, match_id: str, arrival: _Arrival) -> None:
        """Something for this match is being judged."""
        self._by_match.setdefault(match_id, set()).add(arrival)

    def discard(self, match_id: str, arrival: _Arrival) -> None:
        """It has been judged."""
        siblings = self._by_match[match_id]
        siblings.discard(arrival)
        if not siblings:
            del self._by_match[match_id]

    async def judged(self, match_id: str, before: datetime, seconds: float) -> None:
        """Wait until all that was read for the match before this time has been judged, at most so many seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while waited_for := [_judged(one) for one in self._by_match.get(match_id, ()) if one.read_at < before]:
            left = until - loop.time()
            if left <= 0:
                return
            await asyncio.wait(waited_for, timeout=left)


def _judged(arrival: _Arrival) -> asyncio.Future[None]:
    if arrival.judged is None:
        arrival.judged = asyncio.get_running_loop().create_future()
    return arrival.judged
