"""What comes over a connection byte by byte: offers of HTTP/2, lengths, endless heads, pauses, and when it was read."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest
from starlette.requests import Request

from server.access.intake import read_at
from tests.published import check_schema
from tests.server.world import World
from tests.waiting import PATIENCE_SECONDS, patience, patiently

pytestmark = pytest.mark.one_server

POST = b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n"


class Connection:
    """A connection on which a test writes what it wants."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self._reader = reader

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def reply(self) -> tuple[int, bytes]:
        """Return the status and the body of the next reply."""
        async with patience():
            head = await self._reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            return int(head.split()[1]), await self._reader.readexactly(length)

    async def rest(self) -> bytes:
        """Return what still comes, once the server has closed the connection."""
        return await patiently(self._reader.read())


@asynccontextmanager
async def _connected(world: World) -> AsyncIterator[Connection]:
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    yield Connection(reader, writer)
    writer.close()


OFFER = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\n"
BODY = b'{"name": "upgrade: h2c"}'
HEAD = POST + b"Content-Length: %d\r\n" % len(BODY)


async def _created(connection: Connection) -> tuple[int, str]:
    """Return the status of a reply, and the name of the player that was created."""
    status, body = await connection.reply()
    return status, json.loads(body)["name"]


@pytest.mark.parametrize(
    "parts", [[HEAD + OFFER + b"\r\n" + BODY], [HEAD, OFFER, b"\r\n", BODY]], ids=["whole", "parts"]
)
async def test_a_body_that_comes_with_an_offer_of_http2_is_read(world: World, parts: list[bytes]) -> None:
    """Some clients offer by default to upgrade every request, and are served by HTTP/1.1."""
    async with _connected(world) as connection:
        for _ in range(2):  # The connection is kept, and the next request read like the first.
            for part in parts:
                connection.write(part)
                await connection.writer.drain()
            assert await _created(connection) == (201, "upgrade: h2c")


@pytest.mark.parametrize("step", [7, 64, 10_000])
async def test_bodies_of_pipelined_calls_are_read_however_they_are_split(world: World, step: int) -> None:
    whole = (HEAD + OFFER + b"\r\n" + BODY) * 3
    async with _connected(world) as connection:
        for begin in range(0, len(whole), step):
            connection.write(whole[begin : begin + step])
            await asyncio.sleep(0.001)
        for _ in range(3):
            assert await _created(connection) == (201, "upgrade: h2c")


async def test_a_call_other_than_get_that_offers_a_websocket_is_answered_as_a_call(world: World) -> None:
    async with _connected(world) as connection:
        for _ in range(2):
            connection.write(HEAD + OFFER.replace(b"h2c", b"websocket") + b"\r\n" + BODY)
            assert await _created(connection) == (201, "upgrade: h2c")


@pytest.mark.parametrize("field", [b"Host: here", b"Long: " + b"x" * 10_000], ids=["no key", "long"])
async def test_a_handshake_that_cannot_be_read_is_answered(world: World, field: bytes) -> None:
    async with _connected(world) as connection:
        connection.write(
            b"GET /v1/stream HTTP/1.1\r\n" + field + b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        )
        said = await connection.rest()

    assert said.startswith(b"HTTP/1.1 400 ")


async def test_a_body_in_chunks_is_read_and_is_the_last_of_its_connection(world: World) -> None:
    """Only the parser knows where it ends; so what follows it is not read."""
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\nX: y\r\n\r\n"
    async with _connected(world) as connection:
        connection.write(POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + HEAD)
        created = await _created(connection)
        behind = await connection.rest()

    assert created == (201, "upgrade: h2c")
    assert behind == b""


