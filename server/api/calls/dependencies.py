"""Dependencies of routes: the caller, the idempotency key, the parts of the server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, TypeVar, cast

from fastapi import Depends, Header, Request, Response, Security
from fastapi.security import HTTPBearer
from starlette.types import Scope

from server.access.costs import CALL, NEW_PLAYER, charged_to
from server.access.player import Player
from server.access.rights import require_scope_for_others
from server.api.calls.admission import CALLER, Caller
from server.api.calls.body import BODY
from server.api.server import Server
from server.logs.replies.idempotency import Done, Once
from server.people.identity.bearers import Access

T = TypeVar("T")

ARRIVED_AT: Final = "moirai.arrived_at"
"""The key of the time when a call was read, in the scope of a call with a deadline."""


def server_of(scope: Scope) -> Server:
    """Return the server of this scope."""
    return cast("Server", scope["app"].state.server)


async def get_server(request: Request) -> Server:
    return server_of(request.scope)


def caller_of(scope: Scope) -> Caller:
    """Return the caller, as set by admission."""
    caller: Caller = scope[CALLER]
    return caller


async def admit_newcomer(request: Request) -> None:
    """Charge the address for a new account."""
    caller = caller_of(request.scope)
    if caller.player is None:
        caller.pay(NEW_PLAYER - CALL)
    else:
        caller.admission.stranger(caller.address, NEW_PLAYER)


TheServer = Annotated[Server, Depends(get_server)]


@dataclass(frozen=True, slots=True)
class Call:
    """A call: its token, address, size of the body in bytes, and the server."""

    access: Access
    server: Server
    address: str
    body_bytes: int
    arrived_at: datetime | None = None

    @property
    def player(self) -> Player:
        return self.access.player

    @property
    def read_at(self) -> datetime:
        """When the server had read the call, by its clock; recorded by `server.api.calls.arrival_times`."""
        if self.arrived_at is None:
            raise AssertionError("when this call was read is not noted")
        return self.arrived_at

    def require_for(self, operation: str, who: str) -> None:
        """
        Check that the token may do the operation for this player, an id or `me`.

        Raises:
            MissingScopeError: It may not do it for others.
        """
        if who not in ("me", self.player.id):
            require_scope_for_others(operation, self.access.scopes)

    def pay(self, cost: float) -> None:
        """Charge the caller for work beyond a plain call, in units of `server.access.costs`."""
        self.server.admission.charge(self.player, self.address, cost)

    def wait(self) -> float:
        """Return how many seconds the caller would have to wait for its next call; 0 if none."""
        return self.server.admission.wait(self.player, self.address)


@dataclass(frozen=True, slots=True)
class WatchCall:
    """A call that may come without a token: `access` is None then, and it is charged to the address."""

    access: Access | None
    server: Server
    address: str

    @property
    def player(self) -> Player | None:
        return None if self.access is None else self.access.player

    def pay(self, cost: float) -> None:
        """Charge the caller for work beyond a plain call, in units of `server.access.costs`."""
        self.server.admission.charge(self.player, self.address, cost)


async def watch(scope: Scope) -> WatchCall:
    """
    Return the call with what its token gives, if it has one.

    Raises:
        RefusedError: The token does not work, or not for this operation.
        ThrottledError: Too many calls with this token.
    """
    caller = caller_of(scope)
    access = None if caller.token is None else await caller.identify()
    if access is not None:
        access.require(_operation_of(scope))
    call = WatchCall(access, server_of(scope), caller.address)
    charged_to.set(call.pay)
    return call


async def authenticate(scope: Scope) -> Call:
    """
    Return the call with what its bearer token gives.

    Raises:
        RefusedError: The token is missing, or does not work, or not for this operation.
        ThrottledError: Too many calls with this token.
    """
    caller = caller_of(scope)
    access = await caller.identify()
    access.require(_operation_of(scope))
    call = Call(access, server_of(scope), caller.address, len(scope.get(BODY, b"")), scope.get(ARRIVED_AT))
    charged_to.set(call.pay)
    return call


def _operation_of(scope: Scope) -> str:
    """Return the operation of a call."""
    operation: str = scope["route"].operation_id
    return operation


class _Bearer(HTTPBearer):
    """One dependency for everything that a route needs: each one costs a good part of the time of the route itself."""

    async def __call__(self, request: Request) -> Call:  # type: ignore[override]  # a call, not bare credentials
        return await authenticate(request.scope)


class _OptionalBearer(HTTPBearer):
    async def __call__(self, request: Request) -> WatchCall:  # type: ignore[override]  # as above
        return await watch(request.scope)


_SCHEME: Final = {
    "scheme_name": "bearer",
    "description": "The token of a player, from `createPlayer`. A bridge "
    "names the player whom it acts for in the header `On-Behalf-Of`.",
}

PlayerCall = Annotated[Call, Security(_Bearer(**_SCHEME))]

WatcherCall = Annotated[WatchCall, Security(_OptionalBearer(**_SCHEME))]


async def get_once(
    request: Request,
    idempotency_key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            min_length=1,
            max_length=200,
            pattern=r"^[\x20-\x7e]+$",
            description="Makes this request safe to repeat: a repeat gets the same reply, with "
            "`Idempotency-Replayed: true`. A key belongs to one request of one player.",
        ),
    ] = None,
) -> Once | None:
    """Return the request's idempotency key with a hash of the request."""
    if idempotency_key is None:
        return None
    request_line = f"{request.method} {request.url.path}\n".encode()
    return Once(idempotency_key, hashlib.sha256(request_line + await request.body()).hexdigest())


IdempotencyKey = Annotated[Once | None, Depends(get_once)]


def reply_of(done: Done[T], response: Response) -> T:
    """Return the reply to a request that may be a repeat, which its headers say."""
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return done.reply
