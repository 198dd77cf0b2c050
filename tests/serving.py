"""`moirai serve` in a separate process, for tests that need a real one."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import psutil

from tests.forks import Fork
from tests.waiting import patience, printing, until

COMMAND_LINE = "server.cli.cli"

Process: TypeAlias = asyncio.subprocess.Process | Fork

_ADDRESS = re.compile(r"(?<=Moirai is at )http://[\d.]+:\d+")
_METRICS = re.compile(r"http://127\.0\.0\.1:\d+/metrics(?=\s)")


class Overheard:
    """A process whose whole output is recorded: if it is a server, its address, and all that it has printed so far."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.url = ""
        self._heard = bytearray()
        printing.add(self)
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        while heard := await self.process.stdout.read(65536):
            self._heard += heard

    @property
    def said(self) -> str:
        return self._heard.decode(errors="backslashreplace")

    async def metrics(self, processes: int = 1) -> list[str]:
        """Return the addresses of the metrics, of each process its own."""
        await until(lambda: len(_METRICS.findall(self.said)) >= processes)
        return _METRICS.findall(self.said)

    async def begin(self) -> None:
        """Wait for its address."""
        await until(lambda: _ADDRESS.search(self.said) or self._listening.done())
        found = _ADDRESS.search(self.said)
        assert found, f"the server ended: {self.said}"
        self.url = found.group()

    async def end(self) -> None:
        """Stop it if it still runs, and wait for the end of its output."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        await self.ended()

    async def ended(self) -> None:
        """Wait until it has ended by itself."""
        async with patience():
            await self._listening
            await self.process.wait()
        printing.discard(self)


@asynccontextmanager
async def overheard(
    database: str,
    module: str | None = None,
    environment: Mapping[str, str] | None = None,
    **settings: str,
) -> AsyncIterator[Overheard]:
    """
    Run a server over this database on a free port, and stop it if it still runs.

    With a `module`, `COMMAND_LINE` or a similar one, or with an environment, a separate interpreter is started.
    """
    server = Overheard(await _start(database, module, settings, environment))
    try:
        await server.begin()
        yield server
    finally:
        await server.end()


@asynccontextmanager
async def serving(database: str, module: str | None = None, **settings: str) -> AsyncIterator[tuple[Process, str]]:
    """As `overheard`; yields the process and its address."""
    async with overheard(database, module, None, **settings) as server:
        yield server.process, server.url


async def _start(
    database: str,
    module: str | None,
    settings: Mapping[str, str],
    switches: Mapping[str, str] | None = None,
) -> Process:
    environment = {**environment_of(database, settings), **(switches or {})}
    serve = ("serve", "--port", "0")
    if module is None and switches is None:
        return await Fork.start(serve, environment)
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", module or COMMAND_LINE, *serve),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


def environment_of(database: str, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a server; tests call more often than any player does, and do not wait for bots."""
    many = ("submissions_per_phase", "streams_per_player", "matches_per_host")
    off = ("rate_per_token", "rate_per_address", "connections_per_address", "bot_entries_per_second")
    settings = {**dict.fromkeys(off, "0"), **dict.fromkeys(many, "1000000"), **settings}
    named = {f"MOIRAI_{name.upper()}": value for name, value in settings.items()}
    return {**os.environ, "MOIRAI_DATABASE": database, **named}


def workers_of(process: Process) -> list[psutil.Process]:
    """Return the processes that serve with several workers; Python's own resource tracker is a child too."""
    children = psutil.Process(process.pid).children()
    return [child for child in children if _works(child)]


def _works(child: psutil.Process) -> bool:
    """Return whether a child is a worker that has not ended, perhaps just now."""
    try:
        return child.status() != psutil.STATUS_ZOMBIE and "resource_tracker" not in " ".join(child.cmdline())
    except psutil.NoSuchProcess:
        return False


def with_client() -> dict[str, str]:
    """Return the environment of a program that uses the Python client, as if that were installed."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "clients" / "python")}


async def run(*command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Return the output of a command, which must succeed."""
    started = Overheard(
        await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
    )
    await started.ended()
    assert started.process.returncode == 0, started.said
    return started.said
