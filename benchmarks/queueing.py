"""
The sizing of docs/scaling.md, checked by a simulation of its queues that is first compared with the real server.

The costs of the comparison are measured in the same run: processor time of the server and of PostgreSQL, and how long a
commit takes. Those of the sizing are fixed, so that every machine prints the same table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import asyncpg
import psutil
from rich.console import Console

from benchmarks.http_load import Connection, Load, connect, drive
from benchmarks.processes import pin, running_process, unpin
from benchmarks.queue_model import Costs, Outcome, Shape, quantile, simulate
from benchmarks.queue_model import Load as Arrivals
from benchmarks.report import Row
from benchmarks.submissions import CONNECTIONS, Submitter, is_good
from engines.catalogue import GAMES
from server.cli.logs.simulate import Simulation, Tally, log_of
from server.cli.logs.simulate import simulate as play_matches
from server.logs.store.contract import Append
from server.logs.store.entry import Entry
from server.logs.store.postgres import PostgresStore
from tests.postgres import PostgresServer

SIZED = Costs(
    request=0.25e-3,
    commit=0.6e-3,
    resolution=0.95e-3,
    closing=11e-3,
    view=0.23e-3,
    notice=0.05e-3,
    catch_up=0.13e-3,
    entry=0.1e-3,
    statement=0.4e-3,
    row=0.02e-3,
    read=0.11e-3,
    wake=0.015e-3,
    flush=(1e-3,),
)
"""The values of docs/scaling.md; `entry` and the flush are assumptions."""

PEAK = Arrivals(submissions=3333, resolutions=0.5, views=1.0)
"""The busiest minute of docs/scaling.md, without the long games."""

PROCESSES, CORES = 12, 4

COMPARED_SECONDS = 6.0
SIZED_SECONDS = 4.0
RUSH_SECONDS = 5.0

console = Console(width=160, highlight=False)


def measure(postgres: PostgresServer, url: str, seconds: float) -> list[Row]:
    """Compare the model with the server for about `seconds`, then return its results for larger systems."""
    return [*_compare(postgres, url, seconds / 4), *_size()]


@dataclass(frozen=True, slots=True)
class _Measured:
    """
    Load on the real server, and the processor time that the server's process and the load used.

    `stretch` is how much longer the server's work took than its processor time, because others use the processors too.
    """

    load: Load
    server: float
    client: float
    commits: int
    stretch: float

    @property
    def batch(self) -> float:
        return len(self.load.latencies) / self.commits

    def each(self, seconds: float) -> float:
        return seconds / len(self.load.latencies)


def _compare(postgres: PostgresServer, url: str, seconds: float) -> list[Row]:
    unpin()
    with running_process("benchmarks.moirai_server", url) as server:
        pin(1)
        one, most, half = asyncio.run(_drive(server.port, psutil.Process(server.pid), url, seconds))
        database = asyncio.run(_time_commits(_postmaster(postgres), url))
    # A commit costs the process the same for any content: two sizes of batches separate it from the submissions.
    alone, shared = one.each(one.server), most.each(most.server)
    commit = max(0.0, (alone - shared) / (1 - 1 / most.batch))
    costs = replace(database, request=alone - commit, commit=commit, client=most.each(most.client))
    console.print(
        f"measured, in ms: request {1000 * costs.request:.2f}, commit {1000 * costs.commit:.2f}, "
        f"statement {1000 * costs.statement:.2f}, row {1000 * costs.row:.3f}, client {1000 * costs.client:.2f}, "
        f"flush p50 {1000 * quantile(costs.flush, 0.5):.1f} and p99 {1000 * quantile(costs.flush, 0.99):.1f}; "
        f"processors shared with others stretch work by {most.stretch:.2f} and {half.stretch:.2f}"
    )
    at_most = simulate(_scaled(costs, most.stretch), Shape(), Arrivals(connections=CONNECTIONS), COMPARED_SECONDS)
    half_load = Arrivals(submissions=half.load.rate)
    at_half = simulate(_scaled(costs, half.stretch), Shape(), half_load, COMPARED_SECONDS)
    return [*_rows("at most", most, at_most), *_rows("at half of that", half, at_half)]


def _scaled(costs: Costs, by: float) -> Costs:
    """Return the same work on processors that others use as well."""
    return replace(
        costs,
        request=costs.request * by,
        commit=costs.commit * by,
        statement=costs.statement * by,
        row=costs.row * by,
        client=costs.client * by,
    )


def _rows(when: str, measured: _Measured, model: Outcome) -> list[Row]:
    figures = [
        ("submissions/s", measured.load.rate, model.rate, 0),
        ("entries a commit", measured.batch, model.batch, 1),
        ("p50 ms", 1000 * measured.load.quantile(0.5), 1000 * quantile(model.latencies, 0.5), 1),
        ("p99 ms", 1000 * measured.load.quantile(0.99), 1000 * quantile(model.latencies, 0.99), 1),
    ]
    return [
        Row(f"1 process {when}: {name}", f"{real:.{digits}f}", f"model {said:.{digits}f}", said / real)
        for name, real, said, digits in figures
    ]


async def _time_commits(postgres: psutil.Process, url: str) -> Costs:
    """Return what commits of one and of many entries cost PostgreSQL, and how much of their time is the disk's."""
    store = PostgresStore(url)
    small, many = 1, 48
    processor: list[float] = []
    flushes: list[float] = []
    for batch in (small, many):
        logs = _logs(batch, seed=batch)
        turns = min(map(len, logs))
        times: list[float] = []
        before, ours = _processor_time(postgres), process_time()
        for turn in range(turns):
            # Without rows for lists, as nearly all submissions are.
            appends = [Append(log[turn]) for log in logs]
            begun = perf_counter()
            await store.commit(appends)
            times.append(perf_counter() - begun)
        processor.append((_processor_time(postgres) - before) / turns)
        computing = processor[-1] + (process_time() - ours) / turns
        flushes += [max(0.0, time - computing) for time in times]
    await store.close()
    row = max(0.0, (processor[1] - processor[0]) / (many - small))
    return Costs(request=0.0, statement=max(0.0, processor[0] - row), row=row, flush=tuple(flushes))


