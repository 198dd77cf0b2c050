"""A client that offers to upgrade every request to HTTP/2, as some do by default, is served by HTTP/1.1."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from tests.server.world import World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

OFFER = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\n"
BODY = b'{"name": "upgrade: h2c"}'
HEAD = b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % len(
    BODY
)


@pytest.mark.parametrize(
    "parts", [[HEAD + OFFER + b"\r\n" + BODY], [HEAD, OFFER, b"\r\n", BODY]], ids=["whole", "parts"]
)
async def test_a_body_that_comes_with_an_offer_is_read(world: World, parts: list[bytes]) -> None:
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    for _ in range(2):  # The connection is kept, and the next request read like the first.
        for part in parts:
            writer.write(part)
            await writer.drain()
        async with patience():
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            body = await reader.readexactly(length)
        assert head.startswith(b"HTTP/1.1 201 ")
        assert b'"name":"upgrade: h2c"' in body
    writer.close()


@pytest.mark.parametrize("step", [7, 64, 10_000])
async def test_bodies_of_pipelined_calls_are_read_however_they_are_split(world: World, step: int) -> None:
    whole = (HEAD + OFFER + b"\r\n" + BODY) * 3
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    for begin in range(0, len(whole), step):
        writer.write(whole[begin : begin + step])
        await asyncio.sleep(0.001)

    for _ in range(3):
        assert await _reply(reader) == (201, "upgrade: h2c")
    writer.close()


async def test_a_call_other_than_get_that_offers_a_websocket_is_answered_as_a_call(world: World) -> None:
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    for _ in range(2):
        writer.write(HEAD + OFFER.replace(b"h2c", b"websocket") + b"\r\n" + BODY)
        assert await _reply(reader) == (201, "upgrade: h2c")
    writer.close()


@pytest.mark.parametrize("field", [b"Host: here", b"Long: " + b"x" * 10_000], ids=["no key", "long"])
async def test_a_handshake_that_cannot_be_read_is_answered(world: World, field: bytes) -> None:
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    writer.write(b"GET /v1/stream HTTP/1.1\r\n" + field + b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    async with patience():
        said = await reader.read()
    writer.close()

    assert said.startswith(b"HTTP/1.1 400 ")


async def test_a_body_in_chunks_is_read_and_is_the_last_of_its_connection(world: World) -> None:
    """Only the parser knows where it ends; so what follows it is not read."""
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    head = HEAD.replace(b"Content-Length: %d" % len(BODY), b"Transfer-Encoding: chunked")

    writer.write(head + b"\r\n" + b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\nX: y\r\n\r\n" + HEAD)
    created = await _reply(reader)
    async with patience():
        behind = await reader.read()
    writer.close()

    assert created == (201, "upgrade: h2c")
    assert behind == b""


async def _reply(reader: asyncio.StreamReader) -> tuple[int, str]:
    """Return the status of a reply, and the name of the player that was created."""
    async with patience():
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = json.loads(await reader.readexactly(length))
    return int(head.split()[1]), body["name"]
