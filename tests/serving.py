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

from tests.forks import Fork

PATIENCE_SECONDS = 30

COMMAND_LINE = "server.operations.cli"

Process: TypeAlias = asyncio.subprocess.Process | Fork

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@asynccontextmanager
async def serving(database: str, module: str | None = None, **settings: str) -> AsyncIterator[tuple[Process, str]]:
    """
    Run a server over this database on a free port; yields its address, and stops it if it still runs.

    With a `module`, `COMMAND_LINE` or a similar one, a separate interpreter is started.
    """
    process = await _start(database, module, settings)
    try:
        yield process, await address_of(process)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.communicate()


class Overheard:
    """A server whose whole output is recorded: its address, its process, and all that it has printed so far."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.url = ""
        self._heard = bytearray()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        while heard := await self.process.stdout.read(65536):
            self._heard += heard

    @property
    def said(self) -> str:
        return self._heard.decode(errors="backslashreplace")

    async def begin(self) -> None:
        """Wait for its address."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (found := _ADDRESS.search(self.said)):
                assert not self._listening.done(), f"the server ended: {self.said}"
                await asyncio.sleep(0.01)
        self.url = found.group()

    async def end(self) -> None:
        """Stop it if it still runs, and wait for the end of its output."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._listening
            await self.process.wait()


@asynccontextmanager
async def overheard(
    database: str,
    module: str | None = None,
    environment: Mapping[str, str] | None = None,
    **settings: str,
) -> AsyncIterator[Overheard]:
    """As `serving`, for tests of what a server prints."""
    server = Overheard(await _start(database, module, settings, environment))
    try:
        await server.begin()
        yield server
    finally:
        await server.end()


async def _start(
    database: str,
    module: str | None,
    settings: Mapping[str, str],
    switches: Mapping[str, str] | None = None,
) -> Process:
    # Tests call more often than any player does, and do not wait for bots.
    many = ("submissions_per_phase", "streams_per_player", "matches_per_host")
    off = ("rate_per_token", "rate_per_address", "connections_per_address", "bot_entries_per_second")
    settings = {**dict.fromkeys(off, "0"), **dict.fromkeys(many, "1000000"), **settings}
    named = {f"MOIRAI_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, "MOIRAI_DATABASE": database, **named, **(switches or {})}
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


def with_client() -> dict[str, str]:
    """Return the environment of a program that uses the Python client, as if that were installed."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "clients" / "python")}


async def run(
    *command: str, folder: Path, environment: Mapping[str, str], patience_seconds: float = PATIENCE_SECONDS
) -> str:
    """Return the output of a command, which must succeed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    said = bytearray()
    try:
        async with asyncio.timeout(patience_seconds):
            while piece := await process.stdout.read(65536):
                said += piece
            await process.wait()
    except TimeoutError:
        process.kill()
        raise AssertionError(f"nothing more after {patience_seconds} seconds: {said.decode()}") from None
    assert process.returncode == 0, said.decode()
    return said.decode()


async def address_of(process: Process) -> str:
    """Return the address that a server prints at its start."""
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (found := _ADDRESS.search(said)):
            line = await process.stdout.readline()
            assert line, f"the server ended: {said}"
            said += line.decode()
    return found.group()
