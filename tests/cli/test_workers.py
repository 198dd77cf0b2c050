"""`moirai serve --workers N`: several processes on one address."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import httpx
import pytest
from websockets.asyncio.client import connect

from server.cli.serving.one_process import listen
from server.cli.serving.workers import Workers
from server.runtime.settings import Settings
from tests.databases import LISTENERS, cut_connections
from tests.forks import Fork
from tests.http_client import HttpClient
from tests.serving import Overheard, overheard, serving, workers_of
from tests.waiting import PATIENCE_SECONDS, patience, until

_NOBODY: Final = 2**31 - 1
"""The id of no process."""


@pytest.mark.sampled(of="several workers")
async def test_connections_are_spread_over_all_workers_and_a_stop_ends_them_in_good_order(postgres_url: str) -> None:
    async with overheard(postgres_url, workers="2") as server:
        address = httpx.URL(server.url)

        def kept() -> list[int]:
            """Return how many connections each of them holds."""
            return [
                len([one for one in worker.net_connections("tcp") if one.laddr.port == address.port and one.raddr])
                for worker in workers_of(server.process)
            ]

        connections = [await asyncio.open_connection(address.host, address.port) for _ in range(40)]
        await until(lambda: sum(kept()) == len(connections))
        spread = kept()
        for reader, writer in connections:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: moirai\r\nConnection: close\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 200")
            writer.close()
        workers = workers_of(server.process)

        await server.end()

    assert min(spread) >= 4, spread  # By chance, fewer arrive once in 10⁷ runs.
    assert server.process.returncode == 0
    assert not any(worker.is_running() for worker in workers)
    assert "Traceback" not in server.said


@pytest.mark.sampled(of="several workers")
async def test_a_worker_that_dies_is_replaced_and_none_outlives_the_parent(postgres_url: str) -> None:
    async with serving(postgres_url, workers="2") as (process, url):
        dying, staying = workers_of(process)

        dying.kill()
        await until(lambda: len(workers_of(process)) == 2 and dying not in workers_of(process))

        workers = workers_of(process)
        assert staying in workers
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as client:
            assert (await client.get("/healthz")).status_code == 200

        process.kill()

        await until(lambda: not any(worker.is_running() for worker in workers))


async def test_workers_that_cannot_start_stop_the_server(postgres_url: str) -> None:
    async with serving(postgres_url) as (_, url):
        process = await _serve("--workers", "2", "--port", str(httpx.URL(url).port), "--database", postgres_url)
        said, _ = await process.communicate()

    assert process.returncode == 2
    assert b"Cannot listen" in said


async def test_workers_start_at_the_port_of_a_single_process_that_has_just_stopped(postgres_url: str) -> None:
    """Connections that it closed keep the port for a minute, but not from servers."""
    async with overheard(postgres_url) as single:
        address = httpx.URL(single.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: moirai\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")  # The server has closed first, so its end waits.
        writer.close()
        await single.end()

    port = str(address.port)
    several = Overheard(await _serve("--workers", "2", "--port", port, "--database", postgres_url))
    await several.begin()
    await several.end()

    assert httpx.URL(several.url).port == address.port


@pytest.mark.sampled(of="several workers")
async def test_workers_are_replaced_in_turn_and_no_connection_is_lost(postgres_url: str) -> None:
    """Sockets are told to resume; whoever connects meanwhile is served by one or the other."""
    async with overheard(postgres_url, workers="2") as server:
        address, before = httpx.URL(server.url), workers_of(server.process)
        replies: list[bytes] = []
        asking = [asyncio.create_task(_ask_on(address, replies)) for _ in range(2)]
        async with HttpClient(server.url, timeout=PATIENCE_SECONDS) as client:
            token = (await client.post("/v1/players", json={"name": "Ada"})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        sockets = [
            await connect(f"ws://{address.host}:{address.port}/v1/stream", additional_headers=bearer) for _ in range(20)
        ]

        server.process.send_signal(signal.SIGUSR1)
        async with patience():
            for each in sockets:
                await each.wait_closed()
        await until(lambda: len(workers_of(server.process)) == 2 and not {*before} & {*workers_of(server.process)})
        asked = len(replies)
        await until(lambda: len(replies) > asked + 100)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await server.end()

    assert [reply for reply in replies if not reply.startswith(b"HTTP/1.1 200")] == []
    assert {each.close_code for each in sockets} == {1012}
    assert " ERROR " not in server.said


@pytest.mark.sampled(of="several workers")
async def test_a_worker_without_notices_from_the_others_for_long_is_replaced(postgres_url: str) -> None:
    """A load balancer cannot remove it, because the kernel distributes the connections."""
    async with overheard(postgres_url, "tests.cli.impatient", workers="2") as server:
        before = workers_of(server.process)
        async with patience():
            while any(worker.is_running() for worker in before):
                await cut_connections(postgres_url, LISTENERS)  # Again, as one may not have listened yet.
                await asyncio.sleep(0.5)
        await until(lambda: len(workers_of(server.process)) == 2)
        await server.end()

    assert server.said.count("no notices from other processes for 1 s: this process exits") >= 2


async def test_sqlite_is_for_one_worker(sqlite_url: str) -> None:
    process = await _serve("--workers", "2", "--database", sqlite_url)
    said, _ = await process.communicate()

    assert process.returncode == 2
    assert b"SQLite supports only one process" in said


async def _ask_on(address: httpx.URL, replies: list[bytes]) -> None:
    """Ask by one connection after the other; a reply is empty if its connection broke."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: moirai\r\nConnection: close\r\n\r\n")
            try:
                replies.append(await reader.read())
            finally:
                writer.close()
                await writer.wait_closed()
        except OSError:
            replies.append(b"")


async def _serve(*arguments: str) -> Fork:
    return await Fork.start(("serve", *arguments), os.environ)


class _Process:
    """A process of which a test decides whether it lives."""

    def __init__(self, when_joined: Callable[[], None] | None = None, *, alive: bool = True) -> None:
        self.pid = _NOBODY
        self.alive = alive
        self._when_joined = when_joined

    def is_alive(self) -> bool:
        return self.alive

    def join(self) -> None:
        if self._when_joined is not None:
            self._when_joined()

    def terminate(self) -> None:
        self.alive = False


def _renewable(monkeypatch: pytest.MonkeyPatch, *processes: _Process) -> tuple[Workers, list[int]]:
    """Return workers that serve, and the places at which others are started while they are replaced."""
    workers, started = Workers(Settings(workers=len(processes))), list[int]()

    def worker(process: _Process, listening: socket.socket) -> Any:  # noqa: ANN401  # as tests need it
        return SimpleNamespace(process=process, word=SimpleNamespace(recv=lambda: True), listening=listening)

    def start(place: int, listening: socket.socket) -> Any:  # noqa: ANN401
        listening.getsockname()  # Which fails if it is closed, as a start does.
        started.append(place)
        return worker(_Process(), listening)

    workers._workers = [worker(process, listen("127.0.0.1", 0)) for process in processes]
    monkeypatch.setattr(workers, "_start", start)
    return workers, started


def test_no_more_workers_are_replaced_once_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be told so while it waits for one to end; then it ends as always."""
    workers, started = _renewable(monkeypatch, _Process(lambda: workers._stop(), alive=False), _Process())

    workers._renew()

    assert started == [0]


def test_a_worker_that_has_ended_by_itself_is_replaced_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, started = _renewable(monkeypatch, _Process(alive=False), _Process(alive=False))

    workers._renew()

    assert started == [0, 1]
    workers._stop()
