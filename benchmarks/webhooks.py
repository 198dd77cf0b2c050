"""
What a webhook that hangs costs others, and what webhooks cost submissions.

The server sends to real HTTPS targets, with a certificate that it trusts by `SSL_CERT_FILE`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from cryptography.hazmat.primitives.serialization import Encoding

from benchmarks.http_load import Connection, ask, connect, request
from benchmarks.processes import pin, running_command, unpin
from benchmarks.report import Row
from tests.server.webhooks.target import authority, serving

Json = Any

HOOKS: Final = 10
"""Webhooks of a player."""

TARGETS: Final = 9
"""Targets of which the time is taken until all have a message; a tenth hangs, or answers too."""

_WARM_UP: Final = 5
_HANGS: Final = "/hangs"
_PATIENCE_SECONDS: Final = 30


class Target:
    """An HTTPS server that counts the messages by path, and never answers at one of them."""

    def __init__(self) -> None:
        self.port = 0
        self._counts: dict[str, int] = {}
        self._news = asyncio.Event()
        self._hanging: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode()
            await reader.readexactly(int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]))
            if path == _HANGS:
                self._hanging.append((reader, writer))
                return
            writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            await writer.drain()
            self._counts[path] = self._counts.get(path, 0) + 1
            self._news.set()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        writer.close()

    def close(self) -> None:
        """Close what hangs."""
        for _, writer in self._hanging:
            writer.transport.abort()

    async def until(self, paths: list[str], count: int) -> None:
        """Wait until each of these paths has had so many messages."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while any(self._counts.get(path, 0) < count for path in paths):
                self._news.clear()
                await self._news.wait()


def measure(databases: tuple[str, str], database: str, rounds: int) -> list[Row]:
    """
    Measure with these migrated databases: two for servers with and without a target that hangs, one for submissions.
    """
    unpin()
    with tempfile.TemporaryDirectory(prefix="moirai-bench-") as folder:
        with _server(databases[0], folder) as one, _server(databases[1], folder) as other:
            pin(1)
            rows = [asyncio.run(_hanging(Path(folder), (one, other), rounds))]
            unpin()
        with _server(database, folder) as port:
            pin(1)
            rows += asyncio.run(_submissions(Path(folder), port, rounds))
    return rows


@contextmanager
def _server(database: str, folder: str) -> Iterator[int]:
    file = Path(folder) / "authority.pem"
    certificate, _ = authority()
    file.write_bytes(certificate.public_bytes(Encoding.PEM))
    command = [sys.executable, "-m", "benchmarks.moirai_server", database]
    settings = {"SSL_CERT_FILE": str(file), "MOIRAI_WEBHOOK_ALLOW": "127.0.0.0/8"}
    with running_command(command, settings) as process:
        yield process.port


@asynccontextmanager
async def _target(folder: Path) -> AsyncIterator[Target]:
    target = Target()
    listening = await asyncio.start_server(target.serve, "127.0.0.1", 0, ssl=serving(folder), backlog=1000)
    target.port = listening.sockets[0].getsockname()[1]
    try:
        yield target
    finally:
        listening.close()
        target.close()


async def _player(connection: Connection, name: str) -> str:
    """Return the token of a new player; names in a match must not look alike."""
    token: str = (await ask(connection, "POST", "/v1/players", {"name": name}))["token"]
    return token


async def _hook(connection: Connection, token: str, url: str) -> None:
    await ask(connection, "POST", "/v1/webhooks", {"url": url, "types": ["match.deadline_moved"]}, token)


class _Side:
    """A server with a duel whose second player has ten webhooks."""

    def __init__(self, connection: Connection, target: Target, name: str, tenth: str) -> None:
        self._connection = connection
        self._target = target
        self._paths = [f"/{name}{number}" for number in range(TARGETS)]
        self._tenth = tenth
        self._match = self._token = ""
        self._told = 0

    async def begin(self) -> None:
        self._token, other = await _player(self._connection, "Ada"), await _player(self._connection, "Bo")
        for path in (*self._paths, self._tenth):
            await _hook(self._connection, other, f"https://127.0.0.1:{self._target.port}{path}")
        body = {"game": "wizards_duel", "options": {"cast_seconds": 86_400}, "seats": {"a": {}}, "autostart": True}
        made = await ask(self._connection, "POST", "/v1/matches", body, self._token)
        self._match = f"/v1/matches/{made['match_id']}"
        await ask(self._connection, "PUT", f"{self._match}/seats/b", {}, other)

    async def step(self) -> float:
        """Return the time from a call that causes a message until nine targets have it."""
        self._told += 1
        begun = perf_counter()
        await ask(self._connection, "POST", f"{self._match}/actions", {"type": "extend", "seconds": 1}, self._token)
        await self._target.until(self._paths, self._told)
        return perf_counter() - begun


