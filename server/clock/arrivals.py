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

    __slots__ = ("_all", "judged", "match_id", "read_at")

    def __init__(self, all_: set[_Arrival], match_id: str, read_at: datetime) -> None:
        self._all = all_
        self.match_id = match_id
        self.read_at = read_at
        self.judged: asyncio.Future[None] | None = None

    def __enter__(self) -> datetime:
        self._all.add(self)
        return self.read_at

    def __exit__(self, *_: object) -> None:
        self._all.discard(self)
        if self.judged is not None and not self.judged.done():
            self.judged.set_result(None)


class Arrivals:
    """The submissions and withdrawals that this process has read and not judged yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all: set[_Arrival] = set()

    def judging(self, match_id: str, read_at: float | None) -> AbstractContextManager[datetime]:
        """
        Note that something for this match is being judged; gives when it was read, by the server's clock.

        `read_at` is the event loop's time when the last byte of it was read; None: now.
        """
        now = self._clock.now()
        # A difference of loop times: the clock may be set meanwhile, and that of a test stands still.
        age = 0 if read_at is None else asyncio.get_running_loop().time() - read_at
        return _Arrival(self._all, match_id, now - timedelta(seconds=age) if age > 0 else now)

    async def judged(self, match_id: str, before: datetime, seconds: float) -> None:
        """Wait until all that was read for the match before this time has been judged, at most so many seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while waited_for := [_judged(one) for one in self._all if one.match_id == match_id and one.read_at < before]:
            left = until - loop.time()
            if left <= 0:
                return
            await asyncio.wait(waited_for, timeout=left)


def _judged(arrival: _Arrival) -> asyncio.Future[None]:
    if arrival.judged is None:
        arrival.judged = asyncio.get_running_loop().create_future()
    return arrival.judged
