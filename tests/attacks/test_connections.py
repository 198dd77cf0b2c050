"""
Connections that occupy the server's memory, files or loop: endless heads, silence, crowds, refused calls.

(Finding 5, and from finding 13 the calls that are cheap to repeat.)
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from typing import Final

import httpx
from websockets.asyncio.client import connect

from server.cli.serving.bounded_http import MAX_HEAD_BYTES, BoundedHttp
from server.cli.serving.connections import LEAST_SECONDS, MOST_HELD_BYTES
from server.people.identity.admission import ADDRESS_BURST_SECONDS, ANSWERS_A_SECOND
from tests.attacks.ground import TIMES, Ground, attacked, in_another_process
from tests.waiting import patience, until

PER_ADDRESS: Final = 150
ADDRESSES: Final = ("127.0.0.3", "127.0.0.4")
CALL: Final = b"GET /v1/nothing HTTP/1.1\r\nHost: here\r\n\r\n"
REFUSED_CONNECTIONS: Final = 20
REFUSED_SECONDS: Final = 3 * TIMES


class Intruder:
    """A connection that sends no useful HTTP; `ended` is set once the server has closed it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.said = b""
        self.ended = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while heard := await reader.read(65536):
                self.said += heard

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def leave(self) -> None:
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()
        await self.ended


async def _intrude(ground: Ground, address: str, count: int) -> list[Intruder]:
    host, port = ground.address
    return [
        Intruder(*await asyncio.open_connection(host, port, local_addr=(address, 0), limit=2**20)) for _ in range(count)
    ]


async def _until_ended(intruders: list[Intruder]) -> None:
    """Wait until the server has closed all of them."""
    async with patience():
        await asyncio.wait([intruder.ended for intruder in intruders])


async def test_heads_without_end_hold_little_memory_and_are_closed(sqlite_url: str) -> None:
    """
    As headers of three bytes, each of which the parser turned into objects of ninety, and as one endless header.
    """
    async with attacked(sqlite_url) as ground:
        grown = []
        async with ground.neighbour() as met:
            before = ground.memory()
            intruders = [one for address in ADDRESSES for one in await _intrude(ground, address, PER_ADDRESS)]
            for number, intruder in enumerate(intruders):
                intruder.send(b"GET / HTTP/1.1\r\n" + (b"a:\r\n" * 16_000 if number % 2 else b"a: " + b"b" * 60_000))
            for _ in range(10):
                await asyncio.sleep(0.2)
                grown.append(ground.memory() - before)
            await _until_ended(intruders)
        said = Counter(intruder.said[:12] for intruder in intruders)
        for intruder in intruders:
            await intruder.leave()

    assert max(grown) < len(ADDRESSES) * (MOST_HELD_BYTES + 4 * 2**20)
    assert set(said) <= {b"HTTP/1.1 431", b"HTTP/1.1 408", b""}
    assert said[b"HTTP/1.1 408"] >= MOST_HELD_BYTES // MAX_HEAD_BYTES
    assert met.refused == []


async def test_silent_and_slow_connections_are_closed(sqlite_url: str) -> None:
    """
    Before the first byte, in empty lines, in a head, in a body with a length and in a chunked body.
    """
    begun = [
        b"",
        b"\r\n",
        b"GET / HT",
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Length: 5000\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]
    drops = [b"", b"\r\n", b"x", b" ", b"1\r\n \r\n"]
    async with attacked(sqlite_url) as ground:
        began = time.monotonic()
        intruders = await _intrude(ground, ADDRESSES[0], len(begun))
        for intruder, begin in zip(intruders, begun, strict=True):
            intruder.send(begin)
        trickling = asyncio.create_task(_trickle(intruders, drops))
        await _until_ended(intruders)
        took = time.monotonic() - began
        trickling.cancel()
        for intruder in intruders:
            await intruder.leave()

    assert took > BoundedHttp.patience_seconds - 1
    assert [intruder.said[:12] for intruder in intruders] == [b"", b"", *[b"HTTP/1.1 408"] * 3]


