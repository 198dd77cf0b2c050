"""Runs the server, with a bucket, and servers in its place that do not work."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.waiting import patience

_FOLDER: Final = Path(__file__).parents[2] / ".venv-s3"

BUCKET: Final = "games"
URL: Final = f"s3://{BUCKET}/archive"

_UNAVAILABLE: Final = b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def variables(address: str) -> Mapping[str, str]:
    """Return the variables by which clients find a server, and which keys they show to it."""
    return {
        "AWS_ENDPOINT_URL": address,
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "only",
        "AWS_SECRET_ACCESS_KEY": "for tests",
        "AWS_REGION": "us-east-1",
    }


@asynccontextmanager
async def bucket() -> AsyncIterator[str]:
    """Run the server on a free port, with an empty bucket; yield its address."""
    if not (_FOLDER / ".installed").exists():
        pytest.skip("the S3 server is not installed: run `make .venv-s3/.installed`")
    process = await asyncio.create_subprocess_exec(
        *(_FOLDER / "bin" / "python", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        address = ""
        async with patience():
            while not address:
                line = (await process.stderr.readline()).decode()
                assert line, "the server did not start"
                found = re.search(r"http://127\.0\.0\.1:\d+", line)
                address = found[0] if found else ""
        draining = asyncio.create_task(process.stderr.read())
        async with httpx.AsyncClient() as http:
            (await http.put(f"{address}/{BUCKET}")).raise_for_status()
        yield address
        process.terminate()
        await draining
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def objects(address: str) -> list[str]:
    """Return the names of all objects in the bucket."""
    async with httpx.AsyncClient() as http:
        listed = await http.get(f"{address}/{BUCKET}?list-type=2")
    return re.findall(r"<Key>([^<]+)</Key>", listed.text)


@asynccontextmanager
async def out_of_order(*, answers: bool) -> AsyncIterator[str]:
    """Run a server that answers each call with 503, or none at all; yield its address."""
    ended = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if answers:
            writer.write(_UNAVAILABLE)
            await writer.drain()
        else:
            await ended.wait()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        ended.set()
        server.close()
