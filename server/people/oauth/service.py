"""OAuth for the routes: each request is one transaction, in which Authlib runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar
from urllib.parse import urlencode

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import OAuth2Error
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.scopes import Scopes, read_scopes
from server.people.identity.acting import Actor
from server.people.identity.changes import Changes
from server.people.oauth.clients import Client, Redirect, redirect_of
from server.people.oauth.metadata import AUTHORIZE_PATH, DEVICE_CODES_PATH, REVOKE_PATH, TOKEN_PATH
from server.people.oauth.protocol import OAuthReply, OAuthServer, Request, plain, sentence_of
from server.people.oauth.storage import Storage
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import begin
from server.runtime.rate_limits import Limit

LONGEST_REQUEST: Final = 3_000
"""Characters of the query of an authorisation request: signing in leads back to its address."""

_T = TypeVar("_T")

Pairs: TypeAlias = Sequence[tuple[str, str]]

DEVICE_CODES_PER_ADDRESS: Final = 20
"""Number of device codes that an address gets at once; then one each half minute."""

WRONG_USER_CODES: Final = 10
"""Number of wrong user codes that a player can enter at once; then one each minute."""


@dataclass(frozen=True, slots=True)
class Asked:
    """
    What a client asks a player for; `redirect` is where the answer goes, None for a device. `bridge_id` is the player
    who is the client, if it is a bridge.
    """

    client: str
    scopes: Scopes
    redirect: Redirect | None
    bridge_id: str | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """
    Why a request of a client is not shown to the player, for the author of the client.

    `back` is the answer for the client, if it is known where that goes. It is only given when the player wants it: the
    redirect URI is not registered, so an answer by itself would be an open redirect (RFC 9700, section 4.11.2).
    """

    error: str
    sentence: str
    back: str | None = field(repr=False)
    redirect: Redirect | None


class OAuth:
    """The authorisation server."""

    def __init__(self, database: AsyncEngine, clock: Clock, changes: Changes) -> None:
        self._database = database
        self._clock = clock
        self._changes = changes
        self._device_codes = Limit("device codes", 1 / 30, 30 * DEVICE_CODES_PER_ADDRESS, shown=False)
        self._user_codes = Limit("user codes", 1 / 60, 60 * WRONG_USER_CODES, shown=False)

    def read_request(self, issuer: str, pairs: Pairs) -> Asked | Mistake:
        """Return what an authorisation request asks for."""
        if len(urlencode(pairs)) > LONGEST_REQUEST:
            sentence = f"The query has more than {LONGEST_REQUEST} characters. A shorter state would do."
            return Mistake("invalid_request", sentence, None, None)
        request = Request("GET", issuer + AUTHORIZE_PATH, pairs)
        try:
            grant = OAuthServer(issuer).get_consent_grant(request, None)
        except OAuth2Error as error:
            return _mistake(issuer, error)
        client, redirect = request.client, redirect_of(grant.redirect_uri)
        return Asked(client.client_id, read_scopes(request.scope), redirect, client.bridge_id)

    async def answer(self, issuer: str, pairs: Pairs, by: Actor, *, allowed: bool) -> str | Mistake:
        """Return the address that gives the client the decision of `by`, with a code if allowed."""
        request = Request("POST", issuer + AUTHORIZE_PATH, pairs)

        def decide(storage: Storage) -> str | Mistake:
            server = OAuthServer(issuer, storage)
            try:
                grant = server.get_consent_grant(request, None)
            except OAuth2Error as error:
                return _mistake(issuer, error)
            granting = storage.acting(by) if allowed else None
            if granting is not None:
                storage.agree(by, request.client, read_scopes(request.scope))
            reply: OAuthReply = server.create_authorization_response(request, granting, grant)
            return reply.location

        return await self._do(decide)

    async def token(self, issuer: str, pairs: Pairs) -> OAuthReply:
        """Answer at the token endpoint."""
        request = Request("POST", issuer + TOKEN_PATH, pairs)
        return await self._do(lambda storage: OAuthServer(issuer, storage).create_token_response(request))

    async def revoke(self, issuer: str, pairs: Pairs) -> OAuthReply:
        """Answer at the revocation endpoint."""
        request = Request("POST", issuer + REVOKE_PATH, pairs)
        return await self._do(
            lambda storage: OAuthServer(issuer, storage).create_endpoint_response("revocation", request)
        )

    async def device_codes(self, issuer: str, pairs: Pairs, network: str) -> OAuthReply:
        """
        Answer at the device authorisation endpoint.

        Raises:
            ThrottledError: Too many from this network.
            TooManyDevicesError: Too many in all.
        """
        self._device_codes.take(network, self._now())
        request = Request("POST", issuer + DEVICE_CODES_PATH, pairs)
        name = "device_authorization"
        return await self._do(lambda storage: OAuthServer(issuer, storage).create_endpoint_response(name, request))

    async def asking_device(self, user_code: str, player_id: str) -> Asked | None:
        """
        Return what the device with this user code asks for, or None.

        Raises:
            ThrottledError: The player has entered too many wrong ones.
        """
        # Counted first and given back, so that guesses at the same time are counted too.
        self._user_codes.take(player_id, self._now())
        row = await self._do(lambda storage: storage.asking(plain(user_code)))
        if row is None:
            return None
        self._user_codes.give_back(player_id)
        return Asked(row.client, read_scopes(row.scopes), None, Client(row.client).bridge_id)

    async def decide_device(self, user_code: str, by: Actor, *, allowed: bool) -> bool:
        """
        Note what `by` has decided about a device; return whether one still waited for it.

        Raises:
            ThrottledError: The player has entered too many wrong codes.
        """
        self._user_codes.take(by.player_id, self._now())
        decided = await self._do(lambda storage: storage.decide(plain(user_code), by, allowed=allowed))
        if decided:
            self._user_codes.give_back(by.player_id)
        return decided

    async def _do(self, work: Callable[[Storage], _T]) -> _T:
        """Do something in one transaction; then notify this process at once whose tokens were withdrawn."""
        changed: set[str] = set()

        def run(connection: Connection) -> _T:
            storage = Storage(connection, self._clock.now())
            done = work(storage)
            changed.update(storage.changed)
            return done

        async with begin(self._database) as connection:
            done = await connection.run_sync(run)
        for player_id in changed:
            await self._changes.notify(player_id)
        return done

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _mistake(issuer: str, error: OAuth2Error) -> Mistake:
    back = None
    if error.redirect_uri:
        error.description = sentence_of(error)
        back = add_params_to_uri(error.redirect_uri, [*error.get_body(), ("iss", issuer)])
    redirect = redirect_of(error.redirect_uri) if error.redirect_uri else None
    return Mistake(error.error, sentence_of(error), back, redirect)
