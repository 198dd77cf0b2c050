"""Runs the provider."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.clients.node import node
from tests.waiting import patiently

FOLDER: Final = Path(__file__).parent


NAME: Final = "Delphi"
"""What the server calls it."""


class Provider:
    """A provider that runs; it knows its own address before it serves anyone."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self._issuer = f"http://localhost:{port}"

    @property
    def setting(self) -> str:
        """The setting `openid_providers` with this provider."""
        client = {"client_id": "moirai", "client_secret": "only for tests"}
        return json.dumps([{"name": NAME, "issuer": self._issuer, **client}])

    async def serve(self, server: str) -> None:
        """Serve a server at this origin."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{server}/account/providers/{NAME}/callback\n".encode())
        assert await _line(self._process) == "serving"


@asynccontextmanager
async def provider() -> AsyncIterator[Provider]:
    """Run the provider on a free port."""
    assert (FOLDER / "node_modules").exists(), "not installed: run `python -m tests.clients.node tests/openid`"
    process = await asyncio.create_subprocess_exec(
        *(node(), "provider.mjs"),
        cwd=FOLDER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield Provider(process, int(await _line(process)))
    finally:
        process.terminate()
        await process.communicate()


async def _line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await patiently(process.stdout.readline())).decode().strip()
