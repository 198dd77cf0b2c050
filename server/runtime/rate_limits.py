"""
Rate limits: a burst, and a steady rate after it (docs/protocol.md, "Too many calls").

Counted in memory, by each process separately.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from contextvars import ContextVar
from typing import Final, NamedTuple

from server.access import codes
from server.access.costs import CALL
from server.access.errors import ThrottledError
from server.runtime.metrics import metrics

_MOST_KEYS: Final = 100_000
"""Maximum number of callers that are remembered; beyond it the least recent ones are dropped."""

_ROUNDING_SECONDS: Final = 1e-4
"""Maximum rounding error of sums of times since 1970."""

_SET_BACK_SECONDS: Final = 1
"""If the clock goes back by more, it was set back, and earlier counts are discarded."""


class Standing(NamedTuple):
    """The state of a caller at a limit: `full_in_seconds` from now its whole burst is available again."""

    limit: Limit
    full_in_seconds: float

    def headers(self) -> list[tuple[bytes, bytes]]:
        """Return `RateLimit-Policy` and `RateLimit`, of draft-ietf-httpapi-ratelimit-headers."""
        return self.limit.headers(self.full_in_seconds)


standing: Final[ContextVar[Standing | None]] = ContextVar("standing", default=None)
"""The standing of the current call, once it is counted."""


class Limit:
    """
    A rate limit per caller (the generic cell rate algorithm): `rate` units per second, `burst` of them at once.

    A plain call costs one unit, other work what `server.access.costs` says. A caller with one unit left may do
    something that costs more, and then waits longer. One number is stored for each caller: when it would have used up
    what it took, at the steady rate.
    """

    def __init__(self, name: str, rate: float, burst_seconds: int, *, shown: bool) -> None:
        """`rate` 0: no limit. `shown`: whether replies show callers their remaining quota."""
        self._name = name
        self._rate = rate
        self._shown = shown
        self._burst = max(1, int(rate * burst_seconds))
        self._burst_seconds = self._burst / rate if rate else 0.0
        self._call_seconds = CALL / rate if rate else 0.0
        self._policy = f'"{name}";q={self._burst};w={burst_seconds}'.encode()
        self._used_up_at: OrderedDict[Hashable, float] = OrderedDict()
        self._latest = 0.0

    def take(self, caller: Hashable, now: float, cost: float = CALL) -> None:
        """
        Admit something at this cost, `now` in seconds.

        Raises:
            ThrottledError: The caller has exceeded the limit; nothing is charged.
        """
        if not self._rate:
            return
        used_up_at = self._used_up(caller, now)
        early = used_up_at + self._call_seconds - now - self._burst_seconds
        if early > _ROUNDING_SECONDS:
            metrics.throttled[self._name] += 1
            standing.set(Standing(self, used_up_at - now))
            raise ThrottledError(
                codes.TOO_MANY_REQUESTS,
                f"The limit is {self._rate:g} calls per second, with bursts of {self._burst}. Wait, then slow down.",
                math.ceil(early),
            )
        self._charge(caller, used_up_at + cost * self._call_seconds, now)

    def charge(self, caller: Hashable, now: float, cost: float) -> None:
        """Charge for something that is already being done, so later calls wait longer."""
        if self._rate:
            self._charge(caller, self._used_up(caller, now) + cost * self._call_seconds, now)

    def count(self, caller: Hashable, now: float) -> bool:
        """Count something that is not refused; return whether it exceeds the limit. Replies do not show this limit."""
        if not self._rate:
            return False
        if self.wait(caller, now):
            return True
        self._note(caller, self._used_up(caller, now) + self._call_seconds, now)
        return False

    def wait(self, caller: Hashable, now: float) -> float:
        """Return how many seconds the caller has to wait for admission; 0 if none."""
        if not self._rate:
            return 0
        return max(0, self._used_up(caller, now) + self._call_seconds - now - self._burst_seconds)

    def headers(self, full_in_seconds: float) -> list[tuple[bytes, bytes]]:
        """Return the headers for a caller whose whole burst is available again in `full_in_seconds`."""
        policy = (b"ratelimit-policy", self._policy)
        if not self._shown:
            return [policy]
        left = max(0, int(self._burst - (full_in_seconds - _ROUNDING_SECONDS) * self._rate))
        return [policy, (b"ratelimit", f'"{self._name}";r={left};t={math.ceil(full_in_seconds)}'.encode())]

    def give_back(self, caller: Hashable) -> None:
        """Undo the count of one call."""
        if caller in self._used_up_at:
            self._used_up_at[caller] -= self._call_seconds

    def _used_up(self, caller: Hashable, now: float) -> float:
        if now < self._latest - _SET_BACK_SECONDS:
            self._used_up_at.clear()
        self._latest = now
        used_up_at = self._used_up_at.get(caller, now)
        return used_up_at if used_up_at > now else now

    def _charge(self, caller: Hashable, used_up_at: float, now: float) -> None:
        self._note(caller, used_up_at, now)
        standing.set(Standing(self, used_up_at - now))

    def _note(self, caller: Hashable, used_up_at: float, now: float) -> None:
        known = self._used_up_at
        if caller in known:
            known.move_to_end(caller)
        else:
            self._forget(now)
        known[caller] = used_up_at

    def _forget(self, now: float) -> None:
        """Drop old callers: for each new one, the two least recent."""
        for _ in range(2):
            caller, used_up_at = next(iter(self._used_up_at.items()), (None, math.inf))
            if used_up_at > now and len(self._used_up_at) < _MOST_KEYS:
                return
            del self._used_up_at[caller]
