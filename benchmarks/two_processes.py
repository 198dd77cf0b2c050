"""
Durable submissions to two processes over one PostgreSQL, compared with one.

On two cores the load and the database take their share, so the ratio of the no-op call shows what the machine has left.
The cost of a second process shows in the processor time of a submission.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from statistics import median

from benchmarks.http_load import Load, connect, drive
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.submissions import CONNECTIONS, SLICES, Submitter, is_good


def measure(database: str, seconds: float) -> list[Row]:
    """Measure each rate for about a quarter of `seconds`."""
    unpin()
    with ExitStack() as servers:
        processes = [servers.enter_context(running_process("benchmarks.moirai_server", database)) for _ in range(2)]
        pin(1)
        return asyncio.run(_measure(processes, seconds / 4 / SLICES))


async def _measure(processes: Sequence[Running], seconds: float) -> list[Row]:
    one, two = [processes[0].port], [process.port for process in processes]
    players = [await Submitter.create(two[at % 2]) for at in range(CONNECTIONS)]
    calls = [player.calls() for player in players]
    noops = [player.noops() for player in players]
    await _drive(one, calls, 0.5)  # Each match is in the memory of the process where it is played.
    await _drive(two, calls, 0.5)
    gains, spent, noop_gains = [], [], []
    for _ in range(SLICES):
        (alone, alone_seconds), (both, both_seconds) = [
            await _timed(processes, ports, calls, seconds) for ports in (one, two)
        ]
        gains.append(both.rate / alone.rate)
        spent.append(alone_seconds / both_seconds)
        plain, doubled = [await _drive(ports, noops, seconds) for ports in (one, two)]
        noop_gains.append(doubled.rate / plain.rate)
    return [
        Row(
            figure="two processes, submissions/s, PostgreSQL",
            value=f"{median(gains):.2f} times one process",
            ceiling=f"no-op call {median(noop_gains):.2f} times",
            ratio=median(gains),
            aim="≥ 1.6",
        ),
        Row(
            figure="the same with cores enough, by processor time a submission",
            value=f"{2 * median(spent):.2f} times one process",
            ceiling="2 times",
            ratio=2 * median(spent),
            aim="≥ 1.95",
        ),
    ]


async def _timed(
    processes: Sequence[Running], ports: Sequence[int], calls: Sequence[Iterator[bytes]], seconds: float
) -> tuple[Load, float]:
    """Return the load, and the servers' processor seconds for each submission."""
    before = sum(process.cpu_seconds() for process in processes)
    load = await _drive(ports, calls, seconds)
    return load, (sum(process.cpu_seconds() for process in processes) - before) / len(load.latencies)


async def _drive(ports: Sequence[int], calls: Sequence[Iterator[bytes]], seconds: float) -> Load:
    """Drive new connections, in turn to these ports; the server closes those that were idle meanwhile."""
    callers = [await connect(ports[at % len(ports)]) for at in range(len(calls))]
    load = await drive(callers, calls, is_good, seconds)
    for caller in callers:
        caller.close()
    return load
