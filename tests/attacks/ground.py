"""
The setup of an attack: a running server with its default limits, a neighbour whose calls are measured meanwhile, and a
separate process for the attacker.

Attackers come from 127.0.0.1, the neighbour from another address, because limits count by address too.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

import httpx
import psutil

from benchmarks.prepared import Prepared
from tests.forks import FORKS
from tests.http_client import HttpClient
from tests.sampling import more
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS, until

NEIGHBOUR_ADDRESS: Final = "127.0.0.2"

TIMES: Final = more()
"""How many times as long as usual an attack lasts."""

_PAUSE_SECONDS: Final = 0.01

_SETTLED_CALLS: Final = 20
"""After this many calls, the neighbour's own calls no longer make the server's memory grow."""

_Asked = ParamSpec("_Asked")
_Answered = TypeVar("_Answered")

Json = Any


@dataclass(slots=True)
class Met:
    """What a neighbour measured: how many seconds its calls took, and the codes of refusals."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.seconds, n=100, method="inclusive")[98]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player with a token, who calls from one address."""

    player_id: str
    token: str
    http: httpx.AsyncClient

    async def get(self, path: str) -> Json:
        reply = await self.http.get(path)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def post(self, path: str, body: Json = None) -> Json:
        reply = await self.http.post(path, json=body)
        assert reply.is_success, reply.text
        return reply.json()

    async def put(self, path: str, body: Json = None) -> Json:
        reply = await self.http.put(path, json=body)
        assert reply.is_success, reply.text
        return reply.json()


def talk(match: Prepared, messages: int, padding: str = ", as long as most of them are.") -> Prepared:
    """Let the players of a duel write so many messages."""
    for number in range(messages):
        match.say(tuple(match.players)[number % 2], "table", f"Message {number}{padding}")
    return match


class Ground:
    """A running server and its guests."""

    def __init__(self, url: str, process_id: int, stack: AsyncExitStack) -> None:
        self.url = url
        self._process = psutil.Process(process_id)
        self._stack = stack

    @property
    def address(self) -> tuple[str, int]:
        """The address for sockets."""
        url = httpx.URL(self.url)
        return url.host, url.port or 80

    async def guest(self, name: str, *, address: str = "127.0.0.1") -> Guest:
        """Register a new player who calls from this address."""
        http = HttpClient(self.url, timeout=PATIENCE_SECONDS, address=address)
        await self._stack.enter_async_context(http)
        reply = await http.post("/v1/players", json={"name": name})
        assert reply.status_code == 201, reply.text
        made = reply.json()
        http.headers["Authorization"] = f"Bearer {made['token']}"
        return Guest(made["player_id"], made["token"], http)

    async def duel(self, host: Guest, other: Guest, **terms: Json) -> str:
        """Start a Wizard's Duel with the host in seat `a` and the other in `b`; return its id."""
        body = {"game": "wizards_duel", "seats": {"a": {}}, **terms}
        match_id: str = (await host.post("/v1/matches", body))["match_id"]
        await other.put(f"/v1/matches/{match_id}/seats/b")
        await host.post(f"/v1/matches/{match_id}/start")
        return match_id

    @asynccontextmanager
    async def neighbour(self) -> AsyncIterator[Met]:
        """
        Run a neighbour, who plays a match of its own: submits and reads, one call after the other.

        Each submission differs from the previous one, so that it is written. The context begins after the neighbour's
        first calls, when the server already holds its memory for it, and ends once the neighbour was answered again.
        """
        ada = await self.guest("Ada", address=NEIGHBOUR_ADDRESS)
        bo = await self.guest("Bo", address=NEIGHBOUR_ADDRESS)
        match_id = await self.duel(ada, bo)
        met = Met()
        # It listens, as players do; so its match stays in memory, even if few others do.
        listening = ada.http.stream("GET", f"/v1/matches/{match_id}/events", headers={"Accept": "text/event-stream"})
        async with listening:
            playing = asyncio.create_task(_play(ada, match_id, met))
            try:
                await until(lambda: len(met.seconds) >= _SETTLED_CALLS)
                yield met
                answered = len(met.seconds)
                await until(lambda: len(met.seconds) > answered)
            finally:
                playing.cancel()
                await asyncio.wait([playing])

    def memory(self) -> int:
        """Return the bytes that the server holds, including its workers."""
        processes = [self._process, *self._process.children(recursive=True)]
        return sum(process.memory_info().rss for process in processes)


async def _play(guest: Guest, match_id: str, met: Met) -> None:
    """Submit and read in turns until cancelled; a phase takes 100 submissions, so most calls are reads."""
    turn = 0
    while True:
        turn += 1
        began = time.perf_counter()
        if turn % 10 == 0:
            move = {"type": "cast", "spell": str(1 + turn // 10 % 2)}
            reply = await guest.http.put(f"/v1/matches/{match_id}/submission", json={"phase": 1, "move": move})
        else:
            reply = await guest.http.get(f"/v1/matches/{match_id}/view")
        met.seconds.append(time.perf_counter() - began)
        if not reply.is_success:
            met.refused.append(reply.json()["code"])
        await asyncio.sleep(_PAUSE_SECONDS)


@asynccontextmanager
async def attacked(database: str, **settings: str) -> AsyncIterator[Ground]:
    """Run a server over this database, with the default limits except these settings; stop it afterwards."""
    defaults = {
        "rate_per_token": "100",
        "rate_per_address": "50",
        "connections_per_address": "200",
        "bot_entries_per_second": "4",
        "streams_per_player": "100",
        "submissions_per_phase": "1000000",
        "matches_per_host": "1000",
    }
    async with serving(database, **{**defaults, **settings}) as (process, url), AsyncExitStack() as stack:
        yield Ground(url, process.pid, stack)


async def in_another_process(
    attack: Callable[_Asked, _Answered], *args: _Asked.args, **kwargs: _Asked.kwargs
) -> _Answered:
    """
    Run an attack, a function of a module, in another process, so that its computation does not slow the measurement.

    The function must return by itself.
    """
    if kwargs:
        raise TypeError("attacks take positional arguments")
    with ProcessPoolExecutor(1, FORKS) as executor:
        return await asyncio.get_running_loop().run_in_executor(executor, attack, *args)
