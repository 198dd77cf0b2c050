"""What routes are handed: the caller, the idempotency key, the parts of the server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Header, Request, Security
from fastapi.security import HTTPBearer

from server.api.body import BODY_BYTES
from server.costs import FREE_BODY_BYTES, NEW_PLAYER, of_body
from server.database.readiness import Readiness
from server.identity.admission import Admission
from server.identity.players import Player, Players
from server.matches.hosting import Hosting
from server.matches.once import Once
from server.matches.packs import Packs
from server.matches.service import Matches
from server.matches.talk import Talk
from server.stream.streams import Streams


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of a running server that routes use."""

    players: Players
    admission: Admission
    matches: Matches
    hosting: Hosting
    talk: Talk
    packs: Packs
    streams: Streams
    readiness: Readiness

    def now(self) -> str:
        """The time, as clients are told it."""
        return self.streams.now()


def _server_of(request: Request) -> Server:
    return cast("Server", request.app.state.server)


async def get_server(request: Request) -> Server:
    return _server_of(request)


def _address_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def admit_stranger(request: Request) -> None:
    """Count a call that needs no token."""
    _server_of(request).admission.stranger(_address_of(request))


async def admit_newcomer(request: Request) -> None:
    """Charge for an account that is made."""
    _server_of(request).admission.stranger(_address_of(request), NEW_PLAYER)


TheServer = Annotated[Server, Depends(get_server)]


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls from which address, with a body of how many bytes, and the server that is called."""

    player: Player
    server: Server
    address: str
    body_bytes: int

    def pay(self, cost: float) -> None:
        """Charge for what the call makes the server do beyond a plain call, in units of `server.costs`."""
        self.server.admission.charge(self.player, self.address, cost)


async def authenticate(request: Request) -> Call:
    """
    Who calls, by the bearer token.

    Raises:
        UnauthenticatedError: There is none, or it is nobody's.
        ThrottledError: Too many calls come with it.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    given = token if scheme.lower() == "bearer" and token else None
    server = _server_of(request)
    address = _address_of(request)
    player = await server.admission.by_token(given, address)
    call = Call(player, server, address, request.scope.get(BODY_BYTES, 0))
    if call.body_bytes > FREE_BODY_BYTES:
        call.pay(of_body(call.body_bytes))
    return call


class _Bearer(HTTPBearer):
    """One dependency for all that a route needs: each costs as much as a good part of the route itself."""

    async def __call__(self, request: Request) -> Call:  # type: ignore[override]  # a call, not bare credentials
        return await authenticate(request)


PlayerCall = Annotated[
    Call, Security(_Bearer(scheme_name="bearer", description="The token of a player, from `createPlayer`."))
]


async def get_once(
    request: Request,
    idempotency_key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            min_length=1,
            max_length=200,
            pattern=r"^[\x20-\x7e]+$",
            description="Makes a repeat of this request harmless: it gets the same reply, marked "
            "`Idempotency-Replayed: true`. A key belongs to one request of one player.",
        ),
    ] = None,
) -> Once | None:
    """The request's idempotency key with a hash of what came with it."""
    if idempotency_key is None:
        return None
    request_line = f"{request.method} {request.url.path}\n".encode()
    return Once(idempotency_key, hashlib.sha256(request_line + await request.body()).hexdigest())


IdempotencyKey = Annotated[Once | None, Depends(get_once)]
