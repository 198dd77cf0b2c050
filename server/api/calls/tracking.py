"""Tracking of every call: its id, the headers of every reply, metrics, and a log line at level debug."""

from __future__ import annotations

import logging
import time
from collections.abc import Coroutine, Iterable
from typing import Any, Final, TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.api.calls.admission import CALLER
from server.api.calls.problems import guard, place_of
from server.runtime.metrics import metrics
from server.runtime.rate_limits import standing
from server.runtime.request_ids import new_request_id, request_id

REQUEST_ID_HEADER = "X-Request-Id"

_OTHER = "other"
"""The operation of calls to unknown paths and to the documentation."""

_HEADER = REQUEST_ID_HEADER.lower().encode()
_NOSNIFF = (b"x-content-type-options", b"nosniff")
_NO_STORE = (b"cache-control", b"private, no-store")

Headers: TypeAlias = list[tuple[bytes, bytes]]

AFTERWARDS: Final = "moirai.afterwards"
"""
The key of a socket's scope for a function that takes what serves the socket when the framework has returned.

Otherwise the frames of its layers would wait with each socket, and take more memory than the rest of it.
"""

log = logging.getLogger(__name__)


def headers_of_reply(headers: Iterable[tuple[bytes, bytes]], named: str) -> Headers:
    """Return the headers of the reply to the current call, by this id, with those that every reply has."""
    complete = _headers(headers, named)
    where = standing.get()
    if where is not None:
        complete += where.headers()
    return complete


def _headers(headers: Iterable[tuple[bytes, bytes]], named: str) -> Headers:
    complete = [*headers, (_HEADER, named.encode()), _NOSNIFF]
    if not any(name == b"cache-control" for name, _ in complete):
        complete.append(_NO_STORE)
    return complete


class Calls:
    """
    Gives every call and socket an id, which is in its reply and in all its log lines.

    Paths, queries, headers and bodies are untrusted text, so nothing of them is logged except the match's id. An id
    sent by the client is ignored.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._logged = log.isEnabledFor(logging.DEBUG)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        named = new_request_id()
        request_id.set(named)
        if CALLER not in scope:  # else it was admitted, and has its standing
            standing.set(None)
        outcome: object = "left by the client"

        async def watch(message: Message) -> None:
            nonlocal outcome
            kind = message["type"]
            if kind == "http.response.start":
                status = outcome = message["status"]
                message["headers"] = headers_of_reply(message.get("headers", ()), named)
                operation = getattr(scope.get("route"), "operation_id", None)
                metrics.count_reply(operation or _OTHER, status, time.perf_counter() - began)
            elif kind == "websocket.accept":
                message["headers"] = [*message.get("headers", ()), (_HEADER, named.encode())]
            elif kind == "websocket.http.response.start":
                message["headers"] = _headers(message.get("headers", ()), named)
            elif kind == "websocket.close":
                outcome = f"closed with {message.get('code', 1000)}"
            await send(message)

        began = time.perf_counter()
        serving: list[Coroutine[Any, Any, None]] = []
        place: str | None = None
        if scope["type"] == "websocket":
            scope[AFTERWARDS] = serving.append
        try:
            await self._app(scope, receive, watch)
            for afterwards in serving:
                place = place_of(scope)  # The scope is emptied meanwhile.
                await guard(place, afterwards)
        finally:
            if self._logged:
                taken = 1000 * (time.perf_counter() - began)
                log.debug("%s: %s after %.1f ms", place or place_of(scope), outcome, taken)
