"""
What a round of a tournament costs: starting it, and submitting in its matches.

A round of duels is started by one call, until the tournament notes that all its matches are there and run. The ceiling
is as many creations and starts that are decided and committed in this process, without a server. Submissions in matches
of that round alternate with submissions in matches of nobody's tournament.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from benchmarks.http_load import Caller, Connection, ask, connect, drive
from benchmarks.prepared import OPEN_FOR, Prepared
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.submissions import Submitter, is_good
from server.logs.store.contract import Append, Store
from server.logs.store.opening import open_store
from server.matches.lists.listings import summarise
from server.matches.match import Match

Json = Any

_TURNS: Final = 3
_CONNECTIONS: Final = 32
_SLICES: Final = 8
_SLICE_SECONDS: Final = 2.0
_PATIENCE_SECONDS: Final = 120


def measure(name: str, database: str, other: str, duels: int) -> list[Row]:
    """Start rounds of this many duels in one database, and prepare as many in the other."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        return asyncio.run(_measure(name, server, other, duels))


async def _measure(name: str, server: Running, other: str, duels: int) -> list[Row]:
    tournament = await _Tournament.create(server.port, 2 * duels)
    store = open_store(other)
    started, ceiling, spent_starting, spent_at_least = [], [], [], []
    for _ in range(_TURNS):
        await tournament.pair()
        before = server.cpu_seconds()
        started.append(await tournament.start_round())
        spent_starting.append(server.cpu_seconds() - before)
        before = process_time()
        ceiling.append(await _create_and_start(store, duels))
        spent_at_least.append(process_time() - before)
    await store.close()
    inside = [Submitter(token, match_id) for token, match_id in await tournament.players(_CONNECTIONS)]
    outside = [await Submitter.create(server.port) for _ in range(_CONNECTIONS)]
    spent = await _in_turns(server, inside, outside)
    return [
        Row(
            figure=f"start_round of {duels} duels, {name}",
            value=f"{median(started):.2f} s",
            ceiling=f"created and started through the store {median(ceiling):.2f} s",
            ratio=median(one / other for one, other in zip(started, ceiling, strict=True)),
            aim="≤ 1.5",
        ),
        Row(
            figure="the same, processor time of the server",
            value=f"{median(spent_starting):.2f} s",
            ceiling=f"created and started through the store {median(spent_at_least):.2f} s",
            ratio=median(one / other for one, other in zip(spent_starting, spent_at_least, strict=True)),
        ),
        Row(
            figure=f"a submission in a tournament's match, {name}",
            value=f"{1e6 * median(one for one, _ in spent):.0f} µs of processor time",
            ceiling=f"in another match {1e6 * median(two for _, two in spent):.0f} µs",
            ratio=median(one / two for one, two in spent),
            aim="≤ 1.05",
        ),
    ]


class _Tournament:
    """A tournament whose rounds its director sends; every round has the same tables."""

    def __init__(self, port: int, connection: Connection, token: str, path: str, entrants: list[str]) -> None:
        self._port = port
        self._connection = connection
        self._token = token
        self._path = path
        self._entrants = entrants
        self._round = 0

    @classmethod
    async def create(cls, port: int, entrants: int) -> _Tournament:
        connection = await connect(port)
        token = (await ask(connection, "POST", "/v1/players", {"name": "Director"}))["token"]
        seconds = int(OPEN_FOR.total_seconds())
        terms = {
            "label": "Duels",
            "system": "own",
            "rounds": 2 * _TURNS,
            "max_entrants": entrants,
            "match": {"game": "wizards_duel", "options": {"cast_seconds": seconds}, "pace": "deadline"},
        }
        created = await ask(connection, "POST", "/v1/tournaments", terms, token)
        path = f"/v1/tournaments/{created['tournament_id']}"
        await ask(connection, "POST", f"{path}/actions", {"type": "open"}, token)
        tokens = []
        for number in range(entrants):
            player = await ask(connection, "POST", "/v1/players", {"name": f"Player {number}"})
            await ask(connection, "PUT", f"{path}/entrants/me", {}, player["token"])
            tokens.append(player["token"])
        return cls(port, connection, token, path, tokens)

    async def pair(self) -> None:
        """Send the next round once the last has ended."""
        # The server has closed the last connection, if the machine is slow.
        self._connection.close()
        self._connection = await connect(self._port)
        if self._round:
            await self._until_set("end_round")
        self._round += 1
        ids = [f"e{number}" for number in range(1, len(self._entrants) + 1)]
        tables = [{"entrants": pair} for pair in zip(ids[::2], ids[1::2], strict=True)]
        await self._act("set_pairings", tables=tables, force=True, reason="Again.")

    async def start_round(self) -> float:
        """Start the round that was sent; return how many seconds it took until its matches ran."""
        return await self._until_set("start_round")

    async def players(self, count: int) -> list[tuple[str, str]]:
        """Return the tokens of some entrants in the first seats of their tables, and their matches."""
        view = await ask(self._connection, "GET", f"{self._path}/view", token=self._token)
        tables = view["rounds"][-1]["tables"][:count]
        return [(self._entrants[int(table["entrants"][0][1:]) - 1], table["match_id"]) for table in tables]

    async def _until_set(self, action: str) -> float:
        """Take an action, and return how many seconds it took until the matches of the round were set."""
        view = await ask(self._connection, "GET", f"{self._path}/view", token=self._token)
        begun = perf_counter()
        await self._act(action)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await self._all_set(after=view["cursor"])
        return perf_counter() - begun

    async def _all_set(self, after: int) -> None:
        """Wait until an event says that the matches of the round are set."""
        while True:
            page = await ask(self._connection, "GET", f"{self._path}/events?after={after}&wait=10", token=self._token)
            for event in page["events"]:
                after = event["cursor"]
                if any(fact["type"] == "tables_set" and fact["round"] == self._round for fact in event["facts"]):
                    return

    async def _act(self, action: str, **more: Json) -> None:
        await ask(self._connection, "POST", f"{self._path}/actions", {"type": action, **more}, self._token)


async def _create_and_start(store: Store, duels: int) -> float:
    """Decide and commit the first two entries of this many duels, and return how many seconds that took."""
    begun = perf_counter()
    matches = [_duel() for _ in range(duels)]
    firsts = [Match(match.live.entries[:1], match.seed) for match in matches]
    created = [
        Append(first.entries[0], summarise(first.state, first.state.closes_at), seed=match.seed.hex())
        for match, first in zip(matches, firsts, strict=True)
    ]
    for batch in (created, [replace(match.last(), seed=None) for match in matches]):
        verdicts = await store.commit(batch)
        assert set(verdicts) == {"appended"}
    return perf_counter() - begun


def _duel() -> Prepared:
    return Prepared("wizards_duel", "colosseum", datetime.now(UTC), cast_seconds=int(OPEN_FOR.total_seconds()))


async def _in_turns(server: Running, *groups: list[Submitter]) -> list[tuple[float, ...]]:
    """Return the processor time of a submission of each group, by turn."""
    callers: list[Caller] = [await connect(server.port) for _ in range(_CONNECTIONS)]
    calls = [[player.calls() for player in group] for group in groups]

    async def spent(group: int) -> float:
        before = server.cpu_seconds()
        load = await drive(callers, calls[group], is_good, _SLICE_SECONDS)
        return (server.cpu_seconds() - before) / (load.rate * load.seconds)

    for group in range(len(groups)):
        await spent(group)
    turns = [tuple([await spent(group) for group in range(len(groups))]) for _ in range(_SLICES)]
    for caller in callers:
        caller.close()
    return turns
