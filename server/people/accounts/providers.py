"""
OpenID providers that the operator has configured: how players sign in with accounts that they have elsewhere.

A sign-in is a ceremony, whose secret is the `state`: it is good once, in the browser that began it. Its nonce and the
verifier of its code stay on the server.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import Insert, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.datastructures import QueryParams

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts.ceremonies import Ceremonies
from server.people.accounts.claims import claim
from server.people.accounts.forms import Visitor
from server.people.accounts.origin import Origin
from server.people.accounts.sessions import delete_sessions_of
from server.people.identity.acting import Actor, require_acting
from server.runtime.clock.clock import Clock
from server.runtime.credentials import new_secret
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import ProviderAccountRow
from server.runtime.settings import OpenIdProvider
from server.runtime.times import timestamp

if TYPE_CHECKING:
    from server.people.accounts.openid import OpenIdClient, ProviderError

_CEREMONY: Final = "provider"

_accounts = ProviderAccountRow.__table__

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProviderAccount:
    """An account of a player elsewhere; `name` is that of the provider, None if it is no longer configured."""

    issuer: str
    name: str | None
    created_at: str
    used_on: str | None


@dataclass(frozen=True, slots=True)
class Returned:
    """
    Somebody who comes back from a provider: who they are there, and to what it belongs here.

    `player_id` has this account; None: nobody. `adding_to` is the player who wants to add it; None: somebody signs in.
    `next_path` is the next page.
    """

    issuer: str
    subject: str
    player_id: str | None
    adding_to: str | None
    next_path: str


class Providers:
    """The providers of this server, by name."""

    def __init__(
        self, database: AsyncEngine, ceremonies: Ceremonies, clock: Clock, configured: Iterable[OpenIdProvider]
    ) -> None:
        self._database = database
        self._ceremonies = ceremonies
        self._clock = clock
        self._configured = {provider.name: provider for provider in configured}
        self._clients = {name: _client_of(provider, clock) for name, provider in self._configured.items()}

    @property
    def names(self) -> list[str]:
        """The names of all providers, in the order of the setting."""
        return list(self._configured)

    async def begin(self, origin: Origin, visitor: Visitor, name: str, next_path: str, adding_to: str | None) -> str:
        """
        Return the address at a provider to which the browser must go.

        Raises:
            RefusedError: There is no such provider, or it cannot be reached.
        """
        from server.people.accounts.openid import ProviderError

        client = self._client(name)
        nonce, verifier = new_secret(), new_secret()
        content = {"provider": name, "nonce": nonce, "verifier": verifier, "next": next_path}
        if adding_to is not None:
            content["adding_to"] = adding_to
        state = await self._ceremonies.begin(_CEREMONY, visitor, content)
        try:
            return await client.begin(redirect_uri(origin, name), state, nonce, verifier)
        except ProviderError as error:
            raise self._unreachable(name, error) from None

    async def finish(self, origin: Origin, visitor: Visitor, name: str, given: QueryParams) -> Returned:
        """
        Return who comes back from a provider.

        Raises:
            RefusedError: This browser has not gone there, or was there before with this `state`; the provider does not
                say who it is, or another one does.
        """
        from server.people.accounts.openid import ProviderError

        client = self._client(name)
        content = await self._ceremonies.finish(_CEREMONY, visitor, given.get("state", ""))
        if content["provider"] != name:
            raise _refusal()
        try:
            subject = await client.finish(redirect_uri(origin, name), given, content["nonce"], content["verifier"])
        except ProviderError as error:
            log.warning("signing in with %s failed: %s", name, error)
            raise _refusal() from None
        issuer = self._configured[name].issuer
        wanted = select(_accounts.c.player_id).where(_accounts.c.issuer == issuer, _accounts.c.subject == subject)
        player_id = (await fetch(self._database, wanted)).scalar_one_or_none()
        return Returned(issuer, subject, player_id, content.get("adding_to"), content["next"])

    async def add(self, returned: Returned, by: Actor) -> None:
        """
        Let a player sign in with an account elsewhere; nothing changes if they can already.

        Raises:
            RefusedError: Another player signs in with it, or the session has ended.
        """
        if returned.player_id == by.player_id:
            return
        now = self._clock.now()
        try:
            async with begin(self._database) as connection:
                await require_acting(connection, by, now)
                await claim(connection, by, now)
                await connection.execute(insert_account(returned, by.player_id, timestamp(now)))
        except IntegrityError:
            raise account_in_use() from None

    async def note_use(self, returned: Returned) -> None:
        """Store that somebody has signed in."""
        used = (
            update(ProviderAccountRow)
            .where(_accounts.c.issuer == returned.issuer, _accounts.c.subject == returned.subject)
            .values(used_on=timestamp(self._clock.now())[:10])
        )
        await execute(self._database, used)

    async def of(self, player_id: str) -> list[ProviderAccount]:
        """Return the accounts of the player elsewhere, oldest first."""
        names = {provider.issuer: name for name, provider in self._configured.items()}
        wanted = select(_accounts).where(_accounts.c.player_id == player_id).order_by(_accounts.c.created_at)
        rows = (await fetch(self._database, wanted)).all()
        return [ProviderAccount(row.issuer, names.get(row.issuer), row.created_at, row.used_on) for row in rows]

    async def remove(self, player_id: str, issuer: str) -> None:
        """Remove the player's accounts at a provider, and end the sessions that they opened."""
        removed = delete(ProviderAccountRow).where(_accounts.c.player_id == player_id, _accounts.c.issuer == issuer)
        await execute(
            self._database, lock_player(player_id), removed, delete_sessions_of(player_id, session_mark(issuer))
        )

    def _client(self, name: str) -> OpenIdClient:
        client = self._clients.get(name)
        if client is None:
            raise RefusedError(codes.UNKNOWN_PROVIDER, "This server has no such provider. Choose one on the page.")
        return client

    def _unreachable(self, name: str, error: ProviderError) -> RefusedError:
        log.warning("%s cannot be used: %s", name, error)
        return RefusedError(
            codes.PROVIDER_UNREACHABLE, "This provider does not respond. Try again later, or sign in in another way."
        )


def insert_account(returned: Returned, player_id: str, at: str) -> Insert:
    """Return the statement that lets a player sign in with an account elsewhere."""
    row = ProviderAccountRow(
        issuer=returned.issuer, subject=returned.subject, player_id=player_id, created_at=at, used_on=at[:10]
    )
    return _accounts.insert().values(**row.model_dump())


def redirect_uri(origin: Origin, name: str) -> str:
    """Return the address to which a provider sends browsers back; operators register it there."""
    return f"{origin.address}/account/providers/{name}/callback"


def session_mark(issuer: str) -> str:
    """Return what a session is marked with that an account at this provider has opened."""
    return f"provider:{issuer}"


def account_in_use() -> RefusedError:
    return RefusedError(codes.PROVIDER_ACCOUNT_TAKEN, "Another player of this server uses this account to sign in.")


def _refusal() -> RefusedError:
    return RefusedError(codes.PROVIDER_REFUSED, "The provider did not confirm who you are. Try again.")


def _client_of(provider: OpenIdProvider, clock: Clock) -> OpenIdClient:
    # Loaded when the server starts, if it has a provider.
    from server.people.accounts.openid import OpenIdClient

    return OpenIdClient(provider, clock)
