"""What stands before a PostgreSQL that is starting, or slow: it passes connections on when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

_STARTING: Final = b"SFATAL\x00VFATAL\x00C57P03\x00Mthe database system is starting up\x00\x00"
_REFUSAL: Final = b"E" + (len(_STARTING) + 4).to_bytes(4, "big") + _STARTING


class SlowPostgres:
    """Answers nobody, or that it is starting, until it is `ready`."""

    def __init__(self, target: tuple[str, int], *, says_so: bool) -> None:
        self.ready = asyncio.Event()
        self.came = 0
        self._target = target
        self._says_so = says_so

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.came += 1
        try:
            if self._says_so and not self.ready.is_set():
                await reader.read(1024)
                writer.write(b"N")  # no TLS
                await reader.read(1024)
                writer.write(_REFUSAL)
                await writer.drain()
                return
            await self.ready.wait()
            its_reader, its_writer = await asyncio.open_connection(*self._target)
            with suppress(OSError):
                await asyncio.gather(_pass_on(reader, its_writer), _pass_on(its_reader, writer))
        finally:
            writer.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(65536):
        writer.write(piece)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def slow_postgres(url: str, *, says_so: bool) -> AsyncIterator[tuple[SlowPostgres, str]]:
    """Stand before this PostgreSQL; yields the URL that leads through it. `says_so`: whether it says that it starts."""
    target = urlsplit(url)
    assert target.hostname
    assert target.port
    slow = SlowPostgres((target.hostname, target.port), says_so=says_so)
    server = await asyncio.start_server(slow.accept, "127.0.0.1", 0)
    try:
        yield slow, url.replace(f":{target.port}/", f":{server.sockets[0].getsockname()[1]}/")
    finally:
        server.close()
