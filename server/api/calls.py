"""One log line for each call, at level debug: which call of which match, what came of it, how long it took."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.api.problems import place_of

log = logging.getLogger(__name__)


def are_logged() -> bool:
    """Whether these lines are wanted; where not, nobody should pay for them."""
    return log.isEnabledFor(logging.DEBUG)


class CallLog:
    """
    Logs calls and sockets as they end.

    A path, a query, a header or a body is a stranger's text, so of none of them anything is shown but the match's id.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        outcome: object = "left by the client"

        async def watch(message: Message) -> None:
            nonlocal outcome
            if message["type"] == "http.response.start":
                outcome = message["status"]
            elif message["type"] == "websocket.close":
                outcome = f"closed with {message.get('code', 1000)}"
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, watch)
        finally:
            log.debug("%s: %s after %.1f ms", place_of(scope), outcome, 1000 * (time.perf_counter() - began))
