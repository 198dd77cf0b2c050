"""A player pays for what its streams do, and waits when it is far above its limit."""

from __future__ import annotations

from typing import cast

import pytest

from server.api.streams.payer import Payer
from server.people.identity.admission import TOKEN_BURST_SECONDS, Admission
from server.people.identity.bearers import Bearers
from server.people.identity.tickets import Tickets
from tests.server.people.identity.accounts import access_of
from tests.server.world import FakeClock

RATE = 10
BURST = TOKEN_BURST_SECONDS * RATE


class _Paying:
    """A payer, and how long it had to wait."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.waited: list[float] = []
        admission = Admission(cast("Bearers", None), cast("Tickets", None), self.clock, RATE, RATE)
        self.payer = Payer(admission, access_of("ada"), "127.0.0.1", self._pause)

    async def _pause(self, seconds: float) -> None:
        self.waited.append(seconds)

    async def pay(self, times: int) -> int:
        """Pay `times` times, one after the other; return how often it was refused."""
        refused = 0
        for _ in range(times):
            if self.payer.pay() is not None:
                refused += 1
                await self.payer.slow_down()
        return refused


async def test_requests_above_the_limit_are_refused_and_still_paid_for() -> None:
    paying = _Paying()

    assert await paying.pay(BURST) == 0
    assert await paying.pay(5) == 5

    paying.clock.advance(0.5)
    assert await paying.pay(1) == 1
    paying.clock.advance(0.2)
    assert await paying.pay(1) == 0


async def test_a_player_above_the_limit_by_more_than_a_burst_waits() -> None:
    paying = _Paying()

    await paying.pay(2 * BURST)
    assert max(paying.waited, default=0) < 0.2
    await paying.pay(10)

    assert paying.waited[-1] == pytest.approx(1, abs=0.2)


async def test_no_single_wait_is_longer_than_some_seconds() -> None:
    paying = _Paying()
    paying.payer.charge(10_000)

    await paying.payer.slow_down()

    assert paying.waited == [5]
