"""
Attackers: each repeats what its name says for some seconds, over blocking sockets, and then disconnects.

They take the server's address, the token of a player who may see the match, and the match's id, so that they can run in
a separate process.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

_CONNECTIONS: Final = 16

EVENTS: Final = 8_000
"""The minimum number of messages of an attacked match."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target: the server's address, a player's token, and a match that the player may see."""

    host: str
    port: int
    token: str
    match_id: str


Attacker: TypeAlias = Callable[[Target, float], None]

TEXT, PING = 0x1, 0x9


def frame(opcode: int, payload: bytes, *, final: bool = True) -> bytes:
    """Return a client frame (RFC 6455, section 5.2), masked with zeros."""
    head = bytes([(0x80 if final else 0) | opcode])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + bytes(4) + payload
    return head + bytes([0x80 | 126]) + struct.pack(">H", len(payload)) + bytes(4) + payload


def open_socket(target: Target, path: str = "/v1/stream") -> socket.socket:
    """Open a WebSocket."""
    connection = socket.create_connection((target.host, target.port), timeout=5)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(
        f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Authorization: Bearer {target.token}\r\n\r\n".encode()
    )
    connection.recv(65536)
    return connection


def bursts(target: Target, seconds: float) -> None:
    """Send 12 KB of subscriptions, unsubscriptions and pings at once, and then disconnect."""
    subscribe = json.dumps({"type": "subscribe", "match_id": target.match_id}).encode()
    unsubscribe = json.dumps({"type": "unsubscribe", "match_id": target.match_id}).encode()
    texts = (subscribe, unsubscribe, b'{"type":"ping"}')
    burst = b"".join(frame(TEXT, text) for _ in range(60) for text in texts)
    for _ in _until(seconds):
        with suppress(OSError), open_socket(target) as connection:
            connection.sendall(burst)


def json_pings(target: Target, seconds: float) -> None:
    """Send `ping` frames without end, and read the replies."""
    _flood(target, seconds, frame(TEXT, b'{"type":"ping"}') * 500, reads=True)


def protocol_pings(target: Target, seconds: float) -> None:
    """Send empty protocol pings, and read the pongs."""
    _flood(target, seconds, frame(PING, b"") * 2_000, reads=True)


def unread_pongs(target: Target, seconds: float) -> None:
    """Send protocol pings whose pongs are never read."""
    _flood(target, seconds, frame(PING, bytes(125)) * 500, reads=False)


def empty_fragments(target: Target, seconds: float) -> None:
    """Send a message that begins and continues in empty fragments."""
    _flood(target, seconds, frame(0x0, b"", final=False) * 2_000, reads=True, first=frame(TEXT, b"", final=False))


def earlier_views(target: Target, seconds: float) -> None:
    """Fetch views of the match at every cursor."""
    paths = (f"/v1/matches/{target.match_id}/view?at={1 + at * 7 % EVENTS}" for at in range(10**9))
    _ask(target, seconds, paths)


def pages(target: Target, seconds: float) -> None:
    """Fetch the longest pages of the match's events."""
    _ask(target, seconds, (f"/v1/matches/{target.match_id}/events?limit=500" for _ in range(10**9)))


def documents(target: Target, seconds: float) -> None:
    """Fetch the published documents, without a token."""
    paths = ("/openapi.json", "/docs/api", "/docs/protocol", "/v1/games/hero_of_the_arena", "/", "/readyz")
    _ask(target, seconds, (paths[number % len(paths)] for number in range(10**9)), authorised=False)


def refusals(target: Target, seconds: float) -> None:
    """Make calls that are refused, on several connections at once and many ahead."""
    call = f"GET /v1/nothing HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {target.token}x\r\n\r\n".encode()
    with ExitStack() as stack, suppress(OSError):
        connections = [_connect(target, stack) for _ in range(_CONNECTIONS)]
        for _ in _until(seconds):
            for connection in connections:
                _send(connection, call * 50)
                _read(connection)


def bodies(target: Target, seconds: float) -> None:
    """Send bodies of brackets of the maximum size, without a token."""
    body = b"[]" * 30_000
    head = (
        f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    _repeat(target, seconds, head.encode() + body)


def accounts(target: Target, seconds: float) -> None:
    """Create new players."""
    body = b'{"name":"Eris"}'
    head = (
        f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    _repeat(target, seconds, head.encode() + body)


def unfinished_heads(target: Target, seconds: float) -> None:
    """Open connections whose heads never end."""
    with ExitStack() as stack, suppress(OSError):
        connections = [_connect(target, stack) for _ in range(150)]
        for connection in connections:
            _send(connection, b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 15_000)
        for _ in _until(seconds):
            for connection in connections:
                _send(connection, b"a:\r\n")


ATTACKERS: Final[tuple[Attacker, ...]] = (
    bursts,
    json_pings,
    protocol_pings,
    unread_pongs,
    empty_fragments,
    earlier_views,
    pages,
    documents,
    refusals,
    bodies,
    accounts,
    unfinished_heads,
)


def _until(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def _flood(target: Target, seconds: float, frames: bytes, *, reads: bool, first: bytes = b"") -> None:
    """Send frames on one socket after another, each until it is closed."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError), open_socket(target) as connection:
            connection.settimeout(0.2)
            connection.sendall(first)
            while time.monotonic() < until:
                with suppress(TimeoutError):
                    connection.sendall(frames)
                if reads and not _read(connection):
                    break


def _ask(target: Target, seconds: float, paths: Iterator[str], *, authorised: bool = True) -> None:
    for _ in _until(seconds):
        with suppress(OSError):
            _get(target, next(paths), authorised=authorised)


def _get(target: Target, path: str, *, authorised: bool) -> None:
    """Make a GET request, and read the whole response."""
    token = f"Authorization: Bearer {target.token}\r\n" if authorised else ""
    with socket.create_connection((target.host, target.port), timeout=5) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{token}\r\n".encode())
        while connection.recv(65536):
            pass


def _repeat(target: Target, seconds: float, call: bytes) -> None:
    """Repeat the same call on several connections at once."""
    for _ in _until(seconds):
        with ExitStack() as stack, suppress(OSError):
            connections = [_connect(target, stack) for _ in range(_CONNECTIONS)]
            for connection in connections:
                connection.sendall(call)
            for connection in connections:
                connection.recv(65536)


def _connect(target: Target, stack: ExitStack) -> socket.socket:
    connection = stack.enter_context(socket.create_connection((target.host, target.port), timeout=5))
    connection.settimeout(0.05)
    return connection


def _send(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        connection.sendall(data)


def _read(connection: socket.socket) -> bool:
    """Read what has arrived; return whether the connection is still open."""
    with suppress(TimeoutError):
        return connection.recv(1 << 20) != b""
    return True
