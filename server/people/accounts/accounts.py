"""All that there is of accounts, as the pages use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts.ceremonies import Ceremonies
from server.people.accounts.links import SignInLinks
from server.people.accounts.names import Names
from server.people.accounts.newcomers import Newcomers
from server.people.accounts.origin import Origins
from server.people.accounts.passkeys import Passkeys
from server.people.accounts.providers import Providers
from server.people.accounts.recovery import Recovery
from server.people.accounts.sessions import Session, Sessions
from server.people.identity.acting import Actor, require_acting
from server.people.identity.changes import Changes, insert_change
from server.people.identity.ways_in import end_access
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import begin
from server.runtime.settings import OpenIdProvider


@dataclass(frozen=True, slots=True)
class Accounts:
    """The parts."""

    origins: Origins
    sessions: Sessions
    ceremonies: Ceremonies
    passkeys: Passkeys
    recovery: Recovery
    providers: Providers
    database: AsyncEngine
    changes: Changes
    clock: Clock
    newcomers: Newcomers
    names: Names
    links: SignInLinks

    def require_proof(self, session: Session) -> None:
        """
        Check that somebody has signed in just now, before ways in are added or removed.

        Raises:
            RefusedError: It was too long ago: somebody else may use the browser now.
        """
        if not session.is_proof(self.clock.now()):
            raise RefusedError(
                codes.PROOF_NEEDED, "Sign in once more first: your last sign-in was more than ten minutes ago."
            )

    async def remove_passkey(self, session: Session, passkey_id: str) -> None:
        """
        Remove a passkey of the player.

        Raises:
            RefusedError: The player could not sign in any more, or has shown a way in that is too young for that.
        """
        added = {one.passkey_id: one.created_at for one in await self.passkeys.of(session.player_id)}
        self._require_rank(session, added, passkey_id)
        await self._require_another(session.player_id, passkey_id)
        await self.passkeys.remove(session.player_id, passkey_id)

    async def remove_provider(self, session: Session, issuer: str) -> None:
        """
        Remove the player's account at a provider.

        Raises:
            RefusedError: The player could not sign in any more, or has shown a way in that is too young for that.
        """
        accounts = await self.providers.of(session.player_id)
        self._require_rank(session, {one.issuer: one.created_at for one in reversed(accounts)}, issuer)
        await self._require_another(session.player_id, issuer)
        await self.providers.remove(session.player_id, issuer)

    async def make_recovery_codes(self, session: Session) -> list[str]:
        """
        Return new recovery codes of the player, in place of the earlier ones.

        Raises:
            RefusedError: The player has shown a way in that is too young to end the earlier ones.
        """
        made_at = await self.recovery.time_made(session.player_id)
        self._require_rank(session, {} if made_at is None else {"": made_at}, "")
        return await self.recovery.make(session.player_id, session.actor)

    async def end_access(
        self, by: Actor, since: str, *, keep_token: str | None = None, keep_session: str | None = None
    ) -> None:
        """
        Sign a player out everywhere, but in what is to be kept, and remove the ways in that are younger than `since`.

        Raises:
            RefusedError: What `by` acts with was withdrawn meanwhile.
        """
        now = self.clock.now()
        ending = end_access(by.player_id, since, keep_token=keep_token, keep_session=keep_session)
        async with begin(self.database) as connection:
            await require_acting(connection, by, now)
            for statement in ending:
                await connection.execute(statement)
            await connection.execute(insert_change(now, by.player_id))
        await self.changes.notify(by.player_id)

    def _require_rank(self, session: Session, added: Mapping[str, str], removed: str) -> None:
        """Refuse to end a way in with a younger one: a thief who has added it would shut out who was there before."""
        added_at = added.get(removed)
        if added_at is not None and not session.outranks(added_at, self.clock.now()):
            raise RefusedError(
                codes.YOUNGER_WAY_IN,
                "You have signed in with something newer, added within the last week. Sign in with the older one.",
            )

    async def _require_another(self, player_id: str, removed: str) -> None:
        """Refuse to remove the last way in that still works; passkeys with copies and gone providers do not count."""
        ways = [one.passkey_id for one in await self.passkeys.of(player_id) if one.copied_at is None]
        ways += [one.issuer for one in await self.providers.of(player_id) if one.name is not None]
        if ways == [removed]:
            raise RefusedError(codes.LAST_WAY_IN, "This is your only way to sign in. Add another one first.")


def accounts_of(
    database: AsyncEngine,
    changes: Changes,
    clock: Clock,
    public_url: str | None,
    base_path: str,
    providers: Iterable[OpenIdProvider],
) -> Accounts:
    """Return the accounts of a server."""
    origins, ceremonies = Origins(public_url, base_path), Ceremonies(database, clock)
    return Accounts(
        origins,
        Sessions(database, origins, clock),
        ceremonies,
        Passkeys(database, ceremonies, clock),
        Recovery(database, clock),
        Providers(database, ceremonies, clock, providers),
        database,
        changes,
        clock,
        Newcomers(database, clock),
        Names(database, clock, changes),
        SignInLinks(database, clock),
    )
