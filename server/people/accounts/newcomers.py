"""New accounts: a player who exists from the moment at which there is a way to sign in."""

from __future__ import annotations

from sqlalchemy import Insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts import passkeys, providers
from server.people.accounts.passkeys import NewAccount
from server.people.accounts.providers import Returned
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import execute
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import new_id
from server.runtime.times import timestamp

_players = PlayerRow.__table__


class Newcomers:
    """Makes players who sign in; those who have just a token are made by `server.people.identity.players`."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def new_player_id(self) -> str:
        """Return the id of a player who does not exist yet."""
        return new_id(self._clock.now())

    async def by_passkey(self, account: NewAccount) -> None:
        """
        Store a player with the passkey that was made for the account.

        Raises:
            RefusedError: An authenticator gave the id of another passkey.
        """
        if not await self._store(account.player_id, account.name, passkeys.insert_passkey(account.passkey)):
            raise RefusedError(codes.PASSKEY_REFUSED, "This passkey does not work here. Try another one.")

    async def by_provider(self, returned: Returned, name: str) -> str:
        """
        Store a player who signs in with an account elsewhere, and return its id.

        Raises:
            RefusedError: Another player signs in with it.
        """
        player_id, now = self.new_player_id(), timestamp(self._clock.now())
        if not await self._store(player_id, name, providers.insert_account(returned, player_id, now)):
            raise providers.account_in_use()
        return player_id

    async def _store(self, player_id: str, name: str, way_in: Insert) -> bool:
        """Store a player together with a way to sign in; return False if the latter is another's."""
        row = PlayerRow(id=player_id, name=name, administrator=False, created_at=timestamp(self._clock.now()))
        try:
            await execute(self._database, _players.insert().values(**row.model_dump()), way_in)
        except IntegrityError:
            return False
        return True
