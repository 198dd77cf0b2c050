"""
WebSockets on top of uvicorn, with limits on the work and memory that a client can cause, and direct writes.

Based on the implementation of uvicorn that sends a third more messages per second than the default. The original parses
everything received in one go, and answers every ping. Here bytes are parsed in slices, each after the application has
taken the messages of the previous one, and nothing is read from a client that does not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request

from server.api.streams.connection import DIRECT, READ_AT
from server.api.streams.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS
from server.cli.serving.inbox import Gate, Inbox
from server.runtime.clock.rota import Rota
from server.runtime.time_slices import SLICE_SECONDS

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

_SLICE_BYTES: Final = 2048
"""Bytes parsed in one iteration of the loop: 2 ms with the smallest possible frames."""

_MOST_UNPARSED_BYTES: Final = 16_384
_MOST_UNPARSED_READS: Final = 16
"""Reading pauses above this number of unparsed reads. The last read may have brought 256 KiB."""


_JOINED_BYTES: Final = 65_536
"""How much is joined at most before it is written."""


class _OneWriteATurn:
    """
    A transport that writes once what is written in one turn of the loop: a write of the system takes longer than all
    that was done to make its bytes.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []
        self._bytes = 0

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self._write)
        self._waiting.append(data)
        self._bytes += len(data)
        if self._bytes > _JOINED_BYTES:
            self._write()

    def write_eof(self) -> None:
        self._write()
        self._transport.write_eof()

    def close(self) -> None:
        self._write()
        self._transport.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def _write(self) -> None:
        if self._waiting:
            joined, self._waiting, self._bytes = b"".join(self._waiting), [], 0
            self._transport.write(joined)


