"""
Identification and rate limits of callers: by token if it is known, else by address.

A token that this process does not know yet counts by address until the database has identified its player: guessing
tokens allows no more database queries than having none.
"""

from __future__ import annotations

from ipaddress import IPv6Address
from typing import Final

from server.access.costs import CALL
from server.access.errors import ThrottledError
from server.access.player import Player
from server.access.rights import NO_TOKEN
from server.people.identity.bearers import Access, Bearers
from server.people.identity.tickets import Tickets
from server.runtime.clock.clock import Clock
from server.runtime.rate_limits import Limit

TOKEN_BURST_SECONDS: Final = 2
ADDRESS_BURST_SECONDS: Final = 4
"""Calls allowed at once, in seconds of the rate. Higher for addresses, where several players may start together."""

ANSWERS_A_SECOND: Final = 50
"""Number of refusals and free answers per second to an address without delay; further ones are delayed."""

PLAYERS_OF_A_NETWORK: Final = 10
"""All callers from one address together may do as much as this many players with tokens."""


class Admission:
    """Admission to a server."""

    def __init__(
        self, bearers: Bearers, tickets: Tickets, clock: Clock, rate_per_token: float, rate_per_address: float
    ) -> None:
        """Rates are calls per second; 0: no limit."""
        self._bearers = bearers
        self._tickets = tickets
        self._clock = clock
        self._per_token = Limit("token", rate_per_token, TOKEN_BURST_SECONDS, shown=True)
        # The remaining quota is not shown: it would reveal other callers behind the same address.
        self._per_address = Limit("address", rate_per_address, ADDRESS_BURST_SECONDS, shown=False)
        answered = ANSWERS_A_SECOND if rate_per_address else 0
        self._per_answered = Limit("answered", answered, ADDRESS_BURST_SECONDS, shown=False)
        # Accounts are free, so callers with many tokens are also limited by address.
        self._per_network = Limit("network", rate_per_token * PLAYERS_OF_A_NETWORK, TOKEN_BURST_SECONDS, shown=False)

    def stranger(self, address: str, cost: float = CALL) -> None:
        """
        Admit a call of which only the address is known.

        Raises:
            ThrottledError: Too many calls.
        """
        self._per_address.take(network_of(address), self._now(), cost)

    def enter(self, token: str | None, address: str) -> Access | None:
        """
        Admit a call: by its token if this process knows it, else by its address.

        Returns:
            What the token gives; None if not known yet.

        Raises:
            ThrottledError: Too many calls.
        """
        access = self._bearers.look_up(token) if token else None
        if access is None:
            self.stranger(address)
        else:
            self.again(access.player, address)
        return access

    async def identify(self, token: str | None, address: str) -> Access:
        """
        Return what the token of a call gives that was admitted by address; from now on it counts by token.

        Raises:
            RefusedError: The token is missing or does not work.
            ThrottledError: Too many calls.
        """
        if not token:
            raise NO_TOKEN.error()
        return self._count_by_token(await self._bearers.by_token(token), address)

    async def by_token(self, token: str | None, address: str) -> Access:
        """
        Admit a call and return what the token gives.

        Raises:
            RefusedError: The token is missing or does not work.
            ThrottledError: Too many calls.
        """
        return self.enter(token, address) or await self.identify(token, address)

    def remembers(self, access: Access) -> bool:
        """Whether this process has noticed no change of the player since a caller was given this."""
        return self._bearers.remembers(access)

    async def on_behalf(self, bridge: Access, player_id: str) -> Access:
        """
        Return what a caller, whose call is admitted, may do for another player.

        Raises:
            RefusedError: The player has not agreed to it, or not any more.
        """
        return await self._bearers.acting_for(bridge, player_id)

    def again(self, player: Player, address: str, cost: float = CALL) -> None:
        """
        Admit a request of a known player from this address, at this cost (`server.access.costs`).

        Raises:
            ThrottledError: The player or the address has exceeded the limit.
        """
        now = self._now()
        self._per_network.take(network_of(address), now, cost)
        self._per_token.take(_payer_of(player), now, cost)

    def pay(self, player: Player | None, address: str, cost: float = CALL) -> ThrottledError | None:
        """
        Charge for something already received; return the refusal if the player has exceeded the limit.

        Here and below, `player` is None for a caller without a token.
        """
        now = self._now()
        refusal = None
        for limit, caller in self._limits(player, address):
            try:
                limit.take(caller, now, cost)
            except ThrottledError as error:
                limit.charge(caller, now, cost)
                refusal = error
        return refusal

    def charge(self, player: Player | None, address: str, cost: float) -> None:
        """Charge for something whose cost was not known on admission."""
        now = self._now()
        for limit, caller in self._limits(player, address):
            limit.charge(caller, now, cost)

    def wait(self, player: Player | None, address: str) -> float:
        """Return how many seconds the player must wait until the next admission; 0 if none."""
        now = self._now()
        return max(limit.wait(caller, now) for limit, caller in self._limits(player, address))

    async def by_ticket(self, ticket: str, address: str) -> Access:
        """
        Use up a ticket and return what it gives.

        Raises:
            RefusedError: The ticket is unknown, used or too old, or its token does not work.
            ThrottledError: Too many calls.
        """
        self.stranger(address)
        return self._count_by_token(await self._tickets.redeem(ticket), address)

    def tires(self, address: str) -> bool:
        """Count an answer that is free for the caller, such as a refusal; return whether this address gets too many."""
        return self._per_answered.count(network_of(address), self._now())

    def _count_by_token(self, access: Access, address: str) -> Access:
        """Count a call by token that was counted by address before."""
        self._per_address.give_back(network_of(address))
        self.again(access.player, address)
        return access

    def _limits(self, player: Player | None, address: str) -> tuple[tuple[Limit, str], ...]:
        network = network_of(address)
        if player is None:
            return ((self._per_address, network),)
        return ((self._per_network, network), (self._per_token, _payer_of(player)))

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _payer_of(player: Player) -> str:
    """Return who pays: a bridge for what it does for others, who must not be kept from acting by it."""
    return player.through or player.id


def network_of(address: str) -> str:
    """Return what counts as one address: for IPv6 the network of a subscriber, who can choose any address in it."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    # A proxy that listens on both kinds by one socket says an IPv4 address so.
    return str(parsed.ipv4_mapped or int(parsed) >> 64)
