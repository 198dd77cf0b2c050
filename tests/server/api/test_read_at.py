"""A call records when its last byte was read, because that decides lateness."""

from __future__ import annotations

import asyncio

import httpx
from starlette.requests import Request

from server.intake import read_at
from tests.server.world import World
from tests.waiting import patience


async def test_a_call_says_when_its_last_byte_was_read(world: World) -> None:
    """
    Not when its head was read, nor when a busy process began to answer it.
    """
    said: list[float | None] = []

    @world.app.post("/late")
    async def late(request: Request) -> dict[str, str]:
        said.append(read_at(request.scope))
        return {}

    loop = asyncio.get_running_loop()
    address = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(b"POST /late HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n{")
    await asyncio.sleep(0.1)
    before = loop.time()
    writer.write(b"  }")
    async with patience():
        await reader.readuntil(b"\r\n\r\n")
    after = loop.time()
    writer.close()

    (at,) = said
    assert at is not None
    assert before <= at <= after