class DirectSockets(WebSocketsSansIOProtocol):
    """
    Offers `write_now`, `write_page`, `pause` and `offer` to the application, as an extension of the connection's scope.

    Also lets a client that sends an invalid or too large frame receive the close code. The field `READ_AT` of each
    message for the application is when its last bytes were read, by the loop's clock.
    """

    queue: Inbox  # type: ignore[assignment]  # What uvicorn calls of its queue is there, and of its event below.
    writable: Gate  # type: ignore[assignment]

    def __init__(self, *arguments: Any, pings: Pings, **more: Any) -> None:  # noqa: ANN401  # As uvicorn makes it.
        """`pings`: what pings all sockets of the process, and breaks off those that do not answer."""
        super().__init__(*arguments, **more)
        self.queue, self.writable = Inbox(), Gate()
        self._pings = pings
        self._place: int | None = None
        # No timer for each socket, which makes it wait for an answer.
        self.ping_timeout = None
        # Unparsed reads, each with its time; of the first, `_parsed` bytes are parsed.
        self._unparsed: list[tuple[float, bytes]] = []
        self._unparsed_bytes = 0
        self._parsed = 0
        self._next_parse: asyncio.Handle | None = None
        self._read_at = 0.0
        self._take_until = 0.0
        self._writing_stopped = False
        self._deaf = False
        # Is given texts before they are queued, and returns whether it took them.
        self._taker: Callable[[str, float], bool] | None = None
        # Frames that are not charged to anyone, counted per second.
        self._unpaid = 0
        self._unpaid_until = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        joined = _OneWriteATurn(cast("asyncio.Transport", transport), self.loop)
        super().connection_made(cast("asyncio.Transport", joined))

    def _offer_to(self, taker: Callable[[str, float], bool]) -> None:
        self._taker = taker

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # otherwise it was refused
            offered: dict[object, object] = {
                "write": self.write_now,
                "write_page": self.write_page,
                "pause": self.queue.pause,
                "offer": self._offer_to,
            }
            self.scope["extensions"][DIRECT] = offered

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unparsed.append((self.loop.time(), data))
        self._unparsed_bytes += len(data)
        if self._next_parse is None:
            self._parse()

    def _parse(self) -> None:
        """Parse a slice, unless the application has messages to process first."""
        self._next_parse = None
        if self._unparsed and self._may_parse:
            self._read_at, data = self._unparsed[0]
            part = data[self._parsed : self._parsed + _SLICE_BYTES]
            self._parsed += len(part)
            self._unparsed_bytes -= len(part)
            self._take_until = self.loop.time() + SLICE_SECONDS
            if self._parsed == len(data):
                del self._unparsed[0]
                self._parsed = 0
            super().data_received(part)
        self._go_on()

    @property
    def _may_parse(self) -> bool:
        if self._writing_stopped or self._deaf or self.transport.is_closing():
            return False
        return self.queue.empty() or self.close_sent

    @property
    def _may_take(self) -> bool:
        """Whether a text is offered at once: one that closes a phase takes as long as many others."""
        return self.queue.empty() and self.loop.time() < self._take_until

    def _go_on(self) -> None:
        """Continue parsing and reading, or pause them, depending on the state."""
        if self._unparsed and self._next_parse is None and self._may_parse:
            self._next_parse = self.loop.call_soon(self._parse)
        too_much = self._unparsed_bytes > _MOST_UNPARSED_BYTES or len(self._unparsed) > _MOST_UNPARSED_READS
        stop = not self._deaf and (self._writing_stopped or too_much)
        if stop != self.read_paused:
            self.read_paused = stop
            if stop:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def shutdown(self) -> None:
        """Close the socket, but let the application accept one that it is just opening: it says where to resume."""
        if self.handshake_complete or not self.handshake_initiated:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing_stopped = True
        self._go_on()

    def resume_writing(self) -> None:
        self._writing_stopped = False
        self._go_on()
        # Read what a slow client has sent before writing more to it; otherwise its pongs would be missed.
        self.loop.call_soon(self._allow_writing)

    def _allow_writing(self) -> None:
        if not self._writing_stopped:
            self.writable.set()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self._writing_stopped and not self.queue.gone:
            await self.writable.wait()
            if self.queue.gone:
                message = await self.queue.get()
        if self._unparsed:
            self._go_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        # The application may not know yet, and each write to a lost connection would be logged.
        if self.queue.gone or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept":
            # The parser keeps the request, of which the scope has everything; the reply was sent.
            self.request.headers.clear()
            del self.request, self.response
        if self.close_sent:  # Messages are discarded now, and the client's close frame may come after some.
            self._go_on()

    def start_keepalive(self) -> None:
        self._place = self._pings.join(self)

    def stop_keepalive(self) -> None:
        super().stop_keepalive()
        if self._place is not None:
            self._pings.leave(self, self._place)
            self._place = None

    def schedule_ping(self) -> None:
        """Do nothing: all sockets are pinged by `pings`."""

    def ping(self) -> None:
        """Ping the client; if it has not answered the last ping, break off."""
        if self.pending_ping_payload is None:
            self.send_keepalive_ping()
        else:
            self.keepalive_timeout()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_FRAGMENTS:
            self._break_off("too many fragments")
        elif not self._deaf:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._tolerates():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._tolerates():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application; text that is not UTF-8 closes the socket and is not logged as an error."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            self._tolerates()
            return
        message: dict[str, Any] = {"type": "websocket.receive", READ_AT: self._read_at}
        if self.curr_msg_data_type == "bytes":
            message["bytes"] = data
        else:
            try:
                text = message["text"] = data.decode()
                if self._may_take and self._taker is not None and self._taker(text, self._read_at):
                    return
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        self.queue.put_nowait(cast("ASGIReceiveEvent", message))

    def handle_parser_exception(self) -> None:
        """
        Send the close frame, and wait until the client closes the connection.

        If the connection were closed with unread bytes, the kernel would reset it, and a client that is still sending
        would never receive the close code.
        """
        assert self.conn.close_sent is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": self.conn.close_sent.code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._forget()
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def write_now(self, text: str) -> bool:
        """Send a text if the client is keeping up; return whether it was sent."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_frame(text))
        return True

    def write_page(self, texts: Sequence[str]) -> bool:
        """Like `write_now`, for several texts at once."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(_frame, texts)))
        return True

    def _tolerates(self) -> bool:
        """Count a frame that is not charged; return whether the limit is respected."""
        if self._deaf:
            return False
        if self._read_at >= self._unpaid_until:
            self._unpaid, self._unpaid_until = 0, self._read_at + 1
        self._unpaid += 1
        if self._unpaid > MAX_CONTROL_FRAMES:
            self._break_off("too many control frames")
            return False
        return True

    def _break_off(self, reason: str) -> None:
        if self._deaf:
            return
        if self.close_sent:  # it has already been closed
            self._forget()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, reason)
        self.handle_parser_exception()

    def _forget(self) -> None:
        """Discard unparsed bytes, and ignore all further ones."""
        self._deaf = True
        self._unparsed.clear()
        self._unparsed_bytes = 0
        self.frames = []
        self._taker = None


class Pings(Rota[DirectSockets]):
    """Pings the sockets of a process, each as often as its client has time to answer."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds, _ping)


def _ping(sockets: Sequence[DirectSockets]) -> None:
    for socket in sockets:
        socket.ping()


@lru_cache(maxsize=1)
def _frame(text: str) -> bytes:
    """Return the frame of a text, which is cached because consecutive receivers get the same text."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
