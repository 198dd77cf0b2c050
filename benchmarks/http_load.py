"""
Load over many persistent connections, one request at a time on each, by a lean HTTP/1.1 client that only counts.

Clients of other protocols implement the same interface (`Caller`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol

Json = Any


@dataclass
class Load:
    """
    The result of a slice of load: latencies in seconds, over `seconds` of wall time.

    `cpu_seconds` is the processor time of the server, where it is measured.
    """

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def quantile(self, q: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


class Caller(Protocol):
    """A persistent connection on which each request follows the reply to the previous one."""

    async def send(self, request: bytes, /) -> bytes:
        """Return the reply to a request."""

    def close(self) -> None: ...


class Connection(asyncio.Protocol):
    """One persistent connection."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._reply: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if not separator or self._reply is None:
            return
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        if len(body) >= length:
            reply, self._reply, self._received = self._reply, None, b""
            reply.set_result(head[9:12] + body)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(ConnectionError("the server closed the connection"))

    async def send(self, request: bytes) -> bytes:
        """Return the reply's three digits of status, followed by its body."""
        assert self._transport is not None
        if self._transport.is_closing():  # The server would send no reply.
            raise ConnectionError("the server has closed the connection")
        self._reply = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._reply

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def connect(port: int) -> Connection:
    _, connection = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", port)
    return connection


def request(method: str, path: str, body: Json = None, token: str | None = None) -> bytes:
    """Return an HTTP request as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(content)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


async def ask(connection: Connection, method: str, path: str, body: Json = None, token: str | None = None) -> Json:
    """Make one call and return its reply."""
    reply = await connection.send(request(method, path, body, token))
    if not reply.startswith(b"2"):
        raise RuntimeError(f"{method} {path}: {reply.decode()}")
    return json.loads(reply[3:])


async def drive(
    callers: Sequence[Caller], requests: Sequence[Iterator[bytes]], accept: Callable[[bytes], bool], seconds: float
) -> Load:
    """Send each caller's requests one after another for `seconds`; every reply must be accepted."""
    load = Load()
    begun = perf_counter()
    until = begun + seconds

    async def work(caller: Caller, supply: Iterator[bytes]) -> None:
        while (sent := perf_counter()) < until:
            reply = await caller.send(next(supply))
            load.latencies.append(perf_counter() - sent)
            if not accept(reply):
                raise RuntimeError(reply.decode())

    await asyncio.gather(*(work(*pair) for pair in zip(callers, requests, strict=True)))
    load.seconds = perf_counter() - begun
    return load


async def drive_count(
    callers: Sequence[Caller], requests: Iterator[bytes], accept: Callable[[bytes], bool], count: int
) -> Load:
    """Send this many requests, each as soon as a caller is free."""
    load = Load()
    begun = perf_counter()
    left = iter(range(count))

    async def work(caller: Caller) -> None:
        for _ in left:
            sent = perf_counter()
            if not accept(reply := await caller.send(next(requests))):
                raise RuntimeError(reply.decode())
            load.latencies.append(perf_counter() - sent)

    await asyncio.gather(*(work(caller) for caller in callers))
    load.seconds = perf_counter() - begun
    return load


async def drive_at(
    rate: float,
    callers: Sequence[Caller],
    requests: Sequence[Iterator[bytes]],
    accept: Callable[[bytes], bool],
    seconds: float,
) -> Load:
    """
    Send requests at this rate, whether or not replies keep up; latencies count from when each was due.

    Each caller has an equal share of the moments, so that no request overtakes another of the same caller.
    """
    load = Load()
    pause = len(callers) / rate
    begun = perf_counter()

    async def work(place: int, caller: Caller, supply: Iterator[bytes]) -> None:
        due = begun + pause * place / len(callers)
        while due < begun + seconds:
            await asyncio.sleep(due - perf_counter())
            if not accept(reply := await caller.send(next(supply))):
                raise RuntimeError(reply.decode())
            load.latencies.append(perf_counter() - due)
            due += pause

    pairs = zip(callers, requests, strict=True)
    await asyncio.gather(*(work(place, *pair) for place, pair in enumerate(pairs)))
    load.seconds = perf_counter() - begun
    return load
