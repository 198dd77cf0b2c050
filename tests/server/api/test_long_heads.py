"""The server closes a connection whose request head never ends."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import httpx
import pytest

from tests.published import check_schema
from tests.server.world import World
from tests.waiting import PATIENCE_SECONDS, patience

pytestmark = pytest.mark.one_server

ENDLESS = {
    "URL": (b"GET /", b"x" * 1000),
    "header": (b"GET /healthz HTTP/1.1\r\nHost: here\r\nX-Long: ", b"x" * 1000),
    "headers": (b"GET /healthz HTTP/1.1\r\nHost: here\r\n", b"X: y\r\n" * 200),
    "trailers": (
        b"POST /v1/players HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
        b"X: y\r\n" * 200,
    ),
}


@pytest.mark.parametrize("endless", ENDLESS)
async def test_a_request_that_never_reaches_its_body_is_broken_off(world: World, endless: str) -> None:
    begin, more = ENDLESS[endless]
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(begin)

    broken_off = asyncio.create_task(_keep_sending(writer, more))
    async with patience():
        said = await _until_the_end(reader)
    broken_off.cancel()

    head, _, body = said.partition(b"\r\n\r\n")
    assert head[:12] in (b"", b"HTTP/1.1 431")
    if head:
        check_schema("Problem", json.loads(body))
    writer.close()
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        assert (await http.get("/healthz")).status_code == 200


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


async def _until_the_end(reader: asyncio.StreamReader) -> bytes:
    """Return the whole response, once the server has closed the connection."""
    said = b""
    with suppress(ConnectionError):
        said = await reader.read()
    return said
