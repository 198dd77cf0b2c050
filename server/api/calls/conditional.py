"""Conditional requests and `HEAD`, according to RFC 9110."""

from __future__ import annotations

import re
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

_TAG: Final = re.compile(r'(?:W/)?"([^"]*)"')


def tags_of(field: str) -> list[str]:
    """Return the opaque tags in an `ETag` or `If-None-Match`; comparison is weak (section 8.8.3.2)."""
    return _TAG.findall(field)


def is_held(etag: str, if_none_match: str | None) -> bool:
    """Whether the client already has the version with this `ETag` (section 13.1.2)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tags_of(etag)[0] in tags_of(if_none_match)


class HeadAsGet:
    """Handles `HEAD` as `GET`; the connection omits the body (section 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # Without `Accept`, no event stream is started, which nobody would receive.
            headers = [header for header in scope["headers"] if header[0] != b"accept"]
            scope = {**scope, "method": "GET", "headers": headers}
        await self._app(scope, receive, send)
