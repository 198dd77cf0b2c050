"""
Who calls, and whether not too often: by token where the token is good, else by address.

A token that this process does not know yet is counted by address until the database has named its player: whoever
guesses tokens gets no more looks at the database than whoever has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address
from typing import Final

from server.access import NO_TOKEN
from server.clock.clock import Clock
from server.identity.players import Player, Players
from server.limits import Limit

TOKEN_BURST_SECONDS: Final = 2
ADDRESS_BURST_SECONDS: Final = 4
"""How many seconds' worth of calls may come at once. Of one address more players may begin at once."""


class Admission:
    """The door to a server."""

    def __init__(self, players: Players, clock: Clock, rate_per_token: float, rate_per_address: float) -> None:
        """Rates are calls a second; 0 lets everything pass."""
        self._players = players
        self._clock = clock
        self._per_token = Limit("token", rate_per_token, TOKEN_BURST_SECONDS, told=True)
        # What is left is not told: it would tell of others behind the same address.
        self._per_address = Limit("address", rate_per_address, ADDRESS_BURST_SECONDS, told=False)

    def stranger(self, address: str) -> None:
        """
        Let someone call of whom only the address is known.

        Raises:
            ThrottledError: Too many calls.
        """
        self._per_address.take(_network(address), self._now())

    async def by_token(self, token: str | None, address: str) -> Player:
        """
        Whose token this is.

        Raises:
            UnauthenticatedError: Nobody's, or there is none.
            ThrottledError: Too many calls.
        """
        player = None if token is None else self._players.remembered(token)
        if player is None:
            player = await self._unknown(address, lambda: self._find(token))
        self._per_token.take(player.id, self._now())
        return player

    def again(self, player: Player) -> None:
        """
        Let someone ask once more who is known already.

        Raises:
            ThrottledError: Too many calls.
        """
        self._per_token.take(player.id, self._now())

    async def by_ticket(self, ticket: str, address: str) -> Player:
        """
        Whose ticket this is; it is used up.

        Raises:
            UnauthenticatedError: Unknown, used or too old.
            ThrottledError: Too many calls.
        """
        player = await self._unknown(address, lambda: self._players.redeem_ticket(ticket))
        self._per_token.take(player.id, self._now())
        return player

    async def _unknown(self, address: str, find: Callable[[], Awaitable[Player]]) -> Player:
        self.stranger(address)
        player = await find()
        self._per_address.give_back(_network(address))
        return player

    async def _find(self, token: str | None) -> Player:
        if token is None:
            raise NO_TOKEN.error()
        return await self._players.by_token(token)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _network(address: str) -> str:
    """What counts as one address: of IPv6 the network of one subscriber, who may choose from it at will."""
    if ":" not in address:
        return address
    try:
        return str(int(IPv6Address(address.partition("%")[0])) >> 64)
    except ValueError:
        return address
