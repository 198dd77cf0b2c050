"""Several servers over one database, each in a process that can be killed, paused and replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.faults.players import Addresses
from tests.serving import COMMAND_LINE, Overheard, overheard


class Fleet:
    """The servers; `addresses` are those of all that were not killed."""

    def __init__(self, stack: AsyncExitStack, **settings: str) -> None:
        self.servers: list[Overheard] = []
        self.addresses = Addresses()
        self._stack = stack
        self._settings = {"heartbeat_seconds": "1", **settings}
        self._ended: list[Overheard] = []

    async def start(self, database: str) -> None:
        """Add a server."""
        server = await self._stack.enter_async_context(overheard(database, None, None, **self._settings))
        self.servers.append(server)
        self.addresses.urls.append(server.url)

    async def kill(self, server: Overheard) -> None:
        """Kill a server without warning. Clients still try its address, until another takes its place."""
        server.process.kill()
        await server.process.wait()

    async def replace(self, server: Overheard, database: str) -> None:
        """Start another in place of one that has ended, in a new interpreter: its string hashes differ."""
        successor = await self._stack.enter_async_context(overheard(database, COMMAND_LINE, None, **self._settings))
        self.servers[self.servers.index(server)] = successor
        self.addresses.urls[self.addresses.urls.index(server.url)] = successor.url
        self._ended.append(server)

    async def kill_until_done(
        self, database: str, playing: asyncio.Future[Any], pause_seconds: Callable[[], float], most: int | None
    ) -> int:
        """Kill one server after the other, at most so many, and start others in their place; return how many."""
        kills = 0
        while not playing.done() and (most is None or kills < most):
            await asyncio.sleep(pause_seconds())
            victim = self.servers[kills % len(self.servers)]
            await self.kill(victim)
            await self.replace(victim, database)
            kills += 1
        return kills

    @staticmethod
    def pause(server: Overheard) -> None:
        os.kill(server.process.pid, signal.SIGSTOP)

    @staticmethod
    def wake(server: Overheard) -> None:
        os.kill(server.process.pid, signal.SIGCONT)

    @property
    def unforeseen(self) -> str:
        """Return what the servers logged as errors, that is, failures that nobody foresaw."""
        said = [server.said for server in [*self._ended, *self.servers]]
        return "\n".join(text for text in said if " ERROR " in text or "Traceback" in text)


@asynccontextmanager
async def fleet(database: str, size: int, **settings: str) -> AsyncIterator[Fleet]:
    """Run `size` servers; after they have stopped, assert that none had an unforeseen failure."""
    async with AsyncExitStack() as stack:
        servers = Fleet(stack, **settings)
        await asyncio.gather(*(servers.start(database) for _ in range(size)))
        yield servers
    assert not servers.unforeseen, servers.unforeseen
