"""What stands between a server and its database and can fail: a TCP proxy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from tests.ports import free_ports

_HOST = "127.0.0.1"
_CHUNK = 65536


class Proxy:
    """
    Passes on what it is sent, until it is told otherwise.

    `slow_seconds` is how long each piece is held back on its way to the database. `silent_at` is what a piece must hold
    for everything to fall silent just before it.
    """

    def __init__(self, host: str, port: int) -> None:
        self.slow_seconds = 0.0
        self.silent_at: bytes | None = None
        self.fell_silent = asyncio.Event()
        self._target = (host, port)
        self._port = free_ports()
        self._server: asyncio.Server | None = None
        self._connections: set[_Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        return self._port

    async def open(self) -> None:
        """Take connections, and pass on; what is from before a silence stays silent."""
        self.silent_at = None
        self.fell_silent.clear()
        if self._server is None:
            self._server = await asyncio.start_server(self._accept, _HOST, self._port)

    async def refuse(self) -> None:
        """Cut all connections and take no more, like a database whose machine is there and whose process is not."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for connection in list(self._connections):
            connection.cut()
        await asyncio.gather(*self._tasks)

    def fall_silent(self) -> None:
        """Swallow everything in both directions and tell nobody, like a network that loses its way."""
        self.fell_silent.set()
        for connection in self._connections:
            connection.silent = True

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = _Connection([writer], silent=self.fell_silent.is_set())
        self._connections.add(connection)
        try:
            with suppress(OSError):
                database = await asyncio.open_connection(*self._target)
                connection.writers.append(database[1])
                if connection.gone.is_set():  # It was cut while the other end was being opened.
                    return
                async with asyncio.TaskGroup() as passing:
                    passing.create_task(self._pass_on(connection, reader, database[1], to_database=True))
                    passing.create_task(self._pass_on(connection, database[0], writer, to_database=False))
        finally:
            connection.cut()
            self._connections.discard(connection)

    async def _pass_on(
        self,
        connection: _Connection,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        to_database: bool,
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(_CHUNK):
                if to_database and self.slow_seconds:
                    await asyncio.sleep(self.slow_seconds)
                if to_database and self.silent_at is not None and self.silent_at in piece:
                    self.fall_silent()
                if not connection.silent:
                    writer.write(piece)
                    await writer.drain()
        # Through silence not even an end gets through.
        if not connection.silent:
            connection.cut()
        await connection.gone.wait()


class _Connection:
    """One connection through the proxy: both its ends."""

    def __init__(self, writers: list[asyncio.StreamWriter], *, silent: bool) -> None:
        self.writers = writers
        self.silent = silent
        self.gone = asyncio.Event()

    def cut(self) -> None:
        self.gone.set()
        for writer in self.writers:
            writer.transport.abort()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy before the database or server with this URL, and the URL through it."""
    target = urlsplit(url)
    assert target.hostname is not None
    assert target.port is not None
    proxy = Proxy(target.hostname, target.port)
    await proxy.open()
    try:
        yield proxy, url.replace(f":{target.port}", f":{proxy.port}")
    finally:
        await proxy.refuse()
