"""
The HTTP client of tests: httpx, at a third of its processor time.

It calls over sockets as everybody does. Replies are parsed by llhttp, and cookies, redirects and proxies are left out.
What `moirai_client` and its users do is tested with httpx itself.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import httpx
from httptools import HttpParserError, HttpResponseParser

_IDLE_SECONDS: Final = 1
"""How long a connection is kept. A server closes one that was idle for five seconds, perhaps just as it is used."""


class HttpClient(httpx.AsyncClient):
    """
    A client.

    Args:
        url: The server that paths are of.
        timeout: How many seconds the server may be silent during a reply.
        headers: Sent with each call.
        hook: Called with each reply, before its body is read.
        address: The local address to call from.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float,
        headers: Mapping[str, str] | None = None,
        hook: Callable[[httpx.Response], Awaitable[None]] | None = None,
        address: str | None = None,
    ) -> None:
        self._connections = _Connections(address)
        super().__init__(base_url=url, timeout=timeout, headers=headers, transport=self._connections)
        self._hook = hook

    def build_request(self, method: str, url: httpx.URL | str, **more: Any) -> httpx.Request:  # noqa: ANN401
        return super().build_request(method, _absolute(str(self.base_url).rstrip("/"), str(url)), **more)

    async def send(self, request: httpx.Request, *, stream: bool = False, **_: object) -> httpx.Response:
        reply = await self._connections.handle_async_request(request)
        reply.request = request
        try:
            if self._hook:
                await self._hook(reply)
            if not stream:
                await reply.aread()
        except BaseException:
            await reply.aclose()
            raise
        return reply


@lru_cache(1000)
def _absolute(base: str, url: str) -> httpx.URL:
    # What httpx does, which would parse both with each call.
    return httpx.URL(f"{base}/{url.lstrip('/')}" if httpx.URL(url).is_relative_url else url)


class _Connections(httpx.AsyncBaseTransport):
    """HTTP/1.1 on as many connections as there are calls at once."""

    def __init__(self, address: str | None) -> None:
        self._address = address
        self._idle: defaultdict[bytes, list[_Connection]] = defaultdict(list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        idle = self._idle[request.url.netloc]
        connection = _usable(idle) or await self._opened(request)
        reply = _Reply(connection, request, idle)
        try:
            await reply.begin()
        except BaseException:
            connection.transport.abort()
            raise
        version = f"HTTP/{reply.parser.get_http_version()}".encode()
        return httpx.Response(
            reply.parser.get_status_code(),
            headers=reply.headers,
            stream=reply,
            extensions={"http_version": version, "reason_phrase": reply.reason},
        )

    async def aclose(self) -> None:
        for idle in self._idle.values():
            while idle:
                await idle.pop().end()

    async def _opened(self, request: httpx.Request) -> _Connection:
        host, secure = request.url.host, request.url.scheme == "https"
        port, own = request.url.port or (443 if secure else 80), (self._address, 0) if self._address else None
        try:
            async with asyncio.timeout(request.extensions["timeout"]["connect"]):
                loop = asyncio.get_running_loop()
                _, connection = await loop.create_connection(_Connection, host, port, ssl=secure, local_addr=own)
        except TimeoutError as error:
            raise httpx.ConnectTimeout("The server does not accept.") from error
        except OSError as error:
            raise httpx.ConnectError(str(error)) from error
        return connection


def _usable(idle: list[_Connection]) -> _Connection | None:
    while idle:
        connection = idle.pop()
        if connection.is_usable:
            return connection
        connection.transport.abort()
    return None


class _Connection(asyncio.Protocol):
    """A socket. What came before an error can be read after it: a server may refuse what is still being sent."""

    def __init__(self) -> None:
        self.idle_since = 0.0
        self.transport: asyncio.Transport
        self._received: list[bytes] = []
        self._error: Exception | None = None
        self._news = asyncio.Event()
        self._lost = asyncio.get_running_loop().create_future()

    @property
    def is_usable(self) -> bool:
        idle_seconds = asyncio.get_running_loop().time() - self.idle_since
        return idle_seconds < _IDLE_SECONDS and not self._lost.done() and not self.transport.is_closing()

    async def read(self) -> bytes:
        """Return what has come; nothing once the server has closed the connection."""
        while not self._received and not self._lost.done():
            self._news.clear()
            await self._news.wait()
        if not self._received and self._error:
            raise self._error
        data, self._received = b"".join(self._received), []
        if data:
            self.transport.resume_reading()
        return data

    async def end(self) -> None:
        self.transport.abort()
        await self._lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self._received:
            self.transport.pause_reading()  # A server must notice who does not read.
        self._received.append(data)
        self._news.set()

    def connection_lost(self, error: Exception | None) -> None:
        self._error = error
        self._lost.set_result(None)
        self._news.set()


class _Reply(httpx.AsyncByteStream):
    """The answer to a request, whose body is read as it is asked for. The methods `on_…` are called by the parser."""

    def __init__(self, connection: _Connection, request: httpx.Request, idle: list[_Connection]) -> None:
        self.parser = HttpResponseParser(self)
        self.headers: list[tuple[bytes, bytes]] = []
        self.reason = b""
        self._connection = connection
        self._request = request
        self._idle = idle
        self._begun = self._complete = self._keeps = False
        self._body: list[bytes] = []

    async def begin(self) -> None:
        """Send the request, and read the head of the answer."""
        write, request = self._connection.transport.write, self._request
        head = [b"%b %b HTTP/1.1\r\n" % (request.method.encode(), request.url.raw_path)]
        head += [b"%b: %b\r\n" % header for header in request.headers.raw]
        write(b"".join([*head, b"\r\n"]))
        assert isinstance(request.stream, httpx.AsyncByteStream)
        chunked = "transfer-encoding" in request.headers
        async for piece in request.stream:
            if piece:
                write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
        if chunked:
            write(b"0\r\n\r\n")
        while not self._begun:
            await self._read()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self._body or not self._complete:
            if not self._body:
                await self._read()
            pieces, self._body = self._body, []
            for piece in pieces:
                yield piece

    async def aclose(self) -> None:
        if self._complete and self._keeps:
            self._connection.idle_since = asyncio.get_running_loop().time()
            self._idle.append(self._connection)
        else:
            await self._connection.end()

    def on_status(self, reason: bytes) -> None:
        self.reason = reason

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        self._begun = self.parser.get_status_code() >= 200
        if not self._begun:
            self.headers.clear()
        # The parser expects a body after each head that announces one.
        self._complete = self._begun and self._request.method == "HEAD"
        self._keeps = self.parser.should_keep_alive() and not self._complete

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        self._complete = self._begun

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(self._request.extensions["timeout"]["read"]):
                data = await self._connection.read()
            self.parser.feed_data(data)
        except TimeoutError as error:
            raise httpx.ReadTimeout("The server is silent.") from error
        except OSError as error:
            raise httpx.ReadError(str(error)) from error
        except HttpParserError as error:
            raise httpx.RemoteProtocolError(str(error)) from error
        if not data:
            raise httpx.RemoteProtocolError("The server closed the connection before the end of its answer.")
