"""A server that answers questions of devices as a script says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

Answer = tuple[int, dict[str, Any]]

TOKENS: Final[Answer] = (
    200,
    {"access_token": "a", "refresh_token": "r", "token_type": "Bearer", "expires_in": 3600, "scope": "play"},
)

_CODES: Final = {
    "device_code": "d",
    "user_code": "BBBB-CCCC",
    "verification_uri": "https://games.example/oauth/device",
    "verification_uri_complete": "https://games.example/oauth/device?user_code=BBBB-CCCC",
    "expires_in": 600,
    "interval": 0,
}


def refusal(error: str) -> Answer:
    return 400, {"error": error}


PENDING: Final = refusal("authorization_pending")


class Scripted:
    """Answers at the token endpoint, in order; `asked_at` are the times of the questions."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.asked_at: list[float] = []
        self._answers = list(answers)
        self._connections: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the calls of one connection."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._answer(reader, writer)
        finally:
            writer.transport.abort()

    async def end(self) -> None:
        """End all connections."""
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := (await reader.read(65536)).decode():
            while "\r\n\r\n" not in head or len(head.partition("\r\n\r\n")[2]) < _length(head):
                head += (await reader.read(65536)).decode()
            status, body = 200, _CODES
            if head.startswith("POST /oauth/token"):
                self.asked_at.append(asyncio.get_running_loop().time())
                status, body = self._answers.pop(0)
            told = json.dumps(body).encode()
            begin = f"HTTP/1.1 {status} Told\r\nContent-Type: application/json\r\nContent-Length: {len(told)}\r\n\r\n"
            writer.write(begin.encode() + told)


@asynccontextmanager
async def scripted(script: Scripted) -> AsyncIterator[str]:
    """Run the server; yields its address."""
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    async with server:
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            await script.end()


def _length(head: str) -> int:
    for line in head.split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "content-length":
            return int(value)
    return 0
