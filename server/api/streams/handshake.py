"""The handshake of a socket: authentication, and the parameters of the query."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final, TypeAlias

from starlette.datastructures import Headers
from starlette.websockets import WebSocket

from server.access.errors import RefusedError, ThrottledError, UnavailableError
from server.api.calls.admission import behalf_of
from server.api.streams.close_codes import CloseCode
from server.api.streams.tables import WANTED, Wanted
from server.logs.aggregates.lines import MAX_TAG
from server.logs.aggregates.resuming import Position
from server.people.identity.admission import Admission
from server.people.identity.bearers import Access

SUBPROTOCOL: Final = "moirai.v1"
BEARER: Final = "bearer."

Pause: TypeAlias = Callable[[float], Awaitable[None]]
"""Waits so many seconds, if the client is still there."""

_LONGEST_REFUSAL_SECONDS: Final = 5
"""Maximum delay before a handshake above the limit is refused, to slow down clients that retry."""


class ClosedError(Exception):
    """The socket must be closed with this code."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def closing_error(why: CloseCode) -> ClosedError:
    return ClosedError(why, why.name.lower())


async def authenticate(
    admission: Admission, websocket: WebSocket, address: str, pause: Pause, operation: str, *, needs_token: bool
) -> Access | None:
    """
    Return what the token gives, which comes by header, subprotocol, or as a ticket in the query.

    None without any of them, unless the socket needs one. The token must have the scope of the operation.
    """
    try:
        ticket, behalf = websocket.query_params.get("ticket"), behalf_of(websocket.scope["headers"])
        token = _token(websocket) if ticket is None else None
        if ticket is not None:
            access = await admission.by_ticket(ticket, address)
        elif token is None and not needs_token and behalf is None:
            admission.stranger(address)
            return None
        else:
            access = await admission.by_token(token, address)
        if behalf is not None:
            access = await admission.on_behalf(access, behalf)
        access.require(operation)
        return access
    except ThrottledError as error:
        await pause(min(error.retry_after_seconds, _LONGEST_REFUSAL_SECONDS))
        raise ClosedError(CloseCode.TOO_MANY_CALLS, error.code.name) from error
    except UnavailableError as error:
        raise ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
    except RefusedError as error:
        forbidden = error.status == HTTPStatus.FORBIDDEN
        raise ClosedError(CloseCode.FORBIDDEN if forbidden else CloseCode.UNAUTHENTICATED, error.code.name) from error


def require_parameters(websocket: WebSocket, known: set[str]) -> None:
    """Check that the query has only known parameters, and `lines` is short."""
    if not websocket.query_params.keys() <= known:
        raise ClosedError(CloseCode.MALFORMED_FRAME, "unknown_parameter")
    if len(websocket.query_params.get("lines", "")) > MAX_TAG:
        raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_lines")


async def require_known(knows: Callable[[], Awaitable[object]]) -> None:
    """Close the socket of a client without a token, unless what it follows is public."""
    try:
        await knows()
    except UnavailableError as error:
        raise ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
    except RefusedError as error:
        raise ClosedError(CloseCode.UNAUTHENTICATED, error.code.name) from error


def _token(websocket: WebSocket) -> str | None:
    """Return the token; None without credentials, empty for others."""
    given = Headers(scope=websocket.scope).get("authorization")
    scheme, _, token = (given or "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token
    for protocol in websocket.scope["subprotocols"]:
        if protocol.startswith(BEARER):
            return str(protocol.removeprefix(BEARER))
    return None if given is None else ""


def read_wanted(matches: str | None) -> Wanted:
    """Read which matches of a tournament to follow."""
    for wanted in WANTED:
        if wanted == (matches or "none"):
            return wanted
    raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_matches")


def read_position(after: str | None, epoch: str | None) -> Position:
    """Read the position of a handshake."""
    cursor = after or "0"
    if not cursor.isascii() or not cursor.isdigit() or len(cursor) > 16:
        raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_cursor")
    return Position(int(cursor), epoch or None)
