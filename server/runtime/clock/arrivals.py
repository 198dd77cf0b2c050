"""
The times at which submissions were read, which decide whether they are in time, whenever they are checked.

So a phase is only closed after everything that was read before its deadline has been checked.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from server.runtime.clock.clock import Clock


class Arrival:
    """A submission being checked, with the time of reading; in a `with` statement, while it is checked there."""

    __slots__ = ("_arrivals", "_match_id", "judged", "read_at")

    def __init__(self, arrivals: Arrivals, match_id: str, read_at: datetime) -> None:
        self._arrivals = arrivals
        self._match_id = match_id
        self.read_at = read_at
        # Set if a task waits for it.
        self.judged: asyncio.Future[None] | None = None

    def __enter__(self) -> datetime:
        self.begin()
        return self.read_at

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self) -> None:
        """Register that it is being checked."""
        self._arrivals.add(self._match_id, self)

    def end(self) -> None:
        """Register that it was checked."""
        self._arrivals.discard(self._match_id, self)
        if self.judged is not None and not self.judged.done():
            self.judged.set_result(None)


class Arrivals:
    """The submissions and withdrawals that this process has read and not checked yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_match: dict[str, set[Arrival]] = {}

    def judging(self, match_id: str, read_at: float | None) -> Arrival:
        """
        Return what is registered for this match while it is checked.

        `read_at` is the event loop's time when its last byte was read; None: now.
        """
        now = self._clock.now()
        # A difference of loop times, because the clock may be set meanwhile, and stands still in tests.
        age = 0 if read_at is None else asyncio.get_running_loop().time() - read_at
        return Arrival(self, match_id, now - timedelta(seconds=age) if age > 0 else now)

    def add(self, match_id: str, arrival: Arrival) -> None:
        """Add something that is being checked."""
        self._by_match.setdefault(match_id, set()).add(arrival)

    def discard(self, match_id: str, arrival: Arrival) -> None:
        """Remove it after the check."""
        siblings = self._by_match[match_id]
        siblings.discard(arrival)
        if not siblings:
            del self._by_match[match_id]

    async def wait_until_judged(self, match_id: str, before: datetime, seconds: float) -> None:
        """Wait, for at most `seconds`, until everything read for the match before this time has been checked."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while waited_for := [_judgement(one) for one in self._by_match.get(match_id, ()) if one.read_at < before]:
            left = until - loop.time()
            if left <= 0:
                return
            await asyncio.wait(waited_for, timeout=left)


def _judgement(arrival: Arrival) -> asyncio.Future[None]:
    if arrival.judged is None:
        arrival.judged = asyncio.get_running_loop().create_future()
    return arrival.judged
