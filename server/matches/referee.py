"""
The referee keeps matches moving: it starts full ones, closes phases that are over, and moves for bots.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from engines.contract import SeatId
from server.back_off import BackOff
from server.clock.alarm import Alarm
from server.clock.clock import Clock
from server.errors import MoiraiError, UnavailableError
from server.facts import ClosedBecause
from server.failures import describe, summary
from server.figures import figures
from server.matches import commands
from server.matches.commands import Decision
from server.matches.directory import Directory, Due
from server.matches.live import LiveMatch
from server.matches.registry import Registry

STAND_IN_SECONDS = 0.5
"""How long the process to which something falls may take before others do it."""

GRACE = timedelta(seconds=0.2)
"""How long after its deadline a phase is closed: meanwhile other processes append what they have read before."""

_JUDGING_SECONDS = 1.0
"""How long a close waits at most for what this process has read before the deadline and not judged yet."""

_SWEPT_AT_ONCE = 500
_SIDE_BY_SIDE = 16
"""How many matches are looked at at once; when thousands are due together, calls must find their turn in between."""

log = logging.getLogger(__name__)


class Referee:
    """Watches every match of a registry. `random` chooses the moves of bots."""

    def __init__(
        self,
        registry: Registry,
        directory: Directory,
        clock: Clock,
        random: random.Random,
        sweep_seconds: float,
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._clock = clock
        self._random = random
        self._alarm = Alarm(self._look)
        self._sweep_seconds = sweep_seconds
        self._sweeping: asyncio.Task[None] | None = None
        self._room = asyncio.Semaphore(_SIDE_BY_SIDE)
        # One match, and one bot, in each turn of the event loop: between them everyone else has theirs.
        self._match_turn = asyncio.Lock()
        self._bot_turn = asyncio.Lock()
        self._armed: dict[str, datetime] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # Matches for which something failed; the sweep looks at them again, less and less often.
        self._unfinished: set[LiveMatch] = set()
        self._failing = BackOff()
        # Behind which match the sweep goes on; None: from the one that waits longest.
        self._swept: Due | None = None
        self._stopping = False
        registry.watchers.append(self._watch)

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
        self._registry.watchers.remove(self._watch)
        await self._alarm.stop()
        await self.settle()

    async def settle(self) -> None:
        """Wait until there is nothing left to start, close or move for bots."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def sweep(self) -> bool:
        """
        Do what is overdue in any match, and try again what failed; whether there is more to do at once.

        What is due is for the process that added the last entry. When it has not done it for `STAND_IN_SECONDS`, it is
        for everyone: then that process is dead, asleep, or has more to do than it can.
        """
        ready = {live for live in self._unfinished if not self._failing.rests(live.state.match_id)}
        self._unfinished -= ready
        for live in ready:
            self._watch(live)
        try:
            return await self.do_overdue(self._clock.now() - timedelta(seconds=STAND_IN_SECONDS))
        except UnavailableError as error:
            log.warning("nothing that is overdue can be looked for: %s", summary(error))
            return False

    async def _sweep_on(self) -> None:
        while True:
            more = False
            try:
                more = await self.sweep()
            except Exception as error:
                _report("the sweep failed", "all matches", error)
            await asyncio.sleep(0 if more else self._sweep_seconds)

    async def do_overdue(self, since: datetime) -> bool:
        """Do what was due by then, in as many matches as is done at once; whether there may be more."""
        overdue = await self._directory.overdue(since, _SWEPT_AT_ONCE, self._swept)
        more = len(overdue) == _SWEPT_AT_ONCE
        # Behind those where nothing can be done others may wait in which it can.
        self._swept = overdue[-1] if more else None
        ready = [due.match_id for due in overdue if not self._failing.rests(due.match_id)]
        self._random.shuffle(ready)  # Several processes that sweep at once shall not all begin with the same.
        await asyncio.gather(*(self._look(match_id) for match_id in ready))
        return more

    def _watch(self, live: LiveMatch) -> None:
        """Do what the match now needs; called after each entry that this process has added."""
        if live.given_up:
            return  # The sweep finds the match, and reads it anew.
        state, now = live.state, self._clock.now()
        early = self._registry.pace.closes_early_at(state, now)
        closes_at = None if state.closes_at is None else state.closes_at + GRACE
        # For what is done at once no timer is needed.
        later = early if early is not None and early > now else closes_at
        self._arm(state.match_id, later if closes_at is None or later is None else min(later, closes_at))
        phase = state.phase
        if state.starts_itself:
            self._begin(live, "start", self._start(live))
        elif phase is not None:
            if early is not None and early <= now:
                self._begin(live, f"close {phase.number}", self._close(live, phase.number, "all_submitted"))
            for seat in state.bots_to_move:
                self._begin(live, f"move {phase.number} {seat}", self._move(live, phase.number, seat))

    def _arm(self, match_id: str, at: datetime | None) -> None:
        if self._armed.get(match_id) == at:
            return
        self._alarm.set(match_id, at)
        if at is None:
            del self._armed[match_id]
        else:
            self._armed[match_id] = at

    async def _look(self, match_id: str) -> None:
        """Do what the match needs by now."""
        try:
            async with self._room:
                live = await self._registry.get(match_id)
                await _take_turn(self._match_turn)
                await self._look_at(live)
                self._failing.mended(match_id)
        except UnavailableError as error:
            log.warning("%s is not looked at; the sweep will try again: %s", match_id, summary(error))
        except Exception as error:
            self._failing.failed(match_id)
            _report("looking at a match failed; the sweep will try again", match_id, error)

    async def _look_at(self, live: LiveMatch) -> None:
        if live.state.closes_at is None or self._clock.now() < live.state.closes_at:
            await self._registry.refresh(live)  # The database may know better than this process.
        state = live.state
        if state.phase is not None and state.closes_at is not None and self._clock.now() >= state.closes_at:
            await self._registry.arrivals.judged(state.match_id, state.closes_at, _JUDGING_SECONDS)
            await self._close(live, state.phase.number, "deadline")
            return
        # The timer was a hair early, another deadline was set meanwhile, or it is something else that is due.
        self._armed.pop(state.match_id, None)
        self._watch(live)

    async def _close(self, live: LiveMatch, phase: int, because: ClosedBecause) -> None:
        deadline: datetime | None = None

        def decide(live: LiveMatch, now: datetime) -> Decision | None:
            nonlocal deadline
            state = live.state
            if state.status != "running" or state.phase is None or state.phase.number != phase:
                return None
            over = state.closes_at is not None and now >= state.closes_at
            deadline = state.closes_at if over else None
            # What is not closed before its deadline is closed for it, a little later.
            if over == (because == "deadline") and (over or state.can_close_early):
                return commands.close(state, live.seed, because, now)
            return None

        if await self._registry.advance(live, decide) and deadline is not None:
            figures.phase_lag.add((self._clock.now() - deadline).total_seconds())

    async def _start(self, live: LiveMatch) -> None:
        def decide(live: LiveMatch, now: datetime) -> Decision | None:
            state = live.state
            return commands.start(state, live.seed, now) if state.status == "open" and state.full else None

        await self._registry.advance(live, decide)

    async def _move(self, live: LiveMatch, phase: int, seat: SeatId) -> None:
        """Submit a bot's move, chosen and judged by the view of its own seat like anyone's."""

        def decide(live: LiveMatch, now: datetime) -> Decision | None:
            state = live.state
            if state.status != "running" or state.phase is None or state.phase.number != phase:
                return None
            occupant = state.occupants.get(seat)
            if occupant is None or occupant.player is not None or seat in state.submissions:
                return None
            commands.require_in_time(state, phase, now, now)
            view = live.projection(seat).game
            move = state.engine.sample(view, self._random).model_dump(mode="json")
            return commands.submit(state, view, seat, phase, move, keep_thinking=False, by_bot=True)

        await live.prepare(seat)
        await _take_turn(self._bot_turn)
        await self._registry.advance(live, decide)

    def _begin(self, live: LiveMatch, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in the background, unless the same is under way."""
        name = f"{live.state.match_id} {what}"
        if name in self._tasks or self._stopping:
            work.close()
            return
        self._tasks[name] = asyncio.create_task(self._finish(name, live, work), name=name)

    async def _finish(self, name: str, live: LiveMatch, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UnavailableError as error:
            self._unfinished.add(live)
            log.warning("%s: %s", name, summary(error))
        except MoiraiError as error:
            log.warning("%s: %s", name, error.code)
        except Exception as error:
            self._failing.failed(live.state.match_id)
            self._unfinished.add(live)
            _report("background work failed", name, error)
        finally:
            del self._tasks[name]


async def _take_turn(turns: asyncio.Lock) -> None:
    """Wait until no other has gone on in this turn of the event loop."""
    async with turns:
        await asyncio.sleep(0)


def _report(what: str, where: str, error: Exception) -> None:
    """Log a failure without its message, which could hold a move."""
    log.error("%s (%s): %s", what, where, describe(error))
