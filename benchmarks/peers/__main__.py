"""`python -m benchmarks.peers`: play the same duel on each server, and print one table."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from operator import truediv
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.databases import durable_databases
from benchmarks.peers import boardgame_io, colyseus, moirai
from benchmarks.peers.played import Played
from benchmarks.processes import Running, pin, running_command, running_process, unpin
from tests.clients.node import node

FOLDER = Path(__file__).parent

_SLICES = 4
_RATIOS = ("of SQLite", "of PostgreSQL")


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
            Played("echo", "–", sqlite, moirai.echoes),
            Played("boardgame.io", "memory", peer("boardgame_io"), boardgame_io.players),
            Played("boardgame.io", "bgio-postgres", peer("boardgame_io", empty()), boardgame_io.players),
            Played("Colyseus", "memory", peer("colyseus"), colyseus.players),
            Played("Colyseus", "INSERT by pg", peer("colyseus", empty()), colyseus.players),
            Played("Moirai", "SQLite", sqlite, moirai.players),
            Played("Moirai", "PostgreSQL", postgresql, moirai.players),
        ]
        pin(1)
        asyncio.run(_measure(servers, connections, seconds / _SLICES))


async def _measure(servers: list[Played], connections: int, seconds: float) -> None:
    table = Table("moves", "server", "kept in", "moves/s", "p50", "p99", "processor time", "echoes", *_RATIOS)
    for eager, kind in ((False, "replaced"), (True, "whole rounds")):
        for server in servers:
            await server.prepare(connections // 2, eager=eager)
        for _ in range(_SLICES):
            for server in servers:
                await server.play(seconds)
        rates, costs = [server.rates for server in servers], [server.cost for server in servers]
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
