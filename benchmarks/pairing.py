"""Pairing a late round of a large Swiss tournament: its processor time, and what submissions notice of it meanwhile."""

from __future__ import annotations

import asyncio
import sys
from random import Random
from statistics import median

import psutil

from benchmarks.http_load import Load, connect, drive_at
from benchmarks.processes import Running, pin, running, unpin
from benchmarks.report import Row
from benchmarks.submissions import Submitter, is_good
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.process import PairingProcess
from server.organising.tournaments.rounds import Result, Round, Table

_ROUND = 8
_CONNECTIONS = 16
_RATE = 500
_SLICES = 5
_SLICE_SECONDS = 4.0
_RESULTS = [Result("played", points) for points in ((2, 0), (2, 0), (0, 2), (0, 2), (1, 1))]


def measure(database: str, entrants: int) -> list[Row]:
    """Pair a round of this many entrants, again and again, beside a server with submissions at a steady rate."""
    unpin()
    with running("benchmarks.moirai_server", database) as port:
        return asyncio.run(_measure(port, entrants))


async def _measure(port: int, entrants: int) -> list[Row]:
    process = PairingProcess()
    field = await _field(process, entrants)
    (child,) = [child for child in psutil.Process().children() if "process" in child.cmdline()[-1]]
    pin(1)  # Only the load: the system places the server, and the process that pairs, which have started already.
    players = [await Submitter.create(port) for _ in range(_CONNECTIONS)]
    calls = [player.calls() for player in players]

    async def slice_() -> Load:
        connections = [await connect(port) for _ in range(_CONNECTIONS)]  # The server closes idle ones meanwhile.
        load = await drive_at(_RATE, connections, calls, is_good, _SLICE_SECONDS)
        for connection in connections:
            connection.close()
        return load

    async def beside_computing() -> Load:
        computing = await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass")
        load = await slice_()
        computing.kill()
        await computing.wait()
        return load

    async def beside_pairing() -> tuple[Load, float]:
        before = Running(child.pid, 0).cpu_seconds()
        pairing = asyncio.create_task(process.pair(field))
        load = await slice_()
        await pairing
        return load, Running(child.pid, 0).cpu_seconds() - before

    await slice_()
    idle: list[Load] = []
    computing: list[Load] = []
    busy: list[Load] = []
    spent: list[float] = []
    for _ in range(_SLICES):
        idle.append(await slice_())
        computing.append(await beside_computing())
        load, seconds = await beside_pairing()
        busy.append(load)
        spent.append(seconds)
    await process.close()
    return [
        Row(
            figure=f"pairing {entrants} entrants in round {_ROUND}",
            value=f"{median(spent):.1f} s of processor time",
            aim="5 s",
        ),
        Row(
            figure=f"p99 of a submission meanwhile, {_RATE}/s",
            value=_p99(busy),
            ceiling=f"nothing is paired {_p99(idle)}",
            ratio=_compared(busy, idle),
            aim="≤ 1.3",
        ),
        Row(
            figure="the same beside any process that only computes",
            value=_p99(computing),
            ceiling=f"nothing is computed {_p99(idle)}",
            ratio=_compared(computing, idle),
        ),
    ]


def _compared(loads: list[Load], others: list[Load]) -> float:
    """Return the ratio of the p99, the median over slices."""
    return median(one.quantile(0.99) / other.quantile(0.99) for one, other in zip(loads, others, strict=True))


def _p99(loads: list[Load]) -> str:
    return f"{1e3 * median(load.quantile(0.99) for load in loads):.1f} ms"


async def _field(process: PairingProcess, count: int) -> PairingField:
    """Play the rounds before, with results that are drawn."""
    random = Random(1)
    entrants = tuple(f"e{number}" for number in range(1, count + 1))
    past: tuple[Round, ...] = ()
    for number in range(1, _ROUND):
        paired = await process.pair(PairingField(entrants, past, lot=0, is_last=False, allows_repeats=False))
        tables = [
            Table(each.table.number, each.table.entrants, each.table.result or random.choice(_RESULTS))
            for each in paired
        ]
        past = (*past, Round(number, tuple(tables)))
    return PairingField(entrants, past, lot=0, is_last=False, allows_repeats=False)
