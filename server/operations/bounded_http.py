"""HTTP as uvicorn reads it, with an end to how long a request may go on before its body."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.api.body import head_too_large

MAX_HEAD_BYTES: Final = 65536
"""What may come of a request without any of its body: its line with the URL, and its headers or trailers."""


def _too_large() -> bytes:
    refusal = head_too_large(MAX_HEAD_BYTES)
    head = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    return head + b"".join(b"%b: %b\r\n" % header for header in refusal.raw_headers) + b"\r\n" + bytes(refusal.body)


_TOO_LARGE: Final = _too_large()


class BoundedHttp(HttpToolsProtocol):
    """Refuses what the parser would gather without end."""

    _without_body = 0

    def data_received(self, data: bytes) -> None:
        self._without_body += len(data)
        super().data_received(data)
        if self._without_body > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_body(self, body: bytes) -> None:
        self._without_body = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._without_body = 0
        super().on_message_complete()
