"""What becomes of connections when a process stops: whatever was sent on them is answered."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import cast

import pytest
import uvicorn
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.cli.serving import bounded_http
from server.cli.serving.one_process import uvicorn_config
from server.runtime.settings import Settings
from tests.waiting import PATIENCE_SECONDS, patience

_CALL = b"POST / HTTP/1.1\r\nHost: moirai\r\nContent-Length: 0\r\n\r\n"


class _Application:
    """Answers each call at once, and accepts sockets when told."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.accepts = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"ok"})
        elif scope["type"] == "websocket":
            self.asked.set()
            await self.accepts.wait()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 1012})


class _Process(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    @property
    def port(self) -> int:
        return int(self.servers[0].sockets[0].getsockname()[1])

    async def client(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect, and wait until the connection is accepted."""
        count = len(self.server_state.connections)
        streams = await asyncio.open_connection("127.0.0.1", self.port)
        async with patience():
            while len(self.server_state.connections) == count:  # noqa: ASYNC110  # uvicorn does not tell.
                await asyncio.sleep(0.01)
        return streams

    def end_connections(self) -> None:
        """Do to each connection what is done when the process stops."""
        for connection in list(self.server_state.connections):
            connection.shutdown()


@asynccontextmanager
async def _serving(application: _Application) -> AsyncIterator[_Process]:
    server = _Process(uvicorn_config(cast("FastAPI", application), Settings()))
    serving = asyncio.create_task(server.serve(sockets=[socket.create_server(("127.0.0.1", 0))]))
    async with patience():
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    yield server
    server.should_exit = True
    await serving


async def _reply(reader: asyncio.StreamReader) -> bytes:
    async with patience():
        return await reader.readuntil(b"ok")


async def test_the_first_request_of_a_new_connection_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be under way while the process stops."""
    monkeypatch.setattr(bounded_http, "_FIRST_SECONDS", PATIENCE_SECONDS)
    async with _serving(_Application()) as server:
        reader, writer = await server.client()
        server.end_connections()
        await asyncio.sleep(0.1)
        writer.write(_CALL)
        reply = await _reply(reader)
        rest = await reader.read()
        writer.close()

    assert reply.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in reply
    assert rest == b""


async def test_a_new_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_http, "_FIRST_SECONDS", 0)
    async with _serving(_Application()) as server:
        reader, writer = await server.client()
        server.end_connections()
        async with patience():
            said = await reader.read()
        writer.close()

    assert said == b""


async def test_a_request_that_has_arrived_is_answered_and_an_idle_connection_is_closed() -> None:
    async with _serving(_Application()) as server:
        clients = [await server.client() for _ in range(2)]
        for reader, writer in clients:
            writer.write(_CALL)
            assert b"connection: close" not in await _reply(reader)
        (idle, idle_writer), (asking, asking_writer) = clients

        asking_writer.write(_CALL)
        server.end_connections()  # Which has not read it yet.

        async with patience():
            replies = await idle.read(), await asking.read()
        idle_writer.close()
        asking_writer.close()

    assert replies[0] == b""
    assert replies[1].startswith(b"HTTP/1.1 200")
    assert b"connection: close" in replies[1]


async def test_a_socket_that_is_being_opened_is_told_to_resume_elsewhere() -> None:
    application = _Application()
    async with _serving(application) as server:
        opening = asyncio.create_task(connect(f"ws://127.0.0.1:{server.port}/").__aenter__())
        async with patience():
            await application.asked.wait()
        server.end_connections()
        application.accepts.set()
        async with patience():
            opened = await opening
            with pytest.raises(ConnectionClosed):
                await opened.recv()

    assert opened.close_code == 1012
