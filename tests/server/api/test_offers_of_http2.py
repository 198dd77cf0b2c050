"""Clients that offer HTTP/2 with every request, as some do by default, are answered by HTTP/1.1 as if they had not."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.server.world import PATIENCE_SECONDS, World

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
        async with asyncio.timeout(PATIENCE_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            body = await reader.readexactly(length)
        assert head.startswith(b"HTTP/1.1 201 ")
        assert b'"name":"upgrade: h2c"' in body
    writer.close()
