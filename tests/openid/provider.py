"""Runs the provider."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.clients.node import node
from tests.waiting import patience

FOLDER: Final = Path(__file__).parent


NAME: Final = "Delphi"
"""What the server calls it."""


def issuer_at(port: int) -> str:
    return f"http://localhost:{port}"


def setting(issuer: str) -> list[dict[str, str]]:
    """Return the setting `openid_providers` with this provider."""
    return [{"name": NAME, "issuer": issuer, "client_id": "moirai", "client_secret": "only for tests"}]


@asynccontextmanager
async def provider(port: int, server: str) -> AsyncIterator[None]:
    """Run the provider on this port, for a server at this origin."""
    assert (FOLDER / "node_modules").exists(), "not installed: run `python -m tests.clients.node tests/openid`"
    given = {"issuer": issuer_at(port), "redirectUris": [f"{server}/account/providers/{NAME}/callback"]}
    process = await asyncio.create_subprocess_exec(
        *(node(), "provider.mjs", json.dumps(given)),
        cwd=FOLDER,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with patience():
            assert b"listening" in await process.stdout.readline()
        yield
    finally:
        process.terminate()
        await process.communicate()
