"""
How often calls may come: so many at once, and a steady rate after (docs/protocol.md, "Too many calls").

In the memory of this process alone: another one counts for itself.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from server.errors import ThrottledError
from server.figures import figures

_MOST_KEYS: Final = 100_000
"""Of how many callers it is known when they came; beyond, those who came longest ago are forgotten."""


@dataclass(frozen=True, slots=True)
class Standing:
    """
    Where a call stands by its limit, as its reply's headers tell it.

    `policy` is the limit itself. `left` is how many calls more would be taken at once, and `full_in_seconds` when that
    would be as many as can be; None where it is not told.
    """

    name: str
    policy: str
    left: int | None = None
    full_in_seconds: int = 0

    def headers(self) -> list[tuple[bytes, bytes]]:
        """`RateLimit-Policy` and `RateLimit`, of draft-ietf-httpapi-ratelimit-headers."""
        policy = (b"ratelimit-policy", self.policy.encode())
        if self.left is None:
            return [policy]
        return [policy, (b"ratelimit", f'"{self.name}";r={self.left};t={self.full_in_seconds}'.encode())]


standing: Final[ContextVar[Standing | None]] = ContextVar("standing", default=None)
"""That of the call at hand, once it is counted."""


class Limit:
    """
    A limit for each of many callers (the generic cell rate algorithm): `rate` calls a second, `burst` of them at once.

    Of a caller one number is kept: when it would have used up what it took, at the steady rate.
    """

    def __init__(self, name: str, rate: float, burst_seconds: int, *, told: bool) -> None:
        """`rate` 0 lets everything pass. `told`: whether callers are told what is left to them."""
        self._name = name
        self._rate = rate
        self._told = told
        self._burst = max(1, int(rate * burst_seconds))
        self._policy = f'"{name}";q={self._burst};w={burst_seconds}'
        self._used_up_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, caller: Hashable, now: float) -> None:
        """
        Count a call, `now` in seconds.

        Raises:
            ThrottledError: It is one too many, and not counted.
        """
        if not self._rate:
            return
        # A clock that was set back must not shut anyone out for longer than a burst lasts.
        kept = min(self._used_up_at.get(caller, now), now + self._burst / self._rate)
        used_up_at = max(kept, now) + 1 / self._rate
        early = used_up_at - now - self._burst / self._rate
        if early > 1e-9:  # Less is rounding.
            figures.throttled[self._name] += 1
            self._used_up_at[caller] = kept
            standing.set(self._standing(0, kept - now))
            raise ThrottledError(
                "too_many_requests",
                f"At most {self._burst} calls at once and {self._rate:g} a second. Wait, and then go slower.",
                math.ceil(early),
            )
        self._used_up_at[caller] = used_up_at
        self._used_up_at.move_to_end(caller)
        self._forget(now)
        standing.set(self._standing(int(-early * self._rate + 1e-6), used_up_at - now))

    def give_back(self, caller: Hashable) -> None:
        """Count one call less."""
        if caller in self._used_up_at:
            self._used_up_at[caller] -= 1 / self._rate

    def _standing(self, left: int, full_in: float) -> Standing:
        return Standing(self._name, self._policy, left if self._told else None, math.ceil(full_in))

    def _forget(self, now: float) -> None:
        """Keep no more than is needed: two of those that came first go for each that comes."""
        for _ in range(2):
            caller, used_up_at = next(iter(self._used_up_at.items()), (None, math.inf))
            if used_up_at > now and len(self._used_up_at) <= _MOST_KEYS:
                return
            del self._used_up_at[caller]
