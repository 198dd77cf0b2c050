"""
The length of a body must be unambiguous: otherwise a proxy before the server might take part of it for another call.
"""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.server.world import World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

BODY = b'{"name": "Ada"}'
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
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    head = b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n" + lengths + b"\r\n"
    writer.write(head + BODY + behind)
    async with patience():
        said = await reader.read()
    writer.close()

    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


async def test_a_plain_length_is_read_whatever_follows(world: World) -> None:
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    for lengths in (b"Content-Length: 15\r\n", b"content-length:15\r\n", b"CONTENT-LENGTH: 015\r\n"):
        for behind in (b"", NEXT):
            head = b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n" + lengths + b"\r\n"
            writer.write(head + BODY + behind)
            assert (await _read(reader)).startswith(b"HTTP/1.1 201 ")
            if behind:
                assert (await _read(reader)).startswith(b"HTTP/1.1 200 ")
    writer.close()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """Read one whole reply."""
    async with patience():
        head = await reader.readuntil(b"\r\n\r\n")
        return head + await reader.readexactly(
            int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        )
