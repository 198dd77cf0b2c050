"""All that there is of accounts, as the pages use it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from server import codes
from server.accounts.ceremonies import Ceremonies
from server.accounts.names import Names
from server.accounts.newcomers import Newcomers
from server.accounts.origin import Origins
from server.accounts.passkeys import Passkeys
from server.accounts.providers import Providers
from server.accounts.recovery import Recovery
from server.accounts.sessions import Sessions
from server.clock.clock import Clock
from server.errors import RefusedError
from server.identity.changes import Changes
from server.identity.players import Players
from server.settings import OpenIdProvider


@dataclass(frozen=True, slots=True)
class Accounts:
    """The parts."""

    origins: Origins
    sessions: Sessions
    ceremonies: Ceremonies
    passkeys: Passkeys
    recovery: Recovery
    providers: Providers
    newcomers: Newcomers
    names: Names

    async def remove_passkey(self, player_id: str, passkey_id: str) -> None:
        """
        Remove a passkey of the player.

        Raises:
            RefusedError: The player could not sign in any more.
        """
        await self._require_another(player_id, passkey_id)
        await self.passkeys.remove(player_id, passkey_id)

    async def remove_provider(self, player_id: str, issuer: str) -> None:
        """
        Remove the player's account at a provider.

        Raises:
            RefusedError: The player could not sign in any more.
        """
        await self._require_another(player_id, issuer)
        await self.providers.remove(player_id, issuer)

    async def _require_another(self, player_id: str, removed: str) -> None:
        """Refuse to remove the last way in that is not used up; passkeys with copies and gone providers are none."""
        ways = [one.passkey_id for one in await self.passkeys.of(player_id) if one.copied_at is None]
        ways += [one.issuer for one in await self.providers.of(player_id) if one.name is not None]
        if ways == [removed]:
            raise RefusedError(
                codes.LAST_WAY_IN, "This is the only way in which you can sign in. Add another one first."
            )


def accounts_of(
    database: AsyncEngine,
    players: Players,
    changes: Changes,
    clock: Clock,
    public_url: str | None,
    providers: Iterable[OpenIdProvider],
) -> Accounts:
    """Return the accounts of a server."""
    origins, ceremonies = Origins(public_url), Ceremonies(database, clock)
    return Accounts(
        origins,
        Sessions(database, players, origins, clock),
        ceremonies,
        Passkeys(database, ceremonies, clock),
        Recovery(database, clock),
        Providers(database, ceremonies, clock, providers),
        Newcomers(database, clock),
        Names(database, clock, changes),
    )
