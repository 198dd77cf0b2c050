"""`python -m benchmarks.peers`: play the same duel on each server, and print one table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from operator import truediv
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.databases import durable_databases
from benchmarks.http_load import Caller, Load, drive
from benchmarks.peers import boardgame_io, colyseus, moirai
from benchmarks.peers.player import Player, Round
from benchmarks.processes import Running, pin, running_command, running_process, unpin
from tests.clients.node import node

FOLDER = Path(__file__).parent

_SLICES = 4
_PATIENCE_SECONDS = 10
_RATIOS = ("of SQLite", "of PostgreSQL")
_HAND = "1234567x8"
"""The spells of a duel, in an order in which none changes the course: every round is drawn."""


@dataclass(slots=True)
class Server:
    """A server under test."""

    name: str
    kept: str
    process: Running
    players: Callable[..., Awaitable[list[Player]]]
    callers: list[Caller] = field(default_factory=list)
    supplies: list[Iterator[bytes]] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    cpu_seconds: float = 0.0

    async def prepare(self, duels: int, *, eager: bool) -> None:
        """Begin new duels."""
        players = await self.players(self.process.port, duels, eager=eager)
        pairs = zip(players[::2], players[1::2], strict=True)
        self.callers = [Round(*pair) for pair in pairs] if eager else list(players)
        self.supplies = [cycle([spell.encode() for spell in (_HAND if eager else "45")]) for _ in self.callers]
        self.loads, self.cpu_seconds = [], 0.0

    async def play(self, seconds: float) -> None:
        """Play on for so long."""
        used = self.process.cpu_seconds()
        async with asyncio.timeout(seconds + _PATIENCE_SECONDS):  # A refused move has no reply that is awaited.
            self.loads.append(await drive(self.callers, self.supplies, bool, seconds))
        self.cpu_seconds += self.process.cpu_seconds() - used

    def end(self) -> None:
        for caller in self.callers:
            caller.close()


def main(
    connections: Annotated[int, typer.Option(help="How many sockets play on each server.")] = 64,
    seconds: Annotated[float, typer.Option(help="How long each server plays each way.")] = 8,
) -> None:
    """Play the same duel on boardgame.io, Colyseus and Moirai in turns, in memory and durable, and print one table."""
    unpin()
    with durable_databases() as databases, ExitStack() as ended:

        def peer(name: str, *database: str) -> Running:
            command = [node(), str(FOLDER / f"{name}.mjs"), *database]
            return ended.enter_context(running_command(command, {"NODE_ENV": "production"}))

        def ours(database: str) -> Running:
            return ended.enter_context(running_process("benchmarks.moirai_server", database))

        def empty() -> str:
            return databases.postgres.url(databases.postgres.create_database())

        sqlite, postgresql = ours(databases.sqlite("duels")), ours(databases.postgresql())
        servers = [
            Server("echo", "–", sqlite, moirai.echoes),
            Server("boardgame.io", "memory", peer("boardgame_io"), boardgame_io.players),
            Server("boardgame.io", "bgio-postgres", peer("boardgame_io", empty()), boardgame_io.players),
            Server("Colyseus", "memory", peer("colyseus"), colyseus.players),
            Server("Colyseus", "INSERT by pg", peer("colyseus", empty()), colyseus.players),
            Server("Moirai", "SQLite", sqlite, moirai.players),
            Server("Moirai", "PostgreSQL", postgresql, moirai.players),
        ]
        pin(1)
        asyncio.run(_measure(servers, connections, seconds / _SLICES))


async def _measure(servers: list[Server], connections: int, seconds: float) -> None:
    table = Table("moves", "server", "kept in", "moves/s", "p50", "p99", "processor time", "echoes", *_RATIOS)
    for eager, kind in ((False, "replaced"), (True, "whole rounds")):
        for server in servers:
            await server.prepare(connections // 2, eager=eager)
        for _ in range(_SLICES):
            for server in servers:
                await server.play(seconds)
        moves = 2 if eager else 1
        rates = [[moves * load.rate for load in server.loads] for server in servers]
        costs = [server.cpu_seconds / sum(moves * len(load.latencies) for load in server.loads) for server in servers]
        for server, rate, cost in zip(servers, rates, costs, strict=True):
            p50, p99 = (f"{1000 * median(load.quantile(q) for load in server.loads):.1f} ms" for q in (0.5, 0.99))
            ratios = (f"{median(map(truediv, rate, of)):.2f}" for of in rates[-len(_RATIOS) :])
            figures = (f"{median(rate):.0f}", p50, p99, f"{1e6 * cost:.0f} µs", f"{cost / costs[0]:.1f}", *ratios)
            table.add_row(kind, server.name, server.kept, *figures)
            server.end()
        table.add_section()
    Console(width=140).print(table)


if __name__ == "__main__":
    typer.run(main)
