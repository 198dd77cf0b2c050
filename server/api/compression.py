"""Larger replies are compressed for clients that ask for it."""

from __future__ import annotations

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_MINIMUM_BYTES: Final = 1000
_LEVEL: Final = 4  # Views get hardly smaller above it.

_OTHERS_SPEAK: Final = ("/events", "/messages")


class Compression:
    """
    Gzip (RFC 9110, section 8.4.1.3) for what is read.

    Not where the words of other players stand beside what is the caller's alone: the length of such a reply would tell
    whoever sees the encrypted traffic how much the one is like the other.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, _MINIMUM_BYTES, _LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        read = scope["type"] == "http" and scope["method"] == "GET"
        if read and not scope["path"].endswith(_OTHERS_SPEAK):
            await self._compressed(scope, receive, send)
        else:
            await self._plain(scope, receive, send)
