"""What routes are handed: the caller, the idempotency key, the parts of the server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Header, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from server.clock.clock import Clock
from server.errors import UnauthenticatedError
from server.identity.players import Player, Players
from server.log.entry import timestamp
from server.matches.registry import Registry
from server.matches.service import Matches, Once
from server.settings import Settings


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of a running server that routes use."""

    settings: Settings
    clock: Clock
    players: Players
    matches: Matches
    registry: Registry

    def now(self) -> str:
        """The time, as clients are told it."""
        return timestamp(self.clock.now())


_bearer = HTTPBearer(auto_error=False, description="The token of a player, from `POST /v1/players`.")


async def get_server(request: Request) -> Server:
    return cast("Server", request.app.state.server)


TheServer = Annotated[Server, Depends(get_server)]


async def get_caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]
) -> Player:
    """The player whose token came with the request."""
    if credentials is None:
        raise UnauthenticatedError("missing_token", "Send a player's token as `Authorization: Bearer TOKEN`.")
    server = cast("Server", request.app.state.server)
    return await server.players.by_token(credentials.credentials)


Caller = Annotated[Player, Depends(get_caller)]


async def get_once(
    request: Request,
    idempotency_key: Annotated[
        str | None,
        Header(
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
