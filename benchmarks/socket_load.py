"""Lean WebSocket clients, the same for all compared servers: one that waits for a text, one that sends requests."""

from __future__ import annotations

import asyncio
import struct
from time import perf_counter
from typing import TypeVar

_TEXT, _PING, _PONG = 0x1, 0x9, 0xA


class Listener(asyncio.Protocol):
    """One socket. `arrived` is when the last text with `awaited` in it came, None until then."""

    opcode = _TEXT
    """The kind of frames that are sent."""

    def __init__(self, path: str, token: str | None) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.awaited = b""
        self.arrived: float | None = None
        self.text = b""
        self._path = path
        self._token = token
        self._received = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        if self._token:
            lines.append(f"Authorization: Bearer {self._token}")
        transport.write("\r\n".join(lines).encode() + b"\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.opened.done():
            head, separator, rest = self._received.partition(b"\r\n\r\n")
            if not separator:
                return
            if b" 101 " not in head:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._received = rest
            self.opened.set_result(None)
        while (frame := self._next_frame()) is not None:
            opcode, payload = frame
            if opcode == _PING:
                self._write(_PONG, payload)
            else:
                self.take(payload)

    def take(self, text: bytes) -> None:
        """Receive a text."""
        if self.awaited and self.awaited in text:
            self.arrived, self.text = perf_counter(), text

    def say(self, text: bytes) -> None:
        """Send a text of at most 64 KiB."""
        self._write(self.opcode, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _write(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        # A mask of zeros is valid, and leaves the payload unchanged.
        size = len(payload)
        header = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        self._transport.write(header + bytes(4) + payload)

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Return the opcode and the payload of the next whole frame; servers send theirs unmasked."""
        received = self._received
        if len(received) < 2:
            return None
        length, at = received[1] & 0x7F, 2
        if length == 126:
            if len(received) < 4:
                return None
            length, at = struct.unpack_from("!H", received, 2)[0], 4
        elif length == 127:
            raise ValueError("no frame of these benchmarks is that long")
        if len(received) < at + length:
            return None
        self._received = received[at + length :]
        return received[0] & 0x0F, received[at : at + length]


_UNASKED = (b'{"type":"hello"', b'{"type":"heartbeat"')


class Asker(Listener):
    """One socket (`http_load.Caller`): the next frame, except for greetings, is the reply to what was sent."""

    def __init__(self, path: str, token: str | None) -> None:
        super().__init__(path, token)
        self._reply: asyncio.Future[bytes] | None = None

    async def send(self, request: bytes, /) -> bytes:
        return await self.ask(request)

    def ask(self, request: bytes) -> asyncio.Future[bytes]:
        """Send a request; the future is its reply."""
        self._reply = asyncio.get_running_loop().create_future()
        self.say(request)
        return self._reply

    def take(self, text: bytes) -> None:
        if self._reply is not None and not self._reply.done() and self.answers(text):
            self._reply.set_result(text)

    def answers(self, text: bytes) -> bool:
        """Whether a text is the reply to what was sent last."""
        return not text.startswith(_UNASKED)


async def listen(port: int, path: str, token: str | None = None) -> Listener:
    """Open a socket that listens."""
    return await open_socket(port, Listener(path, token))


async def asker(port: int, path: str, token: str | None = None) -> Asker:
    """Open a socket that sends requests."""
    return await open_socket(port, Asker(path, token))


_Socket = TypeVar("_Socket", bound=Listener)


async def open_socket(port: int, socket: _Socket) -> _Socket:
    """Connect a socket and wait until the server has accepted it."""
    await asyncio.get_running_loop().create_connection(lambda: socket, "127.0.0.1", port)
    await socket.opened
    return socket


async def all_arrived(listeners: list[Listener], patience_seconds: float = 30) -> list[float]:
    """Return when each listener got what it awaits, once all have."""
    async with asyncio.timeout(patience_seconds):
        while True:
            times = [listener.arrived for listener in listeners if listener.arrived is not None]
            if len(times) == len(listeners):
                return times
            await asyncio.sleep(0.002)
