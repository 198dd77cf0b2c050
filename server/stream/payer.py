"""Who pays for what a stream makes the server do (docs/running.md, "Costs")."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from server.costs import CALL
from server.errors import ThrottledError
from server.identity.admission import TOKEN_BURST_SECONDS, Admission
from server.identity.players import Player

_LONGEST_PAUSE_SECONDS: Final = 5
"""Now and then the client is answered all the same, and whoever stops the server does not wait for long."""


@dataclass(frozen=True, slots=True)
class Payer:
    """A player at an address. `pause` waits so many seconds, or until the client is gone."""

    admission: Admission
    player: Player
    address: str
    pause: Callable[[float], Awaitable[None]]

    def pay(self, cost: float = CALL) -> ThrottledError | None:
        """Charge for a frame that has come; what to refuse it with, if nothing is left to the player."""
        return self.admission.pay(self.player, self.address, cost)

    def charge(self, cost: float) -> None:
        """Charge for something that was done."""
        self.admission.charge(self.player, self.address, cost)

    async def slow_down(self) -> None:
        """Wait while the player is far above its limit: by more than may come at once."""
        excess = self.admission.wait(self.player, self.address) - TOKEN_BURST_SECONDS
        if excess > 0:
            await self.pause(min(excess, _LONGEST_PAUSE_SECONDS))
