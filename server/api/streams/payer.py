"""The player who is charged for the work of a stream (docs/running.md, "Costs")."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from server.access.costs import CALL
from server.access.errors import ThrottledError
from server.access.player import Player
from server.people.identity.admission import TOKEN_BURST_SECONDS, Admission
from server.people.identity.bearers import Access

_LONGEST_PAUSE_SECONDS: Final = 5
"""Limits the pause, so that the client still gets answers and a shutdown does not wait long."""


@dataclass(frozen=True, slots=True)
class Payer:
    """
    What a token gives, at an address; or without a token only the address.

    `pause` waits for a number of seconds, or until the client disconnects.
    """

    admission: Admission
    access: Access | None
    address: str
    pause: Callable[[float], Awaitable[None]]

    @property
    def player(self) -> Player | None:
        return None if self.access is None else self.access.player

    def pay(self, cost: float = CALL) -> ThrottledError | None:
        """Charge for a received frame; return the refusal if the player has exceeded the limit."""
        return self.admission.pay(self.player, self.address, cost)

    def charge(self, cost: float) -> None:
        """Charge for work that was done."""
        self.admission.charge(self.player, self.address, cost)

    async def slow_down(self) -> None:
        """Wait while the player is far above its limit, by more than a whole burst."""
        excess = self.admission.wait(self.player, self.address) - TOKEN_BURST_SECONDS
        if excess > 0:
            await self.pause(min(excess, _LONGEST_PAUSE_SECONDS))
