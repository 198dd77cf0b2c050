"""
The server as queues: processes with one core each, group commits, a database, and notices that make other processes
catch up.

A seeded discrete-event simulation of what determines rates and latencies. Players send submissions; some close a phase,
which adds an entry and is told to sockets; views are read meanwhile. The processor of a process is one first-come
queue. While a commit is in progress in a process, its entries gather for the next. The database has cores for
statements, and a disk that flushes all commits that wait at once. Notices follow commits, at most one in
`NOTICE_SECONDS` from each process. `benchmarks.queueing` supplies measured costs (docs/benchmarks.md).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final

MAX_BATCH: Final = 512
"""As in `server.logs.store.writer`."""

NOTICE_SECONDS: Final = 0.005
"""As in `server.logs.store.notices`."""


@dataclass(frozen=True, slots=True)
class Costs:
    """
    Seconds.

    Attributes:
        request: Of a process, for a submission; half of it before the commit, half after.
        commit: Of a process, for a commit of any size.
        resolution: Of a process, for closing a phase and telling everyone.
        view: Of a process, for a view.
        notice: Of a process, for a notice that it hears.
        catch_up: Of a process, for taking in entries of others, for each read.
        entry: Of a process, for each entry taken in.
        statement: Of a core of the database, for a commit of any size.
        row: Of a core of the database, for each entry committed.
        read: Of a core of the database, for a read of what others have added.
        wake: Of a core of the database, for each process that hears a notice.
        flush: Of the disk, for any flush.
        closing: Of a process, for a phase of a long game that closes at its deadline.
        client: Of a core of the database, for a submission: what a load generator on the same machine takes from it.
    """

    request: float
    commit: float = 0.0
    resolution: float = 0.0
    view: float = 0.0
    notice: float = 0.0
    catch_up: float = 0.0
    entry: float = 0.0
    statement: float = 0.0
    row: float = 0.0
    read: float = 0.0
    wake: float = 0.0
    flush: tuple[float, ...] = (0.0,)
    closing: float = 0.0
    client: float = 0.0


@dataclass(frozen=True, slots=True)
class Load:
    """
    The load, spread evenly over the processes.

    Attributes:
        submissions: Per second, at random moments.
        resolutions: For each submission.
        views: For each submission.
        connections: Instead of `submissions`: the number of clients, each of which sends again when it is answered.
        crowd: So many additional submissions, all within `rush_seconds` before the middle of the simulated time.
        closings: So many phases with the same deadline, in the middle.
    """

    submissions: float = 0.0
    resolutions: float = 0.0
    views: float = 0.0
    connections: int = 0
    crowd: int = 0
    rush_seconds: float = 1.0
    closings: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """
    The system that serves the load.

    Attributes:
        processes: One core each.
        cores: Of the database.
        heard_elsewhere: In how many other processes somebody listens to a match, on average.
    """

    processes: int = 1
    cores: int = 1
    heard_elsewhere: float = 0.0


@dataclass
class Outcome:
    """
    The result.

    In seconds: `latencies` of submissions until they are answered, `lags` of closings until everyone is told, `delays`
    of entries until the listeners of other processes are told. `…_busy` are shares of the capacity.
    """

    seconds: float
    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    commits: int = 0
    entries: int = 0
    process_busy: float = 0.0
    cores_busy: float = 0.0
    disk_busy: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def batch(self) -> float:
        return self.entries / max(1, self.commits)


def quantile(values: Iterable[float], q: float) -> float:
    """Return a quantile; 0 of an empty list."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0.0


Then = Callable[[], None]