def _logs(count: int, seed: int) -> list[list[Entry]]:
    options = GAMES["wizards_duel"].options("genius_3_3", {})
    simulation = Simulation("wizards_duel", "genius_3_3", options, seed)
    return [log_of(simulation, match) for match in play_matches(simulation, count, Tally())]


def _postmaster(postgres: PostgresServer) -> psutil.Process:
    return psutil.Process(int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0]))


def _processor_time(process: psutil.Process) -> float:
    """Return the processor time of the process and its children, in seconds."""
    return sum(sum(one.cpu_times()[:2]) for one in [process, *process.children()])


def _schedule(process: psutil.Process) -> tuple[int, int]:
    """Return how long the process has run, and how long it waited for a processor."""
    ran, waited, _ = Path(f"/proc/{process.pid}/schedstat").read_text().split()
    return int(ran), int(waited)


async def _drive(port: int, server: psutil.Process, url: str, seconds: float) -> tuple[_Measured, _Measured, _Measured]:
    """Drive one connection, then as many as saturate the server, then half of that rate at random moments."""
    database = await asyncpg.connect(url)
    request = (await Submitter.create(port)).calls()
    alone = await connect(port)

    async def observe(load: Callable[[], Awaitable[Load]]) -> _Measured:
        commits, theirs, ours = await _commits(database), _processor_time(server), process_time()
        ran, waited = _schedule(server)
        came = await load()
        theirs, ours = _processor_time(server) - theirs, process_time() - ours
        ran, waited = _schedule(server)[0] - ran, _schedule(server)[1] - waited
        return _Measured(came, theirs, ours, await _commits(database) - commits, (ran + waited) / ran)

    await drive([alone], [request], is_good, seconds / 2)  # Exclude what is slow only once.
    one = await observe(lambda: drive([alone], [request], is_good, seconds))
    # Opened late, because the server closes idle connections.
    requests = [(await Submitter.create(port)).calls() for _ in range(CONNECTIONS)]
    connections = [await connect(port) for _ in requests]
    await drive(connections, requests, is_good, seconds / 2)
    most = await observe(lambda: drive(connections, requests, is_good, seconds))
    half = await observe(lambda: _at_random(connections, requests, most.load.rate / 2, seconds))
    await database.close()
    for connection in [alone, *connections]:
        connection.close()
    return one, most, half


