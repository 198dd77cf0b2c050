"""
What the referees of all events do: they carry out what the log of an event orders about matches, and take their
outcomes.

The log comes first: an entry names a match before it is created, and says that it ends before it is ended. So whatever
a process leaves undone when it is killed, any other finds in the log, and doing it twice changes nothing. A match that
is over owes its outcome to the log that ordered it, until an entry of that log takes it: the sweep finds it in
`owed_outcomes`.
"""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.commands import Decide
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.schedule import NextWork, Work
from server.matches.hosting.hosting import Hosting
from server.matches.lists.directory import Directory, Owing
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.organising.kind import EventKind
from server.runtime.activity import Activity
from server.runtime.background import end, every
from server.runtime.clock.clock import Clock
from server.runtime.failures import report

_GATHER_SECONDS: Final = 0.05
"""How long outcomes are gathered: many matches often end together."""

_SWEPT_AT_ONCE: Final = 500

log = logging.getLogger(__name__)


class EventReferee(Work[AggregateT]):
    """The scheduled work of events of one kind, whose logs are `events`."""

    kind: ClassVar[EventKind[Any, Any, Any]]

    def __init__(
        self,
        events: Repository[AggregateT],
        matches: MatchRepository,
        directory: Directory,
        hosting: Hosting,
        clock: Clock,
        activity: Activity,
    ) -> None:
        self._events = events
        self._matches = matches
        self._directory = directory
        self._hosting = hosting
        self._clock = clock
        self._activity = activity
        # Matches that are over and owe their outcome, or have vacant seats, by log, and the tasks for them.
        self._owing: defaultdict[str, set[str]] = defaultdict(set)
        self._vacant: defaultdict[str, set[str]] = defaultdict(set)
        self._taking: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        # The last match of a full page of those that owe their outcome.
        self._swept: Owing | None = None

    # Defined by each kind

    @abstractmethod
    def due_now(self, live: AggregateT) -> Sequence[tuple[str, Coroutine[Any, Any, None]]]:
        """Return the work of an event in which something is due."""

    @abstractmethod
    async def take(self, log_id: str, matches: Sequence[Match]) -> None:
        """Take the outcomes of these matches, which are over, in one entry; those taken before change nothing."""

    async def fill_vacant(self, log_id: str, matches: Sequence[Match]) -> None:  # not all kinds do
        """Have the vacant seats of these matches filled."""

    # What an event does by itself, and what it orders

    def plan(self, live: AggregateT, now: datetime) -> NextWork:
        due = self.kind.due_at(live.state)
        return NextWork(due) if due is None or due > now else NextWork(at_once=self.due_now(live))

    async def when_due(self, live: AggregateT) -> bool:
        """Nothing but the plan, which follows when this returns false."""
        return False

    async def settle_match(
        self, match: Match, bring: Decide[Match], orders: Iterable[Decide[Match]], status: str
    ) -> None:
        """Carry out orders about a match, and bring it to where its event wants it, which has this status."""
        # What was ordered before a pause comes first.
        for step in (*orders, bring) if status == "paused" else (bring, *orders):
            await self._matches.advance(match, step)

    # When outcomes are taken

    def note(self, match: Match) -> None:
        """Take the outcome of a match that is over, or fill vacant seats, soon; called with each match that changes."""
        state, log_id = match.state, match.state.created.ordered_by
        # What orders a match has the field of its kind.
        if log_id is None or getattr(state.created, self.kind.name) is None or not (state.ended or state.vacant):
            return
        found = self._owing if state.ended else self._vacant
        found[log_id].add(match.log_id)
        self._take_soon(log_id)

    async def run(self) -> None:
        """Take outcomes that nobody has taken, until cancelled."""
        await every(self._activity.seconds, self.sweep, "outcomes cannot be looked up", activity=self._activity)

    async def sweep(self) -> bool | timedelta | None:
        """Take outcomes that are still owed; return whether there may be more, as `every` understands it."""
        owing = await self._directory.owing(self.kind.name, _SWEPT_AT_ONCE, self._swept)
        more = len(owing) == _SWEPT_AT_ONCE
        # Continue after those that cannot be taken, so that others get their turn.
        self._swept = owing[-1] if more else None
        for log_id, match_id in owing:
            self._owing[log_id].add(match_id)
        logs = {log_id for log_id, _ in owing}
        results = await asyncio.gather(*map(self._take, logs), return_exceptions=True)
        for log_id, error in zip(logs, results, strict=True):
            if isinstance(error, Exception):
                report(log, f"outcomes of {log_id} cannot be taken", error)
        return more or (timedelta() if owing else None)

    @property
    def busy(self) -> bool:
        """Whether outcomes are being taken."""
        return bool(self._taking)

    async def settle(self) -> None:
        """Wait until no outcome is being taken."""
        while self._taking:
            await asyncio.gather(*self._taking.values())

    async def close(self) -> None:
        """Stop taking outcomes; other processes take what is still owed."""
        self._closed = True
        await end(list(self._taking.values()))

    def _take_soon(self, log_id: str) -> None:
        if log_id not in self._taking and not self._closed:
            self._taking[log_id] = asyncio.create_task(self._take_later(log_id), context=Context())

    async def _take_later(self, log_id: str) -> None:
        """Take outcomes after a pause in which more may come; leave to the sweep what cannot be taken."""
        try:
            while log_id in self._owing or log_id in self._vacant:
                await asyncio.sleep(_GATHER_SECONDS)
                if log_id in self._owing:
                    await self._take(log_id)
                await self._fill_vacant(log_id)
        except (RefusedError, UnavailableError) as error:
            log.warning("outcomes of %s are taken later: %s", log_id, error.code.name)
        finally:
            self._owing.pop(log_id, None)
            self._vacant.pop(log_id, None)
            del self._taking[log_id]

    async def _take(self, log_id: str) -> None:
        matches = await self._readable(self._owing.pop(log_id, set()))
        await self.take(log_id, matches)
        # Outcomes taken before, and those of matches that the log called off, are not owed any more either.
        await self._directory.settle({match.log_id for match in matches})

    async def _fill_vacant(self, log_id: str) -> None:
        """Fill vacant seats; after a kill, other processes do it with the next entry of the match or of its log."""
        vacant = self._vacant.pop(log_id, set())
        if vacant:
            await self.fill_vacant(log_id, await self._readable(vacant))

    async def _readable(self, match_ids: Iterable[str]) -> list[Match]:
        """Return those matches that can be read, as they stand: others must not hold them up."""
        found: list[Match] = []
        for match_id in sorted(match_ids):
            try:
                match = await self._matches.get(match_id)
                if not match.state.ended:  # to the knowledge of this process
                    await self._matches.refresh(match)
                found.append(match)
            except UnavailableError as error:
                if error.code is not codes.MATCH_UNREADABLE:
                    raise
                log.error("match %s, whose outcome is owed, cannot be read", match_id)
        return found
