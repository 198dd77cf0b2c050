"""
500 matches in one call, compared with 500 calls: on one connection, as a script makes them, and on 20 at once.

Every match has two seats that are reserved for players, and every call an idempotency key, as clients send it. The two
kinds alternate, each with hosts of its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import count
from statistics import mean
from time import perf_counter
from typing import Any, Final

from benchmarks.http_load import ask, connect, drive_count, request
from benchmarks.processes import pin, running, unpin
from benchmarks.report import Row

Json = Any

_MATCHES: Final = 500
_AT_ONCE: Final = 20
_TURNS: Final = 2

_keys: Final = count()


def measure(name: str, database: str) -> list[Row]:
    """Create matches in both ways, several times."""
    unpin()
    with running("benchmarks.moirai_server", database) as port:
        pin(1)
        return asyncio.run(_measure(name, port))


async def _measure(name: str, port: int) -> list[Row]:
    connection = await connect(port)
    people = [(await ask(connection, "POST", "/v1/players", {"name": who}))["player_id"] for who in ("Ada", "Bo")]
    new = {"game": "wizards_duel", "visibility": "private", "seats": dict(zip("ab", _reserved(people), strict=True))}
    connection.close()
    bulk, one, many = [], [], []
    for _ in range(_TURNS):
        bulk.append(await _in_bulk(port, await _host(port), new))
        one.append(await _one_by_one(port, await _host(port), new, 1))
        many.append(await _one_by_one(port, await _host(port), new, _AT_ONCE))
    spent = mean(bulk)
    return [
        Row(
            figure=f"{_MATCHES} matches in one call, {name}",
            value=f"{spent:.2f} s",
            ceiling=f"{_MATCHES} calls, {how} {mean(calls):.2f} s",
            ratio=spent / mean(calls),
            aim=aim,
        )
        for how, calls, aim in (("one by one", one, "≤ 0.4"), (f"{_AT_ONCE} at once", many, "–"))
    ]


def _reserved(people: list[str]) -> list[Json]:
    return [{"player_id": player} for player in people]


async def _host(port: int) -> str:
    """Return the token of a new player."""
    connection = await connect(port)
    token: str = (await ask(connection, "POST", "/v1/players", {"name": "Host"}))["token"]
    connection.close()
    return token


async def _in_bulk(port: int, token: str, new: Json) -> float:
    """Return how long one call takes for all matches."""
    connection = await connect(port)
    sent = _keyed(request("POST", "/v1/matches/bulk", {"matches": [new] * _MATCHES}, token))
    begun = perf_counter()
    reply = await connection.send(sent)
    spent = perf_counter() - begun
    connection.close()
    assert all(result["status"] == 201 for result in json.loads(reply[3:])["results"])
    return spent


async def _one_by_one(port: int, token: str, new: Json, connections: int) -> float:
    """Return how long as many calls take on these connections."""
    callers = [await connect(port) for _ in range(connections)]
    load = await drive_count(callers, _calls(token, new), lambda reply: reply.startswith(b"201"), _MATCHES)
    for caller in callers:
        caller.close()
    return load.seconds


def _calls(token: str, new: Json) -> Iterator[bytes]:
    while True:
        yield _keyed(request("POST", "/v1/matches", new, token))


def _keyed(sent: bytes) -> bytes:
    return sent.replace(b"\r\n", b"\r\nIdempotency-Key: %d\r\n" % next(_keys), 1)
