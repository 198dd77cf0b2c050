"""A WebSocket of an attacker, byte by byte: it sends what no library would, and reads only on request."""

from __future__ import annotations

import json
import socket
import struct
import time
from contextlib import suppress
from typing import Any

from tests.waiting import PATIENCE_SECONDS

Json = Any

TEXT, CONTINUATION, PING, PONG, _CLOSE = 0x1, 0x0, 0x9, 0xA, 0x8


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """Return a client frame; masked with zeros, its payload stays readable."""
    first = bytes([(0x80 if final else 0) | opcode])
    if len(payload) < 126:
        return first + bytes([0x80 | len(payload)]) + bytes(4) + payload
    if len(payload) < 65_536:
        return first + struct.pack("!BH", 0xFE, len(payload)) + bytes(4) + payload
    return first + struct.pack("!BQ", 0xFF, len(payload)) + bytes(4) + payload


def text(said: Json) -> bytes:
    """Return a frame of JSON."""
    return frame(TEXT, json.dumps(said).encode())


class RawSocket:
    """One connection, upgraded to a WebSocket."""

    def __init__(
        self, address: tuple[str, int], token: str | None, path: str = "/v1/stream", *, small: bool = False
    ) -> None:
        """`small`: the kernel buffers as little unread data as possible."""
        self._socket = socket.socket()
        if small:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(PATIENCE_SECONDS)
        self._socket.connect(address)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {address[0]}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        self._socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        self._heard = b""
        while b"\r\n\r\n" not in self._heard:
            heard = self._socket.recv(1024 if small else 65536)
            if not heard:
                raise ConnectionResetError("the server takes no more connections")
            self._heard += heard
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        self.is_upgraded = head.startswith(b"HTTP/1.1 101")

    @classmethod
    def patiently(
        cls, address: tuple[str, int], token: str | None, path: str = "/v1/stream", *, small: bool = False
    ) -> RawSocket:
        """Retry while the server accepts no more connections from this address."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return cls(address, token, path, small=small)
            except ConnectionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @property
    def port(self) -> int:
        """Its own port."""
        port: int = self._socket.getsockname()[1]
        return port

    def send(self, data: bytes, seconds: float) -> int:
        """Send as much as is accepted within this time; return the number of bytes."""
        until, sent = time.monotonic() + seconds, 0
        self._socket.settimeout(0.05)
        while sent < len(data) and time.monotonic() < until:
            try:
                sent += self._socket.send(data[sent : sent + 65536])
            except TimeoutError:
                continue
            except OSError:
                break
        return sent

    def flood(self, data: bytes, seconds: float) -> int:
        """Send the same repeatedly and discard the replies, for this time; return the number of accepted bytes."""
        until, sent = time.monotonic() + seconds, 0
        self._socket.settimeout(0.01)
        while time.monotonic() < until:
            try:
                sent += self._socket.send(data[sent % len(data) :])
            except TimeoutError:
                pass
            except OSError:
                break
            with suppress(TimeoutError):
                try:
                    if not self._socket.recv(1_000_000):
                        break
                except ConnectionError:
                    break
        return sent

    def close_code(self) -> int:
        """Return the server's close code; 1006 if it disconnects without one."""
        self._socket.settimeout(PATIENCE_SECONDS)
        while True:
            opcode, payload = self._next()
            if opcode == _CLOSE:
                return int.from_bytes(payload[:2], "big")
            if opcode < 0:
                return 1006

    def count(self, within_seconds: float) -> int:
        """Return how many frames arrive within this time."""
        until, came = time.monotonic() + within_seconds, 0
        while (left := until - time.monotonic()) > 0:
            self._socket.settimeout(left)
            try:
                opcode, _ = self._next()
            except TimeoutError:
                break
            if opcode < 0 or opcode == _CLOSE:
                break
            came += 1
        return came

    def _next(self) -> tuple[int, bytes]:
        """Return the next frame's opcode, -1 if there is none, and payload."""
        while True:
            length, at = (self._heard[1] & 0x7F, 2) if len(self._heard) > 1 else (0, 2)
            if length == 126:
                length, at = int.from_bytes(self._heard[2:4], "big"), 4
            elif length == 127:
                length, at = int.from_bytes(self._heard[2:10], "big"), 10
            if len(self._heard) >= max(2, at) and len(self._heard) >= at + length:
                opcode, payload = self._heard[0] & 0x0F, self._heard[at : at + length]
                self._heard = self._heard[at + length :]
                return opcode, payload
            try:
                more = self._socket.recv(65536)
            except ConnectionError:
                more = b""
            if not more:
                return -1, b""
            self._heard += more

    def close(self) -> None:
        """Disconnect."""
        self._socket.close()
