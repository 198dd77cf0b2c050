"""A connection on which nothing is asked is closed after a while, counted from the last reply."""

from __future__ import annotations

import asyncio
import time

import httpx

from tests.server.world import World
from tests.waiting import patience

IDLE_SECONDS = 5
"""As uvicorn has it by default."""

_CALL = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


async def test_a_connection_is_closed_so_long_after_its_last_reply(world: World) -> None:
    """The server looks once in a while, not at each call."""
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)

    for pause in (0.3 * IDLE_SECONDS, 0):
        asked = time.monotonic()
        writer.write(_CALL)
        async with patience():
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        await asyncio.sleep(pause)
    async with patience():
        rest = await reader.read()
    idle = time.monotonic() - asked
    writer.close()

    assert rest == b""
    assert idle >= IDLE_SECONDS - 0.1