ADA = b'{"name": "Ada"}'
NEXT = b"GET /v1/games HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 15\r\n 0\r\n",
        b"Content-Length: 15\r\nContent-Length: 16\r\n",
        b"Content-Length: 15\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: 15\nContent-Length: 16\r\n",
        b"Content-Length: 0x0f\r\n",
        b"Content-Length : 15\r\n",
    ],
)
@pytest.mark.parametrize("behind", [b"", NEXT], ids=["alone", "with a call behind it"])
async def test_a_length_that_is_not_plain_ends_the_connection(world: World, lengths: bytes, behind: bytes) -> None:
    """Otherwise a proxy before the server might take part of the body for another call."""
    async with _connected(world) as connection:
        connection.write(POST + lengths + b"\r\n" + ADA + behind)
        said = await connection.rest()

    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


async def test_a_plain_length_is_read_whatever_follows(world: World) -> None:
    async with _connected(world) as connection:
        for lengths in (b"Content-Length: 15\r\n", b"content-length:15\r\n", b"CONTENT-LENGTH: 015\r\n"):
            for behind in (b"", NEXT):
                connection.write(POST + lengths + b"\r\n" + ADA + behind)
                statuses = [(await connection.reply())[0] for _ in ((0, 1) if behind else (0,))]
                assert statuses == ([201, 200] if behind else [201])


ENDLESS = {
    "URL": (b"GET /", b"x" * 1000),
    "header": (HEALTH + b"X-Long: ", b"x" * 1000),
    "headers": (HEALTH, b"X: y\r\n" * 200),
    "trailers": (
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
        b"X: y\r\n" * 200,
    ),
}


@pytest.mark.parametrize("endless", ENDLESS)
async def test_a_request_that_never_reaches_its_body_is_broken_off(world: World, endless: str) -> None:
    begin, more = ENDLESS[endless]
    said = b""
    async with _connected(world) as connection:
        connection.write(begin)
        broken_off = asyncio.create_task(_keep_sending(connection.writer, more))
        with suppress(ConnectionError):
            said = await connection.rest()
        broken_off.cancel()

    head, _, body = said.partition(b"\r\n\r\n")
    assert head[:12] in (b"", b"HTTP/1.1 431")
    if head:
        check_schema("Problem", json.loads(body))
    assert (await world.http().get("/healthz")).status_code == 200


async def test_long_requests_below_the_bound_are_answered(world: World) -> None:
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        long = {"Content-Type": "application/json", "X-Long": "x" * 40_000}
        replies = [await http.get("/docs", headers=long, params={"long": "y" * 20_000}) for _ in range(4)]
        created = await http.post("/v1/players", content=b" " * 60_000 + b'{"name": "Ada"}', headers=long)

    assert {reply.status_code for reply in replies} == {200}
    assert created.status_code == 201


async def _keep_sending(writer: asyncio.StreamWriter, more: bytes) -> None:
    """Send more as long as the server accepts it."""
    with suppress(ConnectionError):
        while True:
            writer.write(more)
            await writer.drain()


IDLE_SECONDS = 5
"""As uvicorn has it by default."""


async def test_a_connection_is_closed_so_long_after_its_last_reply(own_world: World) -> None:
    """The server looks once in a while, not at each call."""
    async with _connected(own_world) as connection:
        for pause in (0.3 * IDLE_SECONDS, 0):
            asked = time.monotonic()
            connection.write(HEALTH + b"\r\n")
            await connection.reply()
            await asyncio.sleep(pause)
        rest = await connection.rest()
    idle = time.monotonic() - asked

    assert rest == b""
    assert idle >= IDLE_SECONDS - 0.1


async def test_a_call_says_when_its_last_byte_was_read(own_world: World) -> None:
    """
    Not when its head was read, nor when a busy process began to answer it: that decides lateness.
    """
    said: list[float | None] = []

    @own_world.app.post("/late")
    async def late(request: Request) -> dict[str, str]:
        said.append(read_at(request.scope))
        return {}

    loop = asyncio.get_running_loop()
    async with _connected(own_world) as connection:
        connection.write(b"POST /late HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n{")
        await asyncio.sleep(0.1)
        before = loop.time()
        connection.write(b"  }")
        await connection.reply()
        after = loop.time()

    (at,) = said
    assert at is not None
    assert before <= at <= after
