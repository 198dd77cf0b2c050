"""
A crowd of browsers that come back at once, as docs/streams.md says: each asks for a ticket, opens a socket with it, and
pauses for a random time before it tries again. In a process of its own, so that other clients are not delayed by it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final

from benchmarks.http_load import ask, connect
from benchmarks.socket_load import Listener, open_socket

_LONGEST_PAUSE_SECONDS: Final = 30.0
_PATIENCE_SECONDS: Final = 300
_SUBSCRIBED: Final = b'"type":"subscribed"'


class _Member(Listener):
    """One socket; `back` is set when it was told that it follows its match."""

    def __init__(self, path: str) -> None:
        super().__init__(path, None)
        self.back: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def take(self, text: bytes) -> None:
        if _SUBSCRIBED in text and not self.back.done():
            self.back.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        for waited_for in (self.opened, self.back):
            if not waited_for.done():
                waited_for.set_exception(ConnectionError("the server closed the connection"))
                waited_for.exception()


async def come_back(port: int, followed: Sequence[tuple[str, str]]) -> tuple[float, int]:
    """
    Let somebody follow each of these paths, with a token each.

    Returns the seconds until the last one does, and how many attempts there were.
    """
    random, attempts, began = Random(1), 0, perf_counter()
    members: list[_Member] = []

    async def follow(path: str, token: str) -> None:
        nonlocal attempts
        pause = 1.0
        while True:
            await asyncio.sleep(random.uniform(0, pause))
            attempts += 1
            try:
                connection = await connect(port)
                ticket = (await ask(connection, "POST", "/v1/tickets", None, token))["ticket"]
                connection.close()
                member = await open_socket(port, _Member(f"{path}?ticket={ticket}"))
                await member.back
            except (ConnectionError, RuntimeError):
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                members.append(member)
                return

    async with asyncio.timeout(_PATIENCE_SECONDS):
        await asyncio.gather(*(follow(path, token) for path, token in followed))
    seconds = perf_counter() - began
    for member in members:
        member.close()
    return seconds, attempts


if __name__ == "__main__":
    print(json.dumps(asyncio.run(come_back(int(sys.argv[1]), json.load(sys.stdin)))), flush=True)
