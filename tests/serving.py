"""`moirai serve` as a process of its own, for tests that need a real one."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

PATIENCE_SECONDS = 30


@asynccontextmanager
async def serving(
    database: str, module: str = "server.operations.cli", **settings: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server over this database on a free port, and its address; ended afterwards if it still runs."""
    environment = {**os.environ, "MOIRAI_DATABASE": database}
    environment |= {f"MOIRAI_{name.upper()}": value for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", module, "serve", "--port", "0"),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process, await address_of(process)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.communicate()


async def run(
    *command: str, folder: Path, environment: Mapping[str, str], patience_seconds: float = PATIENCE_SECONDS
) -> str:
    """What a command prints; it must end well."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(patience_seconds):
        said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    return said.decode()


async def address_of(process: asyncio.subprocess.Process) -> str:
    """Where a server that was just started says it is."""
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said)):
            line = await process.stdout.readline()
            assert line, f"the server ended: {said}"
            said += line.decode()
    return found.group()
