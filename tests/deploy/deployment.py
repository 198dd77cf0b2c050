"""Two hosts with two workers each, behind a front, with PgBouncer before their PostgreSQL (docs/deploying.md)."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.cli.serving.worker import RENEW
from tests.deploy.fronts import Front, Kind, front
from tests.deploy.hosts import Host, two_hosts
from tests.deploy.poolers import Mode, pooled
from tests.faults.players import Addresses
from tests.serving import Overheard, workers_of
from tests.waiting import until


@dataclass(slots=True)
class Deployment:
    """The hosts, the server on each, and what is before them."""

    hosts: tuple[Host, Host]
    servers: list[Overheard]
    front: Front
    _stack: AsyncExitStack
    _database: str
    _settings: dict[str, str]

    @property
    def addresses(self) -> Addresses:
        """Both kinds of addresses of the front, in turn."""
        return Addresses(self.front.url, self.front.six)

    def kill(self, number: int) -> None:
        """Kill what runs on a host: its workers end with the process that has started them."""
        self.servers[number].process.kill()

    async def restart(self, number: int) -> None:
        """Stop the server of a host in order, start another, and wait until the front uses it."""
        self.servers[number].process.send_signal(signal.SIGTERM)
        await self.servers[number].ended()
        self.servers[number] = await self._start(number)
        known, answered = len(self.front.logged), self.front.answered_by(number, self.hosts[number].served)
        await until(lambda: answered in self.front.logged[known:])

    async def renew(self, number: int) -> None:
        """Let the server of a host replace its workers in turn; the front need not notice anything."""
        process = self.servers[number].process
        before = {*workers_of(process)}
        process.send_signal(RENEW)
        await until(lambda: len(now := {*workers_of(process)}) == len(before) and not now & before)

    async def _start(self, number: int) -> Overheard:
        serving = self.hosts[number].serving(self._database, **self._settings)
        return await self._stack.enter_async_context(serving)


@asynccontextmanager
async def deployed(
    kind: Kind, mode: Mode, postgres: str, folder: Path, patch: pytest.MonkeyPatch, **settings: str
) -> AsyncIterator[Deployment]:
    """Run all of it; `settings` are those of the servers."""
    with two_hosts() as hosts:
        async with AsyncExitStack() as stack:
            database = await stack.enter_async_context(pooled(mode, postgres))
            at = await stack.enter_async_context(front(kind, [host.served for host in hosts], folder, patch))
            there = Deployment(hosts, [], at, stack, database, settings)
            there.servers += await asyncio.gather(*map(there._start, range(len(hosts))))
            yield there
