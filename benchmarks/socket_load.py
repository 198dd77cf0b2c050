"""Lean WebSocket clients, the same for all compared servers: one that waits for a text, one that sends requests."""

from __future__ import annotations

import asyncio
import struct
from time import perf_counter
from typing import TypeVar


class Listener(asyncio.Protocol):
    """One socket. `arrived` is when the last text with `awaited` in it came, None until then."""

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
            self.take(frame)

    def take(self, text: bytes) -> None:
        """Receive a text."""
        if self.awaited and self.awaited in text:
            self.arrived, self.text = perf_counter(), text

    def say(self, text: bytes) -> None:
        """Send a text of at most 64 KiB."""
        assert self._transport is not None
        # A mask of zeros is valid, and leaves the text unchanged.
        header = b"\x81" + (bytes([0x80 | len(text)]) if len(text) < 126 else struct.pack("!BH", 0xFE, len(text)))
        self._transport.write(header + bytes(4) + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _next_frame(self) -> bytes | None:
        """Return the payload of the next whole frame; servers send theirs unmasked."""
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
        return received[at : at + length]


_UNASKED = (b'{"type":"hello"', b'{"type":"heartbeat"')


class Asker(Listener):
    """One socket (`http_load.Caller`): the next frame, except for greetings, is the reply to what was sent."""

    def __init__(self, path: str, token: str | None) -> None:
        super().__init__(path, token)
        self._reply: asyncio.Future[bytes] | None = None

    async def send(self, request: bytes, /) -> bytes:
        self._reply = asyncio.get_running_loop().create_future()
        self.say(request)
        return await self._reply

    def take(self, text: bytes) -> None:
        if self._reply is not None and not self._reply.done() and not text.startswith(_UNASKED):
            self._reply.set_result(text)


async def listen(port: int, path: str, token: str | None = None) -> Listener:
    """Open a socket that listens."""
    return await _open(port, Listener(path, token))


async def asker(port: int, path: str, token: str | None = None) -> Asker:
    """Open a socket that sends requests."""
    return await _open(port, Asker(path, token))


_Socket = TypeVar("_Socket", bound=Listener)


async def _open(port: int, socket: _Socket) -> _Socket:
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
