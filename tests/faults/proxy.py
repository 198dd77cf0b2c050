"""A TCP proxy between a server and its database, which can fail."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from server.cli.serving.workers import reserve

_HOST = "127.0.0.1"
_CHUNK = 65536


class Proxy:
    """
    Forwards what it receives, until it is told otherwise.

    `slow_seconds` is the delay of each chunk to the database. `silent_at` is a text: just before the first chunk that
    contains it, everything falls silent.
    """

    def __init__(self, host: str, port: int, reserved: int) -> None:
        """`reserved`: its own port."""
        self.slow_seconds = 0.0
        self.silent_at: bytes | None = None
        self.fell_silent = asyncio.Event()
        self._target = (host, port)
        self._port = reserved
        self._listening: socket.socket | None = None
        self._connections: set[_Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        return self._port

    def lead_to(self, url: str) -> None:
        """Pass new connections on to another server."""
        target = urlsplit(url)
        assert target.hostname is not None
        assert target.port is not None
        self._target = (target.hostname, target.port)

    async def open(self) -> None:
        """Accept connections and forward; connections from before a silence stay silent."""
        self.silent_at = None
        self.fell_silent.clear()
        if self._listening is None:
            self._listening = socket.create_server((_HOST, self._port), reuse_port=True)
            self._listening.setblocking(False)
            asyncio.get_running_loop().add_reader(self._listening, self._accept, self._listening)

    async def refuse(self) -> None:
        """Cut all connections and accept none, like a running machine whose database process is gone."""
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        for connection in list(self._connections):
            connection.cut()
        await asyncio.gather(*self._tasks)

    def fall_silent(self) -> None:
        """Discard everything in both directions without an error, like a broken network."""
        self.fell_silent.set()
        for connection in self._connections:
            connection.silent = True

    def _accept(self, listening: socket.socket) -> None:
        """Accept here: what asyncio's server is just accepting, nobody else knows or could cut."""
        try:
            accepted, _ = listening.accept()
        except BlockingIOError:  # Whoever called has gone.
            return
        connection = _Connection(silent=self.fell_silent.is_set())
        self._connections.add(connection)
        task = asyncio.create_task(self._connect(connection, accepted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, connection: _Connection, accepted: socket.socket) -> None:
        try:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(sock=accepted)
                connection.writers.append(writer)
                database = await asyncio.open_connection(*self._target)
                connection.writers.append(database[1])
                if connection.gone.is_set():  # It was cut while its ends were being opened.
                    return
                async with asyncio.TaskGroup() as passing:
                    passing.create_task(self._pass_on(connection, reader, database[1], to_database=True))
                    passing.create_task(self._pass_on(connection, database[0], writer, to_database=False))
        finally:
            await connection.close()
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
        # During a silence not even the end of a connection is forwarded.
        if not connection.silent:
            connection.cut()
        await connection.gone.wait()


class _Connection:
    """Both ends of one connection through the proxy."""

    def __init__(self, *, silent: bool) -> None:
        self.writers: list[asyncio.StreamWriter] = []
        self.silent = silent
        self.gone = asyncio.Event()

    def cut(self) -> None:
        self.gone.set()
        for writer in self.writers:
            writer.transport.abort()

    async def close(self) -> None:
        """Cut it, and wait until both ends are gone."""
        self.cut()
        for writer in self.writers:
            with suppress(OSError):
                await writer.wait_closed()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Run a proxy before the database or server with this URL; return the URL through it."""
    target = urlsplit(url)
    assert target.hostname is not None
    assert target.port is not None
    with reserve(_HOST, 0) as port:  # Also while it refuses, nobody else gets it.
        proxy = Proxy(target.hostname, target.port, port)
        await proxy.open()
        try:
            yield proxy, url.replace(f":{target.port}", f":{proxy.port}")
        finally:
            await proxy.refuse()