async def _commits(database: asyncpg.Connection[asyncpg.Record]) -> int:
    """Return a number that increases by one with each writing transaction."""
    return int(await database.fetchval("SELECT pg_current_xact_id()::text"))


async def _at_random(
    connections: list[Connection], requests: Sequence[Iterator[bytes]], rate: float, seconds: float
) -> Load:
    """Send at random moments, however long the replies take; waiting for a free connection counts as waiting."""
    load, random = Load(), Random(0)
    free: asyncio.Queue[tuple[Connection, Iterator[bytes]]] = asyncio.Queue()
    for pair in zip(connections, requests, strict=True):
        free.put_nowait(pair)

    async def send(at: float) -> None:
        connection, supply = await free.get()
        reply = await connection.send(next(supply))
        load.latencies.append(perf_counter() - at)
        if not is_good(reply):
            raise RuntimeError(reply.decode())
        free.put_nowait((connection, supply))

    begun = at = perf_counter()
    async with asyncio.TaskGroup() as sending:
        while (at := at + random.expovariate(rate)) < begun + seconds:
            await asyncio.sleep(max(0.0, at - perf_counter()))
            sending.create_task(send(at))
    load.seconds = perf_counter() - begun
    return load


def _size() -> list[Row]:
    """Return rows for the system of docs/scaling.md, and for larger ones."""
    return [_show(name, simulate(SIZED, shape, load, seconds)) for name, shape, load, seconds in _systems()]


def _systems() -> Iterator[tuple[str, Shape, Arrivals, float]]:
    """Yield the sized system, then systems that grow until they are overloaded."""
    for processes in (3, 4, 6, PROCESSES, 24, 48):
        yield f"{processes} processes, sticky", Shape(processes, CORES), PEAK, SIZED_SECONDS
    for processes in (PROCESSES, 24, 48):
        # Two players per duel, on sockets that the balancer distributes.
        shape = Shape(processes, CORES, heard_elsewhere=2 * (1 - 1 / processes))
        yield f"{processes} processes, anywhere", shape, PEAK, SIZED_SECONDS
    for times in (2, 5, 10):
        shape = Shape(PROCESSES * times, CORES * times)
        name = f"{times} times as much on {shape.processes} processes"
        yield name, shape, replace(PEAK, submissions=PEAK.submissions * times), SIZED_SECONDS
    for closings in (1000, 10_000):
        # Ten seats each; a fifth of the players submit in the last seconds.
        rush = replace(PEAK, crowd=2 * closings, rush_seconds=RUSH_SECONDS, closings=closings)
        yield f"{closings} long games with one deadline", Shape(PROCESSES, CORES), rush, 4 * RUSH_SECONDS


def _show(name: str, outcome: Outcome) -> Row:
    p50, p99 = (1000 * quantile(outcome.latencies, q) for q in (0.5, 0.99))
    busy = (
        f"processes {outcome.process_busy:.0%}, database cores {outcome.cores_busy:.0%}, disk {outcome.disk_busy:.0%}"
    )
    heard = f", elsewhere p99 {1000 * quantile(outcome.delays, 0.99):.0f} ms" if outcome.delays else ""
    lag = f", closed within {max(outcome.lags):.1f} s" if outcome.lags else ""
    return Row(name, f"p50 {p50:.1f} ms, p99 {p99:.1f} ms{heard}{lag}", f"{busy}; {outcome.batch:.1f} a commit")
