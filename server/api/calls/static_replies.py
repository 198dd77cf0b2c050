"""
Replies that are the same for everyone: the API's documents, the pages, the catalogue of games.

Nothing else is compressed, because the length of a compressed reply reveals its content (docs/secrecy.md).
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Final, TypeVar

from fastapi import Header
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from engines.kit import Language
from server.access.costs import of_bytes
from server.api.calls.base_path import with_links_under
from server.api.calls.conditional import is_held
from server.api.calls.dependencies import caller_of

T = TypeVar("T")

_PIECE_BYTES: Final = 65536
"""Amount passed to a connection at a time, to limit what waits for a client that does not read."""

_RENDERER: Final = ThreadPoolExecutor(1, "documents")
"""Rendering takes up to seconds and must not block the loop; a single thread renders each document once."""

UNCHANGED: Final[dict[int | str, dict[str, Any]]] = {304: {"description": "The content has not changed."}}

IfNoneMatch = Annotated[
    str | None,
    Header(
        alias="If-None-Match", description="`ETag`s of earlier replies: the reply is 304 if one of them is still valid."
    ),
]


@dataclass(frozen=True, slots=True)
class _Rendered:
    plain: bytes
    compressed: bytes
    etag: str


async def in_renderer(work: Callable[[], T]) -> T:
    """Return what is rendered, in the thread for it: one after the other, so nothing is made twice."""
    return await asyncio.get_running_loop().run_in_executor(_RENDERER, work)


class Document:
    """A text or a picture that is rendered on the first request and then sent unchanged."""

    def __init__(
        self,
        media_type: str,
        render: Callable[[], str | bytes],
        headers: Mapping[str, str] | None = None,
        *,
        cache_control: str = "public, no-cache",
    ) -> None:
        """`render` runs in its own thread; `headers` are part of every reply."""
        self._media_type = media_type
        self._render = render
        self._headers = headers or {}
        self._cache_control = cache_control
        self._rendered: _Rendered | None = None

    async def reply(self, request: Request) -> Response:
        """Return the document, compressed if accepted, or 304 if the client has it. The cost depends on the size."""
        rendered = self._rendered
        if rendered is None:
            base_path = request.scope.get("root_path", "")  # the same for all requests
            rendered = await in_renderer(partial(self._once, base_path))
        headers = {
            "ETag": rendered.etag,
            "Cache-Control": self._cache_control,
            "Vary": "Accept-Encoding",
            **self._headers,
        }
        if is_held(rendered.etag, request.headers.get("If-None-Match")):
            return Response(status_code=304, headers=headers)
        body = rendered.plain
        if _takes_gzip(request.headers.get("Accept-Encoding", "")):
            body = rendered.compressed
            headers["Content-Encoding"] = "gzip"
        if len(body) > _PIECE_BYTES:
            caller_of(request.scope).pay(of_bytes(len(body) - _PIECE_BYTES))
        return _InPieces(body, headers=headers, media_type=self._media_type)

    def _once(self, base_path: str) -> _Rendered:
        if self._rendered is None:
            content = self._render()
            if base_path and isinstance(content, str) and self._media_type == "text/html":
                content = with_links_under(base_path, content)
            plain = content.encode() if isinstance(content, str) else content
            etag = f'W/"{sha256(plain).hexdigest()[:32]}"'
            self._rendered = _Rendered(plain, gzip.compress(plain, mtime=0), etag)
        return self._rendered


class _InPieces(Response):
    """A reply that is sent as fast as the client reads it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        size = len(self.body)
        for begin in range(0, size, _PIECE_BYTES):
            end = begin + _PIECE_BYTES
            await send({"type": "http.response.body", "body": bytes(self.body[begin:end]), "more_body": end < size})


def headers_in(language: Language) -> dict[str, str]:
    """Return the headers of a document in this language, if it exists in several."""
    return {"Content-Language": language, "Vary": "Accept-Encoding, Accept-Language"}


def _takes_gzip(accepted: str) -> bool:
    """Whether `Accept-Encoding` (RFC 9110, section 12.5.3) accepts gzip, with a weight other than 0."""
    for coding in accepted.split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
