"""
Attackers: each repeats what its name says for some seconds, over blocking sockets, and then disconnects.

They take a target, so that they can run in a separate process.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from tests.attacks.raw_sockets import CONTINUATION, PING, TEXT, RawSocket, frame, text

_CONNECTIONS: Final = 16

_SOCKETS: Final = 100
"""The maximum number of sockets of a player."""

EVENTS: Final = 8_000
"""The minimum number of messages of a match whose history is read."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target: the server's address, a player's token, and a match that the player may see."""

    host: str
    port: int
    token: str
    match_id: str

    @property
    def subscriptions(self) -> bytes:
        """A frame that subscribes to the match, and one that unsubscribes."""
        kinds = ("subscribe", "unsubscribe")
        return b"".join(text({"type": kind, "match_id": self.match_id}) for kind in kinds)

    def open_socket(self, path: str = "/v1/stream", *, authorised: bool = True, small: bool = False) -> RawSocket:
        """Open a WebSocket, once the server accepts one."""
        return RawSocket.patiently((self.host, self.port), self.token if authorised else None, path, small=small)


Attacker: TypeAlias = Callable[[Target, float], None]


def bursts(target: Target, seconds: float) -> None:
    """Send 12 KB of subscriptions, unsubscriptions and pings at once, and disconnect before they are answered."""
    burst = (target.subscriptions + text({"type": "ping"})) * 80
    for _ in _until(seconds):
        attacker = target.open_socket()
        attacker.send(burst[:12_000], 1)
        attacker.close()


def subscribing(target: Target, seconds: float) -> None:
    """Subscribe and unsubscribe as fast as accepted, and read every reply."""
    target.open_socket().flood(target.subscriptions * 100, seconds)


def json_pings(target: Target, seconds: float) -> None:
    """Send `ping` frames without end, and read the replies."""
    _flood(target, text({"type": "ping"}) * 2_000, seconds)


def large_frames(target: Target, seconds: float) -> None:
    """Send the frames that take longest to parse."""
    nested = json.loads("[" * 28 + "]" * 28)
    said = {"type": "submit", "phase": 1, "match_id": target.match_id, "move": [nested] * 1000}
    target.open_socket().flood(text(said) * 10, seconds)


def protocol_pings(target: Target, seconds: float) -> None:
    """Send empty protocol pings, and read the pongs."""
    _flood(target, frame(PING) * 40_000, seconds)


def unread_pongs(target: Target, seconds: float) -> None:
    """Send protocol pings whose pongs are never read."""
    until = time.monotonic() + seconds
    attackers = []
    while (left := until - time.monotonic()) > 0:
        attackers.append(target.open_socket(small=True))
        attackers[-1].send(frame(PING, b"x" * 125) * 100_000, min(left, 1))


def empty_fragments(target: Target, seconds: float) -> None:
    """Send a message that begins and continues in empty fragments."""
    _flood(target, frame(TEXT, final=False) + frame(CONTINUATION, final=False) * 40_000, seconds)


def many_replays(target: Target, seconds: float) -> None:
    """Open the maximum number of sockets and replay the whole history on each; only some of them read it."""
    path = f"/v1/matches/{target.match_id}/stream"
    attackers = [target.open_socket(path, small=number % 2 == 0) for number in range(_SOCKETS)]
    for _ in _until(seconds):
        for attacker in attackers[1::2]:
            attacker.flood(text({"type": "ping"}), 0.02)


def handshakes(target: Target, seconds: float) -> None:
    """Connect without a token."""
    for _ in _until(seconds):
        target.open_socket(f"/v1/matches/{target.match_id}/stream", authorised=False).close()


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
                with suppress(TimeoutError):
                    connection.recv(1 << 20)


def bodies(target: Target, seconds: float) -> None:
    """Send bodies of brackets of the maximum size, without a token."""
    _post_players(target, seconds, b"[]" * 30_000)


def accounts(target: Target, seconds: float) -> None:
    """Create new players."""
    _post_players(target, seconds, b'{"name":"Eris"}')


def unfinished_heads(target: Target, seconds: float) -> None:
    """Open connections whose heads never end."""
    with ExitStack() as stack, suppress(OSError):
        connections = [_connect(target, stack) for _ in range(150)]
        for connection in connections:
            _send(connection, b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 15_000)
        for _ in _until(seconds):
            for connection in connections:
                _send(connection, b"a:\r\n")


FLOODS: Final[tuple[Attacker, ...]] = (
    bursts,
    subscribing,
    json_pings,
    large_frames,
    protocol_pings,
    unread_pongs,
    empty_fragments,
    many_replays,
    handshakes,
)
"""Those that flood WebSockets."""

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
"""Those that attack a match with a long history, on several processes too."""


def _until(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def _flood(target: Target, data: bytes, seconds: float) -> None:
    """Flood with these bytes, on another socket whenever one is closed."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        attacker = target.open_socket()
        attacker.flood(data, left)
        attacker.close()


def _ask(target: Target, seconds: float, paths: Iterator[str], *, authorised: bool = True) -> None:
    """Make one GET request after the other, and read each whole response."""
    token = f"Authorization: Bearer {target.token}\r\n" if authorised else ""
    for _ in _until(seconds):
        with suppress(OSError), socket.create_connection((target.host, target.port), timeout=5) as connection:
            connection.sendall(f"GET {next(paths)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{token}\r\n".encode())
            while connection.recv(65536):
                pass


def _post_players(target: Target, seconds: float, body: bytes) -> None:
    """Repeat the same call on several connections at once."""
    head = (
        f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    for _ in _until(seconds):
        with ExitStack() as stack, suppress(OSError):
            connections = [_connect(target, stack) for _ in range(_CONNECTIONS)]
            for connection in connections:
                connection.sendall(head.encode() + body)
            for connection in connections:
                connection.recv(65536)


def _connect(target: Target, stack: ExitStack) -> socket.socket:
    connection = stack.enter_context(socket.create_connection((target.host, target.port), timeout=5))
    connection.settimeout(0.05)
    return connection


def _send(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        connection.sendall(data)
