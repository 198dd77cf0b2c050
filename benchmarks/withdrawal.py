"""
How long a token that was withdrawn in one process still works in two others, over one PostgreSQL.

The process that withdraws it is the ceiling: there it ends with the call. Others look for changes at intervals
(`server.identity.changes`), and must not take longer than a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.processes import Running, running_process, unpin
from benchmarks.report import Row
from server.stream.close_codes import CloseCode

PROCESSES = 3

_POLL_SECONDS = 0.005


def measure(database: str, tokens: int) -> list[Row]:
    """Withdraw this many tokens, one after the other."""
    unpin()
    with ExitStack() as servers:
        running = [
            servers.enter_context(running_process("benchmarks.moirai_server", database)) for _ in range(PROCESSES)
        ]
        streams, calls = asyncio.run(_measure(running, tokens))
    return [_row("the streams of a withdrawn token end", streams), _row("calls with it are refused", calls)]


async def _measure(running: Sequence[Running], tokens: int) -> tuple[list[list[float]], list[list[float]]]:
    """Return by token how long it took in each process, in seconds: until its stream ended, and until calls failed."""
    streams, calls = [], []
    async with httpx.AsyncClient() as http:
        addresses = [f"http://127.0.0.1:{process.port}" for process in running]
        player = (await http.post(f"{addresses[0]}/v1/players", json={"name": "Clotho"})).json()
        everything = {"Authorization": f"Bearer {player['token']}"}
        for _ in range(tokens):
            asked = {"name": "Laptop", "scopes": ["watch"]}
            made = (await http.post(f"{addresses[0]}/v1/me/tokens", json=asked, headers=everything)).json()
            narrow = {"Authorization": f"Bearer {made['token']}"}
            sockets = [await _open(address, narrow) for address in addresses]
            path = f"{addresses[0]}/v1/me/tokens/{made['token_id']}"
            began = time.monotonic()
            ended = [asyncio.create_task(_ended(socket)) for socket in sockets]
            refused = [asyncio.create_task(_refused(http, address, narrow)) for address in addresses]
            assert (await http.delete(path, headers=everything)).status_code == 204
            streams.append([at - began for at in await asyncio.gather(*ended)])
            calls.append([at - began for at in await asyncio.gather(*refused)])
    return streams, calls


async def _open(address: str, headers: dict[str, str]) -> ClientConnection:
    socket = await connect(f"{address.replace('http', 'ws', 1)}/v1/stream", additional_headers=headers)
    await socket.recv()
    return socket


async def _ended(socket: ClientConnection) -> float:
    """Return when the server has closed a socket."""
    await socket.wait_closed()
    assert socket.close_code == CloseCode.TOKEN_WITHDRAWN
    return time.monotonic()


async def _refused(http: httpx.AsyncClient, address: str, headers: dict[str, str]) -> float:
    """Return when a call with the token was refused, which is asked again and again."""
    while True:
        reply = await http.get(f"{address}/v1/me", headers=headers)
        if reply.status_code == 401:
            return time.monotonic()
        await asyncio.sleep(_POLL_SECONDS)


def _row(what: str, took: Sequence[Sequence[float]]) -> Row:
    here = [of_token[0] for of_token in took]
    others = [seconds for of_token in took for seconds in of_token[1:]]
    return Row(
        figure=f"{what} in two other processes, PostgreSQL",
        value=f"{median(others) * 1000:.0f} ms, longest of {len(others)} {max(others) * 1000:.0f} ms",
        ceiling=f"where it was withdrawn {median(here) * 1000:.0f} ms",
        ratio=max(others),
        aim="≤ 1 s",
    )
