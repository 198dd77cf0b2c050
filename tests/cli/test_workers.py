"""`moirai serve --workers N`: several processes on one address."""

from __future__ import annotations

import asyncio
import os
import signal

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.databases import LISTENERS, cut_connections
from tests.forks import Fork
from tests.http_client import HttpClient
from tests.serving import Overheard, overheard, serving, workers_of
from tests.waiting import PATIENCE_SECONDS, patience, until


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
            for socket in sockets:
                await socket.wait_closed()
        await until(lambda: len(workers_of(server.process)) == 2 and not {*before} & {*workers_of(server.process)})
        asked = len(replies)
        await until(lambda: len(replies) > asked + 100)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await server.end()

    assert [reply for reply in replies if not reply.startswith(b"HTTP/1.1 200")] == []
    assert {socket.close_code for socket in sockets} == {1012}
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