class Clock:
    """Simulated time: the pending events, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self._coming: list[tuple[float, int, Then]] = []
        self._numbers = count()

    def after(self, seconds: float, then: Then) -> None:
        heappush(self._coming, (self.now + seconds, next(self._numbers), then))

    def run(self, until: float) -> None:
        while self._coming and self._coming[0][0] <= until:
            self.now, _, then = heappop(self._coming)
            then()


class Queue:
    """A first-come queue for identical servers. `busy` counts the seconds of all of them."""

    def __init__(self, clock: Clock, servers: int = 1) -> None:
        self.busy = 0.0
        self._clock = clock
        self._free = servers
        self._waiting: deque[tuple[float, Then]] = deque()

    def serve(self, seconds: float, then: Then) -> None:
        self._waiting.append((seconds, then))
        if self._free:
            self._free -= 1
            self._next()

    def _next(self) -> None:
        seconds, then = self._waiting.popleft()
        self.busy += seconds

        def end() -> None:
            if self._waiting:
                self._next()
            else:
                self._free += 1
            then()

        self._clock.after(seconds, end)


class Disk:
    """Flushes all that wait at once."""

    def __init__(self, clock: Clock, seconds: Sequence[float], random: Random) -> None:
        self._seconds = seconds
        self._random = random
        self._waiting: deque[Then] = deque()
        self._queue = Queue(clock)
        self._flushing = False

    @property
    def busy(self) -> float:
        return self._queue.busy

    def flush(self, then: Then) -> None:
        self._waiting.append(then)
        if not self._flushing:
            self._next()

    def _next(self) -> None:
        self._flushing = True
        together = [self._waiting.popleft() for _ in range(len(self._waiting))]

        def end() -> None:
            self._flushing = False
            if self._waiting:
                self._next()
            for then in together:
                then()

        self._queue.serve(self._random.choice(self._seconds), end)


class _Process:
    """One server process: its core, what waits for its next commit, and what it has yet to take in."""

    def __init__(self, system: _System) -> None:
        self.core = Queue(system.clock)
        self._system = system
        self._waiting: list[tuple[float, Then]] = []
        self._committing = False
        self._behind: list[float] = []
        self._reading = False
        self._untold = 0
        self._tells = False

    def submit(self, answered: Then | None = None) -> None:
        system, sent = self._system, self._system.clock.now

        def reply() -> None:
            system.outcome.latencies.append(system.clock.now - sent)
            if system.closes_phase():
                self._append_after(system.costs.resolution, _nothing)
            if answered:
                answered()

        system.cores.serve(system.costs.client, lambda: self._append_after(system.costs.request, reply))

    def close(self) -> None:
        system, due = self._system, self._system.clock.now
        self._append_after(system.costs.closing, lambda: system.outcome.lags.append(system.clock.now - due))

    def _append_after(self, seconds: float, then: Then) -> None:
        self.core.serve(seconds / 2, lambda: self._append(seconds / 2, then))

    def _append(self, seconds: float, then: Then) -> None:
        """Wait for a commit; then work for `seconds`."""
        self._waiting.append((seconds, then))
        if not self._committing:
            self._committing = True
            self._commit()

    def _commit(self) -> None:
        system = self._system

        def send() -> None:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            system.commit(len(batch), lambda: end(batch))

        def end(batch: list[tuple[float, Then]]) -> None:
            # The real event loop learns of the commit first, and begins the next after the replies.
            for seconds, then in batch:
                self.core.serve(seconds, then)
            self._tell(len(batch))
            if self._waiting:
                self._commit()
            else:
                self._committing = False

        self.core.serve(system.costs.commit, send)

    def _tell(self, entries: int) -> None:
        """Let the other processes know, with what is committed until the next notice may be sent."""
        self._untold += entries
        if self._tells:
            return
        self._tells = True
        untold, self._untold = self._untold, 0
        self._system.notify(untold, self)

        def go_on() -> None:
            self._tells = False
            if self._untold:
                self._tell(0)

        self._system.clock.after(NOTICE_SECONDS, go_on)

    def hear(self, entries: int) -> None:
        """Receive a notice of another process, with this number of entries that have listeners here."""
        self._behind += [self._system.clock.now] * entries
        self.core.serve(self._system.costs.notice, self._catch_up)

    def _catch_up(self) -> None:
        if self._reading or not self._behind:
            return
        self._reading = True
        taken, self._behind = self._behind, []
        costs = self._system.costs

        def read() -> None:
            self.core.serve(costs.catch_up + costs.entry * len(taken), told)

        def told() -> None:
            self._reading = False
            self._system.outcome.delays += [self._system.clock.now - committed for committed in taken]
            self._catch_up()

        self._system.cores.serve(costs.read, read)


class _System:
    """Everything together."""

    def __init__(self, costs: Costs, shape: Shape, load: Load, seconds: float, seed: int) -> None:
        self.costs = costs
        self.clock = Clock()
        self.outcome = Outcome(seconds)
        self.cores = Queue(self.clock, shape.cores)
        self.random = Random(seed)
        self.disk = Disk(self.clock, costs.flush, self.random)
        self.processes = [_Process(self) for _ in range(shape.processes)]
        self._load = load
        self._shape = shape

    def closes_phase(self) -> bool:
        return self.random.random() < self._load.resolutions

    def commit(self, entries: int, then: Then) -> None:
        self.outcome.commits += 1
        self.outcome.entries += entries
        self.cores.serve(self.costs.statement + self.costs.row * entries, lambda: self.disk.flush(then))

    def notify(self, entries: int, by: _Process) -> None:
        others = [process for process in self.processes if process is not by]
        if not others:
            return
        self.cores.serve(self.costs.wake * len(others), _nothing)
        share = min(1.0, self._shape.heard_elsewhere / len(others))
        for process in others:
            process.hear(sum(self.random.random() < share for _ in range(entries)) if share else 0)

    def arrive(self, rate: float, happen: Callable[[_Process], None]) -> None:
        """Call it at random moments, in any process."""
        if rate <= 0:
            return

        def arrival() -> None:
            happen(self.random.choice(self.processes))
            self.clock.after(self.random.expovariate(rate), arrival)

        self.clock.after(self.random.expovariate(rate), arrival)

    def crowd(self, many: int, begin: float, seconds: float) -> None:
        for _ in range(many):
            process = self.random.choice(self.processes)
            self.clock.after(begin + seconds * self.random.random(), process.submit)

    def close_all(self, many: int, at: float) -> None:
        for _ in range(many):
            self.clock.after(at, self.random.choice(self.processes).close)

    def converse(self, process: _Process) -> None:
        """Act as a client that sends again whenever it is answered."""
        process.submit(lambda: self.converse(process))


def simulate(costs: Costs, shape: Shape, load: Load, seconds: float, seed: int = 0) -> Outcome:
    """Serve the load for `seconds`."""
    system = _System(costs, shape, load, seconds, seed)
    system.arrive(load.submissions, lambda process: process.submit())
    system.arrive(load.submissions * load.views, lambda process: process.core.serve(costs.view, _nothing))
    system.crowd(load.crowd, seconds / 2 - load.rush_seconds, load.rush_seconds)
    system.close_all(load.closings, seconds / 2)
    for number in range(load.connections):
        system.converse(system.processes[number % shape.processes])
    system.clock.run(seconds)
    outcome = system.outcome
    outcome.process_busy = sum(process.core.busy for process in system.processes) / (seconds * shape.processes)
    outcome.cores_busy = system.cores.busy / (seconds * shape.cores)
    outcome.disk_busy = system.disk.busy / seconds
    return outcome


def _nothing() -> None:
    """Do nothing after some work."""
