"""Limits on request bodies: a body is read as a whole and its text checked before any other code sees it."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.access import codes
from server.access.costs import FREE_BODY_BYTES, of_body
from server.access.errors import RefusedError
from server.access.intake import check_text
from server.api.calls.admission import CALLER
from server.api.calls.problems import problem_response

BODY: Final = "moirai.body"
"""The key of the body, in bytes, in a call's scope; absent for methods without a body."""

BULK_PATH: Final = "/v1/matches/bulk"
"""The path of the call whose body may be larger, and is checked item by item (`server.api.calls.pieces`)."""

BULK_BODY_BYTES: Final = 2**20

ROSTER_PATH: Final = re.compile(r"/v1/tournaments/[^/]+/entrants")
"""The path of the call whose body can have a file in it, as one text."""

ROSTER_BODY_BYTES: Final = 2**18


def head_too_large(max_bytes: int, max_lines: int) -> Response:
    """Return the reply to a request with a larger head; sent by the HTTP parser, before a call exists."""
    message = f"The URL and headers of a call can have at most {max_bytes} bytes, and at most {max_lines} headers."
    return problem_response(RefusedError(codes.HEAD_TOO_LARGE, message))


def too_slow(seconds: float) -> Response:
    """Return the reply to a request that did not arrive in time; sent by the HTTP parser."""
    message = f"The headers of a call must arrive within {seconds:g} s, and so must its body. Try again."
    return problem_response(RefusedError(codes.TOO_SLOW, message))


class BodyGuard:
    """Refuses bodies that are too large, nested too deeply, or contain invalid characters."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        bulk = scope["path"] == BULK_PATH
        try:
            body = await _read(scope, receive, self._most(scope["path"]))
            if len(body) > FREE_BODY_BYTES and CALLER in scope:
                scope[CALLER].pay(of_body(len(body)))
            if not bulk:
                check_text(body)
        except ClientDisconnect:
            return  # The client has disconnected, and the body is incomplete.
        except RefusedError as error:
            await problem_response(error, {"Connection": "close"})(scope, receive, send)
            return
        scope[BODY] = body
        await self._app(scope, _replay(body, receive), send)

    def _most(self, path: str) -> int:
        """Return how many bytes a body can have."""
        if path == BULK_PATH:
            return max(BULK_BODY_BYTES, self._max_bytes)
        return max(ROSTER_BODY_BYTES, self._max_bytes) if ROSTER_PATH.fullmatch(path) else self._max_bytes


async def _read(scope: Scope, receive: Receive, max_bytes: int) -> bytes:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value[:20]) > max_bytes:
            raise _too_large(max_bytes)
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise _too_large(max_bytes)
        if not message.get("more_body", False):
            return bytes(body)


def _too_large(max_bytes: int) -> RefusedError:
    return RefusedError(codes.BODY_TOO_LARGE, f"A body can have at most {max_bytes} bytes.")


def _replay(body: bytes, receive: Receive) -> Receive:
    first = True

    async def replay() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay
