"""A proxy that loses the first replies: the server executes the calls, but the client gets no answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Lossy:
    """`to_lose` is how many replies are still to be lost, `requests` counts the forwarded requests."""

    def __init__(self, server: str, to_lose: int) -> None:
        self.to_lose = to_lose
        self.requests = 0
        self._server = urlsplit(server)

    async def pass_on(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """Forward one connection's requests, and its replies; cut the connection instead of forwarding a lost reply."""
        server, to_server = await asyncio.open_connection(self._server.hostname, self._server.port)
        with suppress(OSError):
            while request := await client.read(65536):
                self.requests += 1
                to_server.write(request)
                reply = await server.read(65536)
                if self.to_lose:
                    self.to_lose -= 1
                    break
                to_client.write(reply)
        for writer in (to_client, to_server):
            writer.transport.abort()


@asynccontextmanager
async def losing(server: str, replies: int) -> AsyncIterator[tuple[Lossy, str]]:
    """Run such a proxy; yields it and its address."""
    lossy = Lossy(server, replies)
    listening = await asyncio.start_server(lossy.pass_on, "127.0.0.1", 0)
    try:
        yield lossy, f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()
