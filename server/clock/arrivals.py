"""
When what players send was read: that decides whether it is in time, not when the server got round to judging it.

So a phase is closed only after what was read before its deadline has been judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from server.clock.clock import Clock


@dataclass(eq=False, slots=True)
class _Arrival:
    """Something that was read at this time and is being judged; `judged` is there once somebody waits for that."""

    read_at: datetime
    judged: asyncio.Future[None] | None = None


class Arrivals:
    """The submissions and withdrawals that this process has read and not judged yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_match: dict[str, set[_Arrival]] = {}

    @contextmanager
    def judging(self, match_id: str, read_at: float | None) -> Iterator[datetime]:
        """
        Note that something for this match is being judged; gives when it was read, by the server's clock.

        `read_at` is the event loop's time when the last byte of it was read; None: now.
        """
        now = self._clock.now()
        # A difference of loop times: the clock may be set meanwhile, and that of a test stands still.
        age = 0 if read_at is None else asyncio.get_running_loop().time() - read_at
        arrival = _Arrival(now - timedelta(seconds=age) if age > 0 else now)
        siblings = self._by_match.setdefault(match_id, set())
        siblings.add(arrival)
        try:
            yield arrival.read_at
        finally:
            siblings.discard(arrival)
            if not siblings and self._by_match.get(match_id) is siblings:
                del self._by_match[match_id]
            if arrival.judged is not None and not arrival.judged.done():
                arrival.judged.set_result(None)

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
