"""
The schedule: finds aggregates with due work, by a timer or by a sweep of the database.

A timer only wakes the process. The kind of log decides from its state what is due.
"""

from __future__ import annotations

import asyncio
import logging
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Coroutine, Sequence
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any, Final, Generic, NamedTuple, Protocol

from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.due_queue import DueQueue
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.runtime.activity import Activity
from server.runtime.back_off import BackOff
from server.runtime.background import end, every
from server.runtime.clock.alarm import Alarm
from server.runtime.clock.clock import Clock
from server.runtime.failures import describe, summary
from server.runtime.time_slices import Share, take_turn
from server.runtime.times import parse_timestamp

STAND_IN_SECONDS: Final = 0.5
"""How long the responsible process may take before others do its work."""

_SWEPT_AT_ONCE: Final = 500
_READ_AT_ONCE: Final = 8
"""Number of logs that are read with one query, and whose work is then done concurrently."""

_SIDE_BY_SIDE: Final = 2
"""Number of such groups at the same time: while one is committed, the next is read and decided."""

_MOST_WAITING: Final = 20_000
"""At how many logs that wait for their turn the sweep does not look at once for more."""

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A log, when its work was due, and whose log it is, if owners take turns."""

    due_at: str
    log_id: str
    owner: str = ""


class DueLogs(Protocol):
    """The logs of one kind that have work to do at some time."""

    async def overdue(
        self, since: datetime, limit: int, behind: Due | None = None, among: Collection[str] | None = None
    ) -> Sequence[Due]:
        """
        Return logs with work due by `since`, after the last log of an earlier query; the longest overdue first.

        `among`: only of these.
        """

    async def earliest(self) -> str | None:
        """Return when the earliest work is due, or was; None if there is no work."""


class NextWork(NamedTuple):
    """
    What is to be done for a log.

    `wake_at`: when to look at it again; None if only an event can cause work. `at_once`: background work by name, which
    is not started again while it runs.
    """

    wake_at: datetime | None = None
    at_once: Sequence[tuple[str, Coroutine[Any, Any, None]]] = ()


class Work(ABC, Generic[AggregateT]):
    """The scheduled work of one kind of log."""

    @abstractmethod
    def plan(self, live: AggregateT, now: datetime) -> NextWork:
        """Return what is to be done after an entry, or when it was looked at and nothing was due."""

    @abstractmethod
    async def when_due(self, live: AggregateT) -> bool:
        """Do the work that is due, after a timer or a sweep; return False if there was none."""

    def owner(self, live: AggregateT) -> str:
        """Return whose log it is, as in `Due`; empty if owners do not take turns."""
        return ""

    def stop(self) -> None:
        """Begin nothing more that another process can do as well."""


class Scheduler(Generic[AggregateT]):
    """Watches every aggregate of a repository."""

    def __init__(
        self,
        repository: Repository[AggregateT],
        work: Work[AggregateT],
        due: DueLogs,
        clock: Clock,
        random: random.Random,
        activity: Activity,
        share: Share = Share.DUE,
    ) -> None:
        """`activity` says when to sweep again; `share`: of which slices of the event loop the work is done."""
        self._repository = repository
        self._work = work
        self._due = due
        self._activity = activity
        self._clock = clock
        self._random = random
        self._share = share
        self._alarm = Alarm(self._look_at)
        self._sweeping: asyncio.Task[None] | None = None
        self._queue = DueQueue()
        self._workers: set[asyncio.Task[None]] = set()
        self._working = 0
        # The timers, each with the owner of its log.
        self._armed: dict[str, tuple[datetime, str]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # Aggregates whose work failed; the sweep retries them at increasing intervals.
        self._unfinished: set[AggregateT] = set()
        self._failing = BackOff()
        # The log after which the sweep continues; None: start with the one that has waited longest.
        self._swept: Due | None = None
        self._stopping = False
        repository.watchers.append(self._watch)
        repository.when_followed.append(self._queue.prefer)

    async def start(self) -> None:
        """Start the timers and the sweep, which first does overdue work left by any process."""
        self._alarm.start()
        sweeping = every(self._activity.seconds, self._sweep, "overdue work cannot be done", activity=self._activity)
        self._sweeping = asyncio.create_task(sweeping)

    async def stop(self) -> None:
        """Stop the timers and the sweep, and wait for running work."""
        self._stopping = True
        self._work.stop()
        if self._sweeping is not None:
            # A cancelled query still has to return its connection before the pool is closed.
            await end([self._sweeping])
        self._repository.watchers.remove(self._watch)
        self._repository.when_followed.remove(self._queue.prefer)
        await self._alarm.stop()
        await end(set(self._workers))
        await self.settle()

    @property
    def busy(self) -> bool:
        """Whether background work is running."""
        return bool(self._tasks or self._workers)

    async def settle(self) -> None:
        """Wait until no background work is running."""
        while self.busy:
            await asyncio.gather(*self._tasks.values(), *self._workers)

    async def sweep(self) -> bool:
        """
        Do all overdue work and retry what failed; return whether there may be more to do at once.

        Work belongs to the process that appended the last entry. After `STAND_IN_SECONDS` any process does it, because
        the responsible one has stopped or is overloaded.

        Raises:
            UnavailableError: The database does not respond.
        """
        self._retry()
        return await self.do_overdue(self._left_alone_until())

    def _retry(self) -> None:
        ready = {live for live in self._unfinished if not self._failing.rests(live.log_id)}
        self._unfinished -= ready
        for live in ready:
            self._watch(live)

    def _left_alone_until(self) -> datetime:
        return self._clock.now() - timedelta(seconds=STAND_IN_SECONDS)

    async def _sweep(self) -> bool | timedelta | None:
        """
        Let what is overdue wait for its turn, without waiting for it.

        Returns whether there may be more, or how long until something is due, as `every` understands it.
        """
        self._retry()
        before = len(self._queue)
        _, more = await self._find_overdue(self._left_alone_until())
        if more and before < len(self._queue) < _MOST_WAITING:
            return True
        if self._unfinished:
            return timedelta()
        earliest = await self._due.earliest()
        if earliest is None:
            return None
        return parse_timestamp(earliest) + timedelta(seconds=STAND_IN_SECONDS) - self._clock.now()

    async def do_overdue(self, since: datetime) -> bool:
        """Do the work due by `since`, in a limited number of logs; return whether there may be more."""
        waiting, more = await self._find_overdue(since)
        await asyncio.gather(*waiting)
        return more

    async def _find_overdue(self, since: datetime) -> tuple[Sequence[asyncio.Future[None]], bool]:
        """Let some logs with work due by `since` wait for their turn; return whether there may be more."""
        overdue = await self._due.overdue(since, _SWEPT_AT_ONCE, self._swept)
        more = len(overdue) == _SWEPT_AT_ONCE
        # Continue after logs whose work is blocked, so that others get their turn.
        self._swept = overdue[-1] if more else None
        others = self._repository.unread  # Another process, which understands them, continues them.
        ready = [due for due in overdue if due.log_id not in others and not self._failing.rests(due.log_id)]
        self._random.shuffle(ready)  # Concurrent sweeps of several processes start with different logs.
        return [self._enqueue(due.log_id, due.owner) for due in ready], more

    def _watch(self, live: AggregateT) -> None:
        """Set the timer and start the work needed now; called after each entry that this process has appended."""
        if live.given_up or live.unread is not None:
            return  # The sweep of a process that can continue it finds it, after it has loaded it again.
        now = self._clock.now()
        wake_at, at_once = self._work.plan(live, now)
        self._arm(live, wake_at)
        for what, work in at_once:
            self._begin(live, what, work)

    def _arm(self, live: AggregateT, at: datetime | None) -> None:
        log_id = live.log_id
        armed = self._armed.get(log_id)
        if at == (None if armed is None else armed[0]):
            return
        self._alarm.set(log_id, at)
        if at is None:
            del self._armed[log_id]
        else:
            self._armed[log_id] = at, self._work.owner(live)

    async def _look_at(self, log_ids: Sequence[str]) -> None:
        """Do the work that is due in these logs, whose timers have rung."""
        armed = ((log_id, self._armed.get(log_id)) for log_id in log_ids)
        await asyncio.gather(*[self._enqueue(log_id, "" if timer is None else timer[1]) for log_id, timer in armed])

    def _enqueue(self, log_id: str, owner: str) -> asyncio.Future[None]:
        """Let a log wait for its turn."""
        done = self._queue.put(log_id, owner)
        if self._repository.is_followed(log_id):
            self._queue.prefer(log_id)
        if self._working < _SIDE_BY_SIDE and not self._stopping:
            self._working += 1
            # In an empty context: it continues for others than who began it.
            worker = asyncio.create_task(self._work_off(), context=Context())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        return done

    async def _work_off(self) -> None:
        """Do the work of all that wait, a group at a time."""
        try:
            while self._queue:
                group = self._queue.take(_READ_AT_ONCE)
                try:
                    await self._look_at_group(group)
                finally:
                    for done in group.values():
                        if not done.done():
                            done.set_result(None)
        finally:
            self._working -= 1

    async def _look_at_group(self, log_ids: Collection[str]) -> None:
        try:
            log_ids = await self._still_due(log_ids)
            read = await self._repository.read_ahead(log_ids)
        except UnavailableError as error:
            log.warning("%d logs were not processed; the next sweep will retry: %s", len(log_ids), summary(error))
            return
        except Exception as error:
            _report("reading logs failed; the next sweep will retry", f"{len(log_ids)} logs", error)
            return
        await asyncio.gather(*(self._look(log_id) for log_id in log_ids))
        del read

    async def _still_due(self, log_ids: Collection[str]) -> Collection[str]:
        """Leave out what others have done while it waited here; to find that out by its log would cost far more."""
        unread = [log_id for log_id in log_ids if not self._repository.holds(log_id)]
        if not unread:
            return log_ids
        due = {due.log_id for due in await self._due.overdue(self._clock.now(), len(unread), among=unread)}
        return [log_id for log_id in log_ids if log_id in due or log_id not in unread]

    async def _look(self, log_id: str) -> None:
        """Do the work that is due in this log."""
        try:
            live = await self._repository.get(log_id)
            await take_turn(self._share)
            if live.unread is not None:
                return
            if not await self._work.when_due(live):
                # The timer was slightly early or has been reset, or other work is due.
                self._armed.pop(log_id, None)
                self._watch(live)
            self._failing.record_success(log_id)
        except UnavailableError as error:
            log.warning("%s was not processed; the next sweep will retry: %s", log_id, summary(error))
        except RefusedError as error:
            log.warning("%s: %s", log_id, error.code.name)
        except Exception as error:
            self._failing.record_failure(log_id)
            _report("processing a log failed; the next sweep will retry", log_id, error)

    def _begin(self, live: AggregateT, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Start the work in the background unless work of the same name is running."""
        name = f"{live.log_id} {what}"
        if name in self._tasks or self._stopping:
            work.close()
            return
        # In an empty context: what the server does by itself is not charged to the call after which it begins.
        self._tasks[name] = asyncio.create_task(self._finish(name, live, work), name=name, context=Context())

    async def _finish(self, name: str, live: AggregateT, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UnavailableError as error:
            self._unfinished.add(live)
            log.warning("%s: %s", name, summary(error))
        except RefusedError as error:
            log.warning("%s: %s", name, error.code.name)
        except Exception as error:
            self._failing.record_failure(live.log_id)
            self._unfinished.add(live)
            _report("background work failed", name, error)
        finally:
            del self._tasks[name]


def _report(what: str, where: str, error: Exception) -> None:
    """Log a failure without its message, which could contain a move."""
    log.error("%s (%s): %s", what, where, describe(error))
