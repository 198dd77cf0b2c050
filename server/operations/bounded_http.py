"""
HTTP as uvicorn reads it, with an end to how long a request may go on before its body, and deaf to offers of HTTP/2.
"""

from __future__ import annotations

import re
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.api.body import head_too_large
from server.intake import READ_AT

MAX_HEAD_BYTES: Final = 65536
"""What may come of a request without any of its body: its line with the URL, and its headers or trailers."""


def _too_large() -> bytes:
    refusal = head_too_large(MAX_HEAD_BYTES)
    head = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    return head + b"".join(b"%b: %b\r\n" % header for header in refusal.raw_headers) + b"\r\n" + bytes(refusal.body)


_TOO_LARGE: Final = _too_large()


_OFFER: Final = re.compile(rb"\r\nupgrade:(?=[ \t]*h2c)", re.IGNORECASE)
_IGNORED: Final = b"\r\nx-no-upgrade:"


class BoundedHttp(HttpToolsProtocol):
    """
    Refuses what the parser would gather without end.

    Some clients offer HTTP/2 with every request (RFC 9110, section 7.8). A server may ignore that; the parser, though,
    would take the body for something else and drop it.
    """

    _without_body = 0
    _in_head = True
    _read_at = 0.0

    def data_received(self, data: bytes) -> None:
        self._read_at = self.loop.time()
        self._without_body += len(data)
        if self._in_head and b"h2c" in data:
            head, end, rest = data.partition(b"\r\n\r\n")
            data = _OFFER.sub(_IGNORED, head) + end + rest
        super().data_received(data)
        if self._without_body > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._without_body = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        # Nobody looks before: bodies are read as a whole before anything else sees them.
        self.scope["extensions"] = {READ_AT: {"at": self._read_at}}
        self._without_body = 0
        self._in_head = True
        super().on_message_complete()
