"""
Who calls, and whether not too often: by token where the token is good, else by address.

A token that this process does not know yet is counted by address until the database has named its player: whoever
guesses tokens gets no more looks at the database than whoever has none.
"""

from __future__ import annotations

from ipaddress import IPv6Address
from typing import Final

from server.access import NO_TOKEN
from server.clock.clock import Clock
from server.costs import CALL
from server.errors import ThrottledError
from server.identity.players import Player, Players
from server.limits import Limit

TOKEN_BURST_SECONDS: Final = 2
ADDRESS_BURST_SECONDS: Final = 4
"""How many seconds' worth of calls may come at once. Of one address more players may begin at once."""

ANSWERS_A_SECOND: Final = 50
"""So many refusals, and answers that cost nothing, an address is given at once; the others come late."""

PLAYERS_OF_A_NETWORK: Final = 10
"""As much as so many players may do by their tokens, all callers from one address may do together."""


class Admission:
    """The door to a server."""

    def __init__(self, players: Players, clock: Clock, rate_per_token: float, rate_per_address: float) -> None:
        """Rates are calls a second; 0 lets everything pass."""
        self._players = players
        self._clock = clock
        self._per_token = Limit("token", rate_per_token, TOKEN_BURST_SECONDS, told=True)
        # What is left is not told: it would tell of others behind the same address.
        self._per_address = Limit("address", rate_per_address, ADDRESS_BURST_SECONDS, told=False)
        answered = ANSWERS_A_SECOND if rate_per_address else 0
        self._per_answered = Limit("answered", answered, ADDRESS_BURST_SECONDS, told=False)
        # Tokens are free, so whoever makes many of them is bounded by where the calls come from.
        self._per_network = Limit("network", rate_per_token * PLAYERS_OF_A_NETWORK, TOKEN_BURST_SECONDS, told=False)

    def stranger(self, address: str, cost: float = CALL) -> None:
        """
        Admit a call of which only the address is known.

        Raises:
            ThrottledError: Too many calls.
        """
        self._per_address.take(network_of(address), self._now(), cost)

    def enter(self, token: str | None, address: str) -> Player | None:
        """
        Admit a call: by its token where this process knows whose it is, else by its address.

        Returns:
            Whose token it is; None if that is not known yet.

        Raises:
            ThrottledError: Too many calls.
        """
        player = None if token is None else self._players.remembered(token)
        if player is None:
            self.stranger(address)
        else:
            self.again(player, address)
        return player

    async def identify(self, token: str | None, address: str) -> Player:
        """
        Whose token this is, of a call that was admitted by its address; from then on it counts by the token.

        Raises:
            UnauthenticatedError: Nobody's, or there is none.
            ThrottledError: Too many calls.
        """
        if token is None:
            raise NO_TOKEN.error()
        return self._known(await self._players.by_token(token), address)

    async def by_token(self, token: str | None, address: str) -> Player:
        """
        Admit a call, and say whose token this is.

        Raises:
            UnauthenticatedError: Nobody's, or there is none.
            ThrottledError: Too many calls.
        """
        return self.enter(token, address) or await self.identify(token, address)

    def again(self, player: Player, address: str, cost: float = CALL) -> None:
        """
        Admit something that a known player asks for from this address, at this cost (`server.costs`).

        Raises:
            ThrottledError: Nothing is left to the player, or to the address.
        """
        now = self._now()
        self._per_network.take(network_of(address), now, cost)
        self._per_token.take(player.id, now, cost)

    def pay(self, player: Player, address: str, cost: float = CALL) -> ThrottledError | None:
        """Charge for something that has come in any case; what to refuse it with, if nothing is left to the player."""
        now = self._now()
        refusal = None
        for limit, caller in ((self._per_network, network_of(address)), (self._per_token, player.id)):
            try:
                limit.take(caller, now, cost)
            except ThrottledError as error:
                limit.charge(caller, now, cost)
                refusal = error
        return refusal

    def charge_stranger(self, address: str, cost: float) -> None:
        """Charge an address for something whose cost was not known when it was admitted."""
        self._per_address.charge(network_of(address), self._now(), cost)

    def charge(self, player: Player, address: str, cost: float) -> None:
        """Charge for something whose cost was not known when it was admitted."""
        now = self._now()
        self._per_network.charge(network_of(address), now, cost)
        self._per_token.charge(player.id, now, cost)

    def wait(self, player: Player, address: str) -> float:
        """How many seconds the player has to wait until something more is admitted; 0 if it is now."""
        now = self._now()
        return max(self._per_network.wait(network_of(address), now), self._per_token.wait(player.id, now))

    async def by_ticket(self, ticket: str, address: str) -> Player:
        """
        Whose ticket this is; it is used up.

        Raises:
            UnauthenticatedError: Unknown, used or too old.
            ThrottledError: Too many calls.
        """
        self.stranger(address)
        return self._known(await self._players.redeem_ticket(ticket), address)

    def tires(self, address: str) -> bool:
        """Count an answer that costs the caller nothing, such as a refusal; whether too many go to this address."""
        return self._per_answered.passed(network_of(address), self._now())

    def _known(self, player: Player, address: str) -> Player:
        """Count a call by token that was counted by address before."""
        self._per_address.give_back(network_of(address))
        self.again(player, address)
        return player

    def _now(self) -> float:
        return self._clock.now().timestamp()


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the network of one subscriber, who may choose from it at will."""
    if ":" not in address:
        return address
    try:
        return str(int(IPv6Address(address.partition("%")[0])) >> 64)
    except ValueError:
        return address
