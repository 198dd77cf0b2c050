"""Hosts of a test: in one process, with an answer that says what arrived; or in namespaces, with real servers."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import subprocess
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final

import orjson
import pytest

from tests.deploy.programs import program
from tests.serving import COMMAND_LINE, Overheard, environment_of

_PORT: Final = 8000

_numbers = itertools.count(1)


@dataclass
class Mirror:
    """
    A host that answers what it was sent: its `name`, the path and the headers.

    `is_ready` is its answer to `/readyz`, `hangs_up` whether it closes connections instead of answering calls.
    """

    name: str
    address: str = ""
    is_ready: bool = True
    hangs_up: bool = False
    asked: list[str] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            await reader.readexactly(int(headers.get("content-length", 0)))
        except asyncio.IncompleteReadError:  # Nothing was asked on this connection.
            writer.close()
            return
        path = first.split()[1]
        if path == "/readyz":
            writer.write(f"HTTP/1.1 {200 if self.is_ready else 503} Said\r\nContent-Length: 0\r\n".encode())
            writer.write(b"Connection: close\r\n\r\n")
        else:
            self.asked.append(path)
            if not self.hangs_up:
                body = orjson.dumps({"name": self.name, "path": path, "headers": headers})
                writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n")
                writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        writer.close()


@asynccontextmanager
async def mirrors() -> AsyncIterator[tuple[Mirror, Mirror]]:
    """Run two hosts."""
    one, other = Mirror("one"), Mirror("other")
    servers = [await asyncio.start_server(each.answer, "127.0.0.1", 0) for each in (one, other)]
    for each, server in zip((one, other), servers, strict=True):
        each.address = "{}:{}".format(*server.sockets[0].getsockname())
    async with servers[0], servers[1]:
        yield one, other


@dataclass(frozen=True, slots=True)
class Host:
    """A network namespace; `machine` is the address of this machine there."""

    namespace: str
    address: str
    machine: str

    @property
    def served(self) -> str:
        """Where its server is."""
        return f"{self.address}:{_PORT}"

    @asynccontextmanager
    async def serving(self, database: str, **settings: str) -> AsyncIterator[Overheard]:
        """Run two workers here; `database` is as this machine sees it, at any of its addresses."""
        database = database.replace("127.0.0.1", self.machine)
        own = {"trusted_proxies": self.machine, "metrics_host": self.address, "heartbeat_seconds": "1"}
        settings = {**own, **settings}
        serve = (sys.executable, "-m", COMMAND_LINE, "serve", "--host", self.address, "--port", str(_PORT))
        server = Overheard(
            await asyncio.create_subprocess_exec(
                *(program("ip", of="iproute2"), "netns", "exec", self.namespace, *serve, "--workers", "2"),
                env=environment_of(database, settings),
                stdout=PIPE,
                stderr=STDOUT,
            )
        )
        try:
            await server.begin()
            yield server
        finally:
            await server.end()
        assert " ERROR " not in server.said, server.said


@contextmanager
def two_hosts() -> Iterator[tuple[Host, Host]]:
    """Make two namespaces, each joined to this machine by a pair of interfaces."""
    hosts = (_host(), _host())
    try:
        for host in hosts:
            _join(host)
        yield hosts
    finally:
        for host in hosts:
            _ip("netns", "delete", host.namespace, check=False)  # With it go both its interfaces.


def _host() -> Host:
    network = f"10.{random.SystemRandom().randrange(64, 128)}.{random.SystemRandom().randrange(256)}"
    return Host(f"m{os.getpid():x}-{next(_numbers)}", f"{network}.2", f"{network}.1")


def _join(host: Host) -> None:
    made = _ip("netns", "add", host.namespace, check=False)
    if made.returncode != 0:
        pytest.skip(f"NO NAMESPACES: {made.stderr.strip()}")
    inside, outside = "eth0", host.namespace
    _ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", host.namespace)
    _ip("address", "add", f"{host.machine}/24", "dev", outside)
    _ip("link", "set", outside, "up")
    _ip("-n", host.namespace, "address", "add", f"{host.address}/24", "dev", inside)
    for interface in (inside, "lo"):
        _ip("-n", host.namespace, "link", "set", interface, "up")


def _ip(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("ip", of="iproute2"), *words], check=check, capture_output=True, text=True)
