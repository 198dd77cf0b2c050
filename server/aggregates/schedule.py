"""
The schedule: aggregates in which something is due are looked at, by a timer or by a sweep of the database.

A timer only wakes. What is due, and whether it still is, the kind of log decides by its state.
"""

from __future__ import annotations

import asyncio
import logging
import random
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Generic, NamedTuple, Protocol

from server.aggregates.kind import AggregateT
from server.aggregates.repository import Repository
from server.back_off import BackOff
from server.clock.alarm import Alarm
from server.clock.clock import Clock
from server.errors import MoiraiError, UnavailableError
from server.failures import describe, summary

STAND_IN_SECONDS: Final = 0.5
"""How long the process to which something falls may take before others do it."""

_SWEPT_AT_ONCE: Final = 500
_SIDE_BY_SIDE: Final = 16
"""How many are looked at at once; when thousands are due together, calls must find their turn in between."""

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A log, and when the server was to do something in it."""

    due_at: str
    log_id: str


class Overdue(Protocol):
    """Gives at most `most` logs in which something was due by then, behind the last of an earlier look."""

    async def __call__(self, since: datetime, most: int, behind: Due | None, /) -> Sequence[Due]: ...


class Work(ABC, Generic[AggregateT]):
    """What one kind of log has to do by itself."""

    @abstractmethod
    def wake_at(self, live: AggregateT, now: datetime) -> datetime | None:
        """When to look at it again, later than `now`; None: not before something happens."""

    @abstractmethod
    def at_once(self, live: AggregateT, now: datetime) -> Sequence[tuple[str, Coroutine[Any, Any, None]]]:
        """What is to be done in the background, by name: what is under way by this name is not begun again."""

    @abstractmethod
    async def when_due(self, live: AggregateT) -> bool:
        """Do what is due by now, when woken or found by the sweep; False if nothing was."""


class Schedule(Generic[AggregateT]):
    """Watches every aggregate of a repository."""

    def __init__(
        self,
        repository: Repository[AggregateT],
        work: Work[AggregateT],
        overdue: Overdue,
        clock: Clock,
        random: random.Random,
        sweep_seconds: float,
    ) -> None:
        self._repository = repository
        self._work = work
        self._overdue = overdue
        self._clock = clock
        self._random = random
        self._alarm = Alarm(self._look)
        self._sweep_seconds = sweep_seconds
        self._sweeping: asyncio.Task[None] | None = None
        self._room = asyncio.Semaphore(_SIDE_BY_SIDE)
        # One aggregate in each turn of the event loop: between them everyone else has theirs.
        self._turn = asyncio.Lock()
        self._armed: dict[str, datetime] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # Where something failed; the sweep looks again, less and less often.
        self._unfinished: set[AggregateT] = set()
        self._failing = BackOff()
        # Behind which log the sweep goes on; None: from the one that waits longest.
        self._swept: Due | None = None
        self._stopping = False
        repository.watchers.append(self._watch)

    async def start(self) -> None:
        """Begin to do what is overdue, whoever has left it undone, and to look for more of it again and again."""
        self._alarm.start()
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        """Fire nothing more, and let what has begun end."""
        self._stopping = True
        if self._sweeping is not None:
            self._sweeping.cancel()
            # A query that is cut off still gives its connection back, which nobody may close meanwhile.
            await asyncio.wait([self._sweeping])
        self._repository.watchers.remove(self._watch)
        await self._alarm.stop()
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing that was begun in the background is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def sweep(self) -> bool:
        """
        Do what is overdue anywhere, and try again what failed; whether there is more to do at once.

        What is due is for the process that added the last entry. When it has not done it for `STAND_IN_SECONDS`, it is
        for everyone: then that process is dead, asleep, or has more to do than it can.
        """
        ready = {live for live in self._unfinished if not self._failing.rests(live.log_id)}
        self._unfinished -= ready
        for live in ready:
            self._watch(live)
        try:
            return await self.do_overdue(self._clock.now() - timedelta(seconds=STAND_IN_SECONDS))
        except UnavailableError as error:
            log.warning("overdue work cannot be looked up: %s", summary(error))
            return False

    async def do_overdue(self, since: datetime) -> bool:
        """Do what was due by then, in as many logs as is done at once; whether there may be more."""
        overdue = await self._overdue(since, _SWEPT_AT_ONCE, self._swept)
        more = len(overdue) == _SWEPT_AT_ONCE
        # Behind those where nothing can be done others may wait in which it can.
        self._swept = overdue[-1] if more else None
        ready = [due.log_id for due in overdue if not self._failing.rests(due.log_id)]
        self._random.shuffle(ready)  # Several processes that sweep at once shall not all begin with the same.
        await asyncio.gather(*(self._look(log_id) for log_id in ready))
        return more

    async def _sweep_on(self) -> None:
        while True:
            more = False
            try:
                more = await self.sweep()
            except Exception as error:
                _report("the sweep failed", "everything", error)
            await asyncio.sleep(0 if more else self._sweep_seconds)

    def _watch(self, live: AggregateT) -> None:
        """Do what is now needed; called after each entry that this process has added."""
        if live.given_up:
            return  # The sweep finds it, and reads it again.
        now = self._clock.now()
        self._arm(live.log_id, self._work.wake_at(live, now))
        for what, work in self._work.at_once(live, now):
            self._begin(live, what, work)

    def _arm(self, log_id: str, at: datetime | None) -> None:
        if self._armed.get(log_id) == at:
            return
        self._alarm.set(log_id, at)
        if at is None:
            del self._armed[log_id]
        else:
            self._armed[log_id] = at

    async def _look(self, log_id: str) -> None:
        """Do what is needed in this log by now."""
        try:
            async with self._room:
                live = await self._repository.get(log_id)
                await take_turn(self._turn)
                if not await self._work.when_due(live):
                    # The timer was a hair early, or was set anew meanwhile, or it is something else that is due.
                    self._armed.pop(log_id, None)
                    self._watch(live)
                self._failing.recovered(log_id)
        except UnavailableError as error:
            log.warning("%s was not processed; the next sweep will retry: %s", log_id, summary(error))
        except MoiraiError as error:
            log.warning("%s: %s", log_id, error.code)
        except Exception as error:
            self._failing.failed(log_id)
            _report("processing a log failed; the next sweep will retry", log_id, error)

    def _begin(self, live: AggregateT, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in the background, unless the same is under way."""
        name = f"{live.log_id} {what}"
        if name in self._tasks or self._stopping:
            work.close()
            return
        self._tasks[name] = asyncio.create_task(self._finish(name, live, work), name=name)

    async def _finish(self, name: str, live: AggregateT, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UnavailableError as error:
            self._unfinished.add(live)
            log.warning("%s: %s", name, summary(error))
        except MoiraiError as error:
            log.warning("%s: %s", name, error.code)
        except Exception as error:
            self._failing.failed(live.log_id)
            self._unfinished.add(live)
            _report("background work failed", name, error)
        finally:
            del self._tasks[name]


async def take_turn(turns: asyncio.Lock) -> None:
    """Wait until no other has gone on in this turn of the event loop."""
    async with turns:
        await asyncio.sleep(0)


def _report(what: str, where: str, error: Exception) -> None:
    """Log a failure without its message, which could hold a move."""
    log.error("%s (%s): %s", what, where, describe(error))