async def _trickle(intruders: list[Intruder], drops: list[bytes]) -> None:
    while True:
        await asyncio.sleep(0.5)
        for intruder, drop in zip(intruders, drops, strict=True):
            if not intruder.ended.done():
                intruder.send(drop)


async def test_an_address_has_so_many_connections_and_others_notice_nothing(sqlite_url: str) -> None:
    async with attacked(sqlite_url) as ground, ground.neighbour() as met:
        intruders = await _intrude(ground, ADDRESSES[0], 250)
        await until(lambda: sum(intruder.ended.done() for intruder in intruders) >= 50)
        open_still = sum(not intruder.ended.done() for intruder in intruders)
        for intruder in intruders:
            await intruder.leave()

    assert open_still == 200
    assert met.refused == []


async def test_a_socket_counts_as_a_connection_until_it_ends(sqlite_url: str) -> None:
    async with attacked(sqlite_url, connections_per_address="3") as ground:
        ada = await ground.guest("Ada")
        await ada.http.aclose()
        host, port = ground.address
        where, how = f"ws://{host}:{port}/v1/stream", {"Authorization": f"Bearer {ada.token}"}
        await asyncio.sleep(2 * LEAST_SECONDS)

        sockets = [await connect(where, additional_headers=how) for _ in range(3)]
        (refused,) = await _intrude(ground, "127.0.0.1", 1)
        await refused.ended
        await sockets[0].close()
        await until(lambda: _is_answered(ground))
        for socket in sockets:
            await socket.close()
        await refused.leave()

    assert refused.said == b""


async def _is_answered(ground: Ground) -> bool:
    """Whether a call on another connection is answered; if not, the connection was refused."""
    (caller,) = await _intrude(ground, "127.0.0.1", 1)
    caller.send(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
    await caller.ended
    await caller.leave()
    return caller.said.startswith(b"HTTP/1.1 200")


async def test_calls_sent_at_once_are_not_held_at_once(sqlite_url: str) -> None:
    """
    Thousands on each connection, whose replies are never read.
    """
    async with attacked(sqlite_url) as ground:
        host, port = ground.address
        before = ground.memory()
        writers = []
        for _ in range(20):
            _, writer = await asyncio.open_connection(host, port, limit=1)
            writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 5_000)
            writers.append(writer)
        grown = []
        for _ in range(20):
            await asyncio.sleep(0.1)
            grown.append(ground.memory() - before)
        for writer in writers:
            writer.transport.abort()

    # Rendering the document once takes most of the memory.
    assert max(grown) < 60 * 2**20


async def test_refused_calls_are_not_cheap_to_repeat(sqlite_url: str) -> None:
    """
    Replies to refused calls are delayed: the rate of refusals is limited by the number of connections.
    """
    async with attacked(sqlite_url) as ground, ground.neighbour() as met:
        refused, seconds = await in_another_process(_call_and_call, *ground.address, REFUSED_SECONDS)
        async with httpx.AsyncClient(base_url=ground.url, verify=False) as http:
            quick = await http.get("/healthz")

    at_once = ADDRESS_BURST_SECONDS * (ANSWERS_A_SECOND + 50)
    assert refused < at_once + (seconds + 2) * (ANSWERS_A_SECOND + 50 + REFUSED_CONNECTIONS)
    assert quick.status_code == 200
    assert met.refused == []


def _call_and_call(host: str, port: int, seconds: float) -> tuple[int, float]:
    """Call what does not exist, on several connections without pause; return the number of replies, and the seconds."""
    began = time.monotonic()
    return asyncio.run(_call_on_many(host, port, seconds)), time.monotonic() - began


async def _call_on_many(host: str, port: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    return sum(await asyncio.gather(*(_call_on_one(host, port, until) for _ in range(REFUSED_CONNECTIONS))))


async def _call_on_one(host: str, port: int, until: float) -> int:
    reader, writer = await asyncio.open_connection(host, port)
    count = 0
    while time.monotonic() < until:
        writer.write(CALL)
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        count += 1
    writer.close()
    return count