async def _hanging(folder: Path, ports: tuple[int, int], rounds: int) -> Row:
    async with _target(folder) as target:
        connections = [await connect(port) for port in ports]
        hanging, answering = (
            _Side(connection, target, name, tenth)
            for connection, name, tenth in zip(connections, ("one", "other"), (_HANGS, "/answers"), strict=True)
        )
        for side in (hanging, answering):
            await side.begin()
        times: tuple[list[float], list[float]] = ([], [])
        for number in range(_WARM_UP + rounds):
            for side, kept in zip((hanging, answering), times, strict=True):
                taken = await side.step()
                if number >= _WARM_UP:
                    kept.append(taken)
        for connection in connections:
            connection.close()
    beside, alone = map(median, times)
    return Row(
        figure="a message at nine targets, beside a tenth that hangs",
        value=f"{1e3 * beside:.0f} ms (longest {1e3 * max(times[0]):.0f})",
        ceiling=f"the tenth answers: {1e3 * alone:.0f} ms (longest {1e3 * max(times[1]):.0f})",
        ratio=beside / alone,
        aim="≤ 1.2",
    )


class _Big:
    """A match of ten players, each with ten webhooks or none, of whom one submits."""

    def __init__(self, connection: Connection, target: Target, *, hooked: bool) -> None:
        self._connection = connection
        self._target = target
        self._hooked = hooked
        self._match = self._host = self._token = ""
        self._paths: list[str] = []
        self._told = 0
        self._submitted = 0

    async def begin(self) -> None:
        seats = [f"{realm}-{number}" for realm in ("heaven", "hell") for number in range(1, 6)]
        self._host = await _player(self._connection, "Host")
        body = {"game": "apocalypse", "options": {"round_seconds": 86_400}, "autostart": True}
        made = await ask(self._connection, "POST", "/v1/matches", body, self._host)
        self._match = f"/v1/matches/{made['match_id']}"
        for seat in seats:
            token = await _player(self._connection, f"In {seat}")
            if seat == "heaven-1":
                self._token = token
            if self._hooked:
                paths = [f"/{seat}-{number}" for number in range(HOOKS)]
                for path in paths:
                    await _hook(self._connection, token, f"https://127.0.0.1:{self._target.port}{path}")
                self._paths += paths
            await ask(self._connection, "PUT", f"{self._match}/seats/{seat}", {}, token)

    async def submit(self) -> float:
        """Return the time of a submission that differs from the one before."""
        self._submitted += 1
        plays = [
            {"card": card, "ability": "communications", "targets": [f"hell-{1 + (self._submitted + shift) % 5}"]}
            for card, shift in (("pestilence", 0), ("war", 1))
        ]
        body = {"phase": 1, "move": {"type": "play", "plays": plays}}
        sent = request("PUT", f"{self._match}/submission", body, self._token)
        begun = perf_counter()
        reply = await self._connection.send(sent)
        taken = perf_counter() - begun
        if not reply.startswith(b"200"):
            raise RuntimeError(reply.decode())
        return taken

    async def stir(self) -> None:
        """Cause a message to each webhook."""
        self._told += 1
        await ask(self._connection, "POST", f"{self._match}/actions", {"type": "extend", "seconds": 1}, self._host)

    async def heard(self) -> None:
        await self._target.until(self._paths, self._told)


async def _submissions(folder: Path, port: int, rounds: int) -> list[Row]:
    """Let matches with and without webhooks take turns; then again, each submission right after what is told of."""
    async with _target(folder) as target:
        connection = await connect(port)
        sides = _Big(connection, target, hooked=True), _Big(connection, target, hooked=False)
        for side in sides:
            await side.begin()
        quiet: tuple[list[float], list[float]] = ([], [])
        stirred: tuple[list[float], list[float]] = ([], [])
        for _ in range(10 * rounds):
            for side, kept in zip(sides, quiet, strict=True):
                kept.append(await side.submit())
        for _ in range(rounds):
            for side, kept in zip(sides, stirred, strict=True):
                await side.stir()
                kept += [await side.submit() for _ in range(10)]
                await side.heard()
        connection.close()
    return [
        _compared("a submission, with 100 webhooks on its match", quiet, "≤ 1.1"),
        _compared("ten submissions each time while 100 webhooks are told of something else", stirred, "–"),
    ]


def _compared(figure: str, times: tuple[list[float], list[float]], aim: str) -> Row:
    hooked, bare = map(median, times)
    return Row(
        figure=figure,
        value=f"{1e3 * hooked:.2f} ms (p95 {1e3 * _p95(times[0]):.2f})",
        ceiling=f"without webhooks {1e3 * bare:.2f} ms (p95 {1e3 * _p95(times[1]):.2f})",
        ratio=hooked / bare,
        aim=aim,
    )


def _p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]
