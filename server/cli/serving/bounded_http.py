"""
HTTP on top of uvicorn, with limits on memory and time of unfinished requests.

One request per connection is read at a time. Its head is collected here and passed to the parser as a whole: so a head
takes no more memory than its bytes, and offers of HTTP/2 can be removed even if they arrive in several packets.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, cast

import httptools
from starlette.responses import Response
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from server.access.intake import READ_AT
from server.api.calls.body import head_too_large, too_slow
from server.api.calls.fast_routes import WRITE_REPLY
from server.api.calls.tracking import Headers
from server.cli.serving.connections import Connection, Connections
from server.cli.serving.direct_sockets import DirectSockets, Pings

MAX_HEAD_BYTES: Final = 65536
"""Maximum size of a request without its body: the request line with the URL, and headers or trailers."""

MAX_HEADER_LINES: Final = 100

_FIRST_SECONDS: Final = 1
"""How long the first request of a new connection is waited for when the process stops."""

_PIECE_BYTES: Final = 16384
"""Amount of a chunked body that is parsed at a time: chunks of one byte each are slow to parse."""

_END: Final = b"\r\n\r\n"

_OFFER: Final = re.compile(rb"\r\nupgrade:", re.IGNORECASE)
_OTHER_OFFER: Final = re.compile(rb"\r\nupgrade:(?![ \t]*websocket[ \t]*\r\n)", re.IGNORECASE)
_IGNORED: Final = b"\r\nx-no-upgrade:"


def _bytes_of(refusal: Response) -> bytes:
    """Return the bytes of a refusal before a call exists; the connection is closed after it."""
    phrases = {408: b"Request Timeout", 431: b"Request Header Fields Too Large"}
    lines = [
        b"HTTP/1.1 %d %b" % (refusal.status_code, phrases[refusal.status_code]),
        b"connection: close",
        b"cache-control: private, no-store",
        b"x-content-type-options: nosniff",
        *(b"%b: %b" % header for header in refusal.raw_headers),
    ]
    return b"\r\n".join(lines) + _END + bytes(refusal.body)


class BoundedHttp(HttpToolsProtocol):
    """
    Counts its connection, and refuses requests that are too large or too slow.

    Some clients offer HTTP/2 with every request (RFC 9110, section 7.8). A server may ignore that, but the parser would
    misread the body and drop it. Only a `GET` can become a WebSocket.
    """

    all_connections: ClassVar[Connections]
    """The connections of the process."""

    pings: ClassVar[Pings]
    """What pings its WebSockets."""

    patience_seconds: ClassVar[float] = 10
    """Time limit for the first byte, for a head from its first byte, and for a body from the end of its head."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._connection: Connection | None = None
        self._unparsed = b""
        self._looked_at = 0  # Bytes already searched for the end of the head.
        self._lines = 0  # Number of lines in them.
        self._parsed = 0  # Bytes already parsed of the body of the current request.
        self._body_left: int | None = 0  # None: it is chunked.
        self._in_head = True
        self._whole = True  # Whether the last request has been read to its end.
        self._last = False  # Whether nothing more is read after the current request.
        self._without_body = 0
        self._read_at = 0.0
        self._idle_since: float | None = None
        self._hurry: asyncio.TimerHandle | None = None
        self._hurry_for: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        peer = transport.get_extra_info("peername")
        self._connection = self.all_connections.enter(peer[0] if peer else "")
        if self._connection is None:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self._wait_for(transport)
        if self.all_connections.ending:  # It was accepted just before.
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_keepalive_if_required()
        self._wait_for(None)
        if self._connection is not None:
            self._connection.leave()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """
        Close the connection after its current request, or a new one after its first.

        A client that has just connected may not have sent a request yet, and a load balancer does not repeat a `POST`.
        """
        self.all_connections.ending = True
        if self._answering:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(_FIRST_SECONDS if self.cycle is None else 0, self._close_unless_answering)

    def _close_unless_answering(self) -> None:
        """Close the connection, after what had arrived has been read."""
        if not self._answering and self.transport.get_protocol() is self:
            self.transport.close()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        self._idle_since = None
        self._read_at = self.loop.time()
        self._unparsed = self._unparsed + data if self._unparsed else data
        self._go_on()

    def on_response_complete(self) -> None:
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self._unparsed:
            self._go_on()
            return
        self._idle_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._look_whether_idle(self.timeout_keep_alive)

    def _look_whether_idle(self, seconds: float) -> None:
        """Look then, instead of setting a timer for each request."""
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that has been idle for long enough, else look again when it may have been."""
        self.timeout_keep_alive_task = None
        if self._idle_since is None:
            return
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._look_whether_idle(left)
        else:
            self.transport.close()

    def _go_on(self) -> None:
        """Parse as much as is allowed now, and apply the limits to the rest."""
        while self._unparsed and self._may_parse() and self._parse():
            pass
        if self.parser is None or self.transport.is_closing() or self._connection is None:
            self._unparsed = b""
            return
        self._bound()

    def _may_parse(self) -> bool:
        """Whether the parser may continue: a pipelined request waits until the previous one is answered."""
        if self.parser is None or self.transport.is_closing():
            return False
        if self._at_end:
            self._unparsed = b""
            return False
        return not self._whole or not self._answering

    def _parse(self) -> bool:
        """Pass the next part to the parser; False if it has to wait."""
        if self._whole:
            return self._parse_head()
        if self._body_left is None:
            return self._parse_chunks()
        body, self._unparsed = self._unparsed[: self._body_left], self._unparsed[self._body_left :]
        self._body_left -= len(body)
        self._parsed += len(body)
        self._feed(body)
        return True

    def _parse_head(self) -> bool:
        data = self._unparsed
        if data[0] in b"\r\n":  # empty lines before a request must be ignored
            data = self._unparsed = data.lstrip(b"\r\n") or data[:1]
        end = data.find(_END, max(0, self._looked_at - len(_END)))
        size = len(data) if end < 0 else end
        self._lines += data.count(b"\n", self._looked_at, size)
        if size > MAX_HEAD_BYTES or self._lines > MAX_HEADER_LINES:
            self._refuse(_TOO_LARGE)
            return False
        if end < 0:
            self._looked_at = size
            return False
        self._looked_at = self._lines = 0
        size += len(_END)
        head, self._unparsed = data[:size], data[size:]
        if b"\r\nupgrade" in head.lower():
            head = (_OTHER_OFFER if head.startswith(b"GET ") else _OFFER).sub(_IGNORED, head)
        self._in_head = True
        self._parsed = self._without_body = 0
        self._feed(head)
        if self._in_head:  # the parser did not recognise a head
            self._refuse_malformed()
        elif not self._whole:
            self._body_left = self._length_of_body()
            # Only the parser knows where a chunked body ends, so no request may follow it.
            if self._body_left is None:
                self._end_afterwards()
        return True

    def _length_of_body(self) -> int | None:
        for name, value in self.scope["headers"]:
            if name == b"content-length":
                return int(value)
        return None

    def _parse_chunks(self) -> bool:
        piece, self._unparsed = self._unparsed[:_PIECE_BYTES], self._unparsed[_PIECE_BYTES:]
        self._without_body += len(piece)
        self._parsed += len(piece)
        self._feed(piece)
        if self._without_body > MAX_HEAD_BYTES:
            self._refuse(_TOO_LARGE)
        elif self._unparsed and not self._whole and not self.transport.is_closing():
            self.flow.pause_reading()
            self.loop.call_soon(self._parse_on)
            return False
        return True

    def _parse_on(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._go_on()

    def _feed(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._unparsed = b""
                self.handle_websocket_upgrade()
            else:
                self._end_afterwards()
        except httptools.HttpParserError:
            if not self._at_end:
                self._refuse_malformed()

    def _end_afterwards(self) -> None:
        """Read nothing after the current request."""
        self._last = True
        self.cycle.keep_alive = False

    @property
    def _at_end(self) -> bool:
        """Whether all further bytes are ignored."""
        return self._last and self._whole

    def _bound(self) -> None:
        """Apply the limits on bytes and time to everything unparsed or unfinished."""
        answering = self._whole and self._answering
        if self._unparsed and answering:
            self.flow.pause_reading()
        assert self._connection is not None
        held = len(self._unparsed) + (0 if self._whole else self._parsed)
        if not self._connection.hold(held):
            self.transport.abort()
            return
        if answering or (self._whole and not self._unparsed):
            self._wait_for(None)
        else:
            self._wait_for(self.scope if not self._whole else self._connection)

    def _wait_for(self, awaited: object) -> None:
        """Start the time limit for the rest of a head or body; None stops it."""
        if awaited is self._hurry_for:
            return
        self._hurry_for = awaited
        if self._hurry is not None:
            self._hurry.cancel()
        self._hurry = None if awaited is None else self.loop.call_later(self.patience_seconds, self._give_up)

    def _give_up(self) -> None:
        began = not self._whole or bool(self._unparsed.strip())
        answered = not self._whole and self.cycle.response_started
        if began and not answered:
            self._refuse(_TOO_SLOW)
        else:
            self.transport.close()

    def _refuse(self, refusal: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(refusal)
            self.transport.close()

    def _refuse_malformed(self) -> None:
        if not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def handle_websocket_upgrade(self) -> None:
        assert self._connection is not None
        self._wait_for(None)
        made = partial(_CountedSocket, ended=self._connection.leave, pings=self.pings)
        self.ws_protocol_class = cast("type[asyncio.Protocol]", made)
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, DirectSockets) and not socket.handshake_initiated:
            # The parser accepts less than this class, and does not report what it ignores.
            self._refuse_malformed()

    def on_headers_complete(self) -> None:
        if not self._at_end:
            self._in_head = self._whole = False
            self.scope["headers"] = list(self.headers)  # the parser adds trailers to its own headers; nobody uses them
            super().on_headers_complete()
            if self.all_connections.ending and self.cycle is not None:
                self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        if not self._at_end:
            self._without_body = 0
            super().on_body(body)

    def on_message_begin(self) -> None:
        if not self._at_end:
            super().on_message_begin()

    def on_message_complete(self) -> None:
        if not self._at_end:
            self._whole = True
            # Set only now, because bodies are read as a whole before any other code sees them.
            offered: dict[str, Any] = {READ_AT: {"at": self._read_at}, WRITE_REPLY: self._write_reply}
            self.scope["extensions"] = offered
            super().on_message_complete()

    def _write_reply(self, status: int, headers: Headers, body: bytes) -> bool:
        """Send a whole reply at once, as `WriteReply`, if the client keeps up and the connection stays open."""
        cycle = self.cycle
        if self.flow.write_paused or not cycle.keep_alive or cycle.disconnected:
            return False
        lines = [b"%b: %b\r\n" % header for header in (*self.server_state.default_headers, *headers)]
        self.transport.write(b"".join((STATUS_LINE[status], *lines, b"\r\n", body)))
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        cycle.on_response()
        return True


class _CountedSocket(DirectSockets):
    """A WebSocket, which counts as the connection from which it was upgraded until it ends."""

    def __init__(self, *, ended: Callable[[], None], **of_uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**of_uvicorn)
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        super().connection_lost(exc)


_TOO_LARGE: Final = _bytes_of(head_too_large(MAX_HEAD_BYTES, MAX_HEADER_LINES))
_TOO_SLOW: Final = _bytes_of(too_slow(BoundedHttp.patience_seconds))
