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

import psutil

from benchmarks.http_load import Connection, Load, connect, drive
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
    to_one = [await connect(processes[0].port) for _ in range(CONNECTIONS)]
    to_two = [await connect(processes[at % 2].port) for at in range(CONNECTIONS)]
    players = [await Submitter.create(processes[at % 2].port) for at in range(CONNECTIONS)]
    calls = [player.calls() for player in players]
    noops = [player.noops() for player in players]
    await drive(to_one, calls, is_good, 0.5)  # Each match is in the memory of the process where it is played.
    await drive(to_two, calls, is_good, 0.5)
    gains, spent, noop_gains = [], [], []
    for _ in range(SLICES):
        one, two = [await _timed(processes, callers, calls, seconds) for callers in (to_one, to_two)]
        gains.append(two[0].rate / one[0].rate)
        spent.append(one[1] / two[1])
        plain, doubled = [await drive(callers, noops, is_good, seconds) for callers in (to_one, to_two)]
        noop_gains.append(doubled.rate / plain.rate)
    for caller in [*to_one, *to_two]:
        caller.close()
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
    processes: Sequence[Running], callers: Sequence[Connection], calls: Sequence[Iterator[bytes]], seconds: float
) -> tuple[Load, float]:
    """Return the load, and the servers' processor seconds for each submission."""
    before = _processor_seconds(processes)
    load = await drive(callers, calls, is_good, seconds)
    return load, (_processor_seconds(processes) - before) / len(load.latencies)


def _processor_seconds(processes: Sequence[Running]) -> float:
    times = [psutil.Process(process.pid).cpu_times() for process in processes]
    return sum(one.user + one.system for one in times)
