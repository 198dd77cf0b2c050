"""
Handing on: the news that entries of logs cause is appended to players' own streams, exactly once.

An entry and the mark with its news are written in one transaction. Right after that, the process that wrote them
appends the news, and then clears the mark. If it is killed in between, the sweep of any process finds the mark.
Appending again changes nothing, because a player's log contains the hashes of the entries whose news it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from server.access.costs import charged_to
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.aggregate import Aggregate
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.schedule import NextWork, Work
from server.logs.store.contract import Mark
from server.logs.store.entry import EncodedFact
from server.notifications.news.facts import HandedOn, decode_news
from server.notifications.news.inbox import Cause
from server.notifications.news.inboxes import Inboxes
from server.notifications.news.marks import Left, Marks
from server.runtime.clock.clock import Clock

_BATCHES_A_SECOND: Final = 20
"""How often marks are read and cleared at most; submissions wait for it (SQLite) or for the disk."""

_LOGS_AT_ONCE: Final = 32
"""Maximum number of logs in a batch: thousands may have one deadline."""

_MARKS_AT_ONCE: Final = 50
"""Maximum number of marks of a log that are handed on before they are cleared; a stream remembers 20 times as many."""

_PLAYERS_AT_ONCE: Final = 32
"""To how many players news of one log is appended concurrently: a round of a tournament concerns a thousand."""


class Caused(NamedTuple):
    """What an entry of a log causes, by player."""

    handed_on: HandedOn
    news: Mapping[str, Sequence[EncodedFact]]


def nothing_by_time(live: Aggregate[Any, Any], now: datetime) -> Caused:
    """Return that time alone causes no news: in logs in which whatever is due is an entry."""
    return Caused(HandedOn(live.log_id, 0, ""), {})


class HandingOn(Work[AggregateT]):
    """
    The scheduled work for logs whose entries cause news.

    `by_time` returns what time has caused in a log by now, as a source of its own, with a text in place of a hash that
    no other cause has. `note` is called with the players who got news, and with the logs, before the marks are cleared,
    so at least once.
    """

    def __init__(
        self,
        repository: Repository[AggregateT],
        marks: Marks,
        inboxes: Inboxes,
        by_time: Callable[[AggregateT, datetime], Caused],
        note: Callable[[Collection[str], Collection[str]], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self._repository = repository
        self._marks = marks
        self._inboxes = inboxes
        self._by_time = by_time
        self._note = note
        self._clock = clock
        # Logs that the next batches hand on, the longest waiting first; each reads and clears all marks of its logs.
        self._waiting: dict[str, None] = {}
        # How many logs have room in the batches that are to begin.
        self._room = 0
        self._turn = asyncio.Lock()
        self._next_at = 0.0
        self._stopping = False

    def plan(self, live: AggregateT, now: datetime) -> NextWork:
        """Hand on what marks say. They have no timers: the sweep finds those that time makes due."""
        if not live.has_news:
            return NextWork()
        live.has_news = False
        self._waiting[live.log_id] = None
        if len(self._waiting) <= self._room:
            return NextWork()
        self._room += _LOGS_AT_ONCE
        return NextWork(at_once=[(f"hand on {live.head.seq}", self._hand_on())])

    async def when_due(self, live: AggregateT) -> bool:
        self._waiting[live.log_id] = None
        self._room += _LOGS_AT_ONCE
        await self._hand_on()
        return True

    def stop(self) -> None:
        """Leave the marks that wait to other processes, and to the next start: there may be thousands."""
        self._stopping = True

    async def _hand_on(self) -> None:
        """Append the news of the next batch."""
        charged_to.set(None)  # The client that caused it must not learn from its costs about the streams of others.
        async with self._turn:
            loop = asyncio.get_running_loop()
            if self._waiting and not self._stopping:
                await asyncio.sleep(self._next_at - loop.time())
            self._room -= _LOGS_AT_ONCE
            if not self._waiting or self._stopping:
                return
            batch = set(islice(self._waiting, _LOGS_AT_ONCE))
            for log_id in batch:
                del self._waiting[log_id]
            try:
                await self._hand_on_all(batch)
            finally:
                self._next_at = loop.time() + 1 / _BATCHES_A_SECOND

    async def _hand_on_all(self, logs: set[str]) -> None:
        marks = await self._marks.of(logs, self._clock.now())
        of_each, unread = await self._causes_of(marks)
        players = {player for of_one in of_each for _, caused in of_one for player in caused.news}
        forgotten = await self._marks.find_forgotten(players) if players else set()
        failed: dict[str, BaseException] = {}
        while of_each and not self._stopping:
            await self._hand_on_some([of_one[:_MARKS_AT_ONCE] for of_one in of_each], forgotten, failed)
            of_each = [of_one[_MARKS_AT_ONCE:] for of_one in of_each if len(of_one) > _MARKS_AT_ONCE]
        for error in (*unread, *failed.values()):
            raise error

    async def _hand_on_some(
        self, of_each: Sequence[Sequence[tuple[Left, Caused]]], forgotten: set[str], failed: dict[str, BaseException]
    ) -> None:
        """
        Append the news of these marks of each log, and clear those whose players all have their news.

        Players who have `failed` before are left out, so that their news stays in order; those who fail now are added.
        """
        without = forgotten | failed.keys()
        results = await asyncio.gather(*(self._append_in_order(of_one, without) for of_one in of_each))
        done: list[Mark] = []
        for of_one, (reached, errors) in zip(of_each, results, strict=True):
            failed |= errors
            have = reached | forgotten
            done += [mark for mark, (_, news) in of_one if have >= news.keys()]
        if done:
            players = set().union(*(reached for reached, _ in results))
            await self._note(players, {mark.log_id for mark in done})
            await self._marks.clear(done)

    async def _causes_of(self, marks: Sequence[Left]) -> tuple[list[list[tuple[Left, Caused]]], list[BaseException]]:
        """Return what the marks of each log say, in order, up to the first that cannot be read; and what failed."""
        found: list[list[tuple[Left, Caused]]] = []
        failed: list[BaseException] = []
        for _, of_one in groupby(marks, lambda mark: mark.log_id):
            found.append([])
            for mark in of_one:
                try:
                    found[-1].append((mark, await self._caused(mark)))
                except RefusedError as error:
                    failed.append(error)
                    break
        return found, failed

    async def _append_in_order(
        self, marks: Sequence[tuple[Left, Caused]], without: Collection[str]
    ) -> tuple[set[str], dict[str, BaseException]]:
        """
        Append the news of these marks of one log to the stream of each player, in order, `without` some.

        Returns the players who got theirs, and what failed for others.
        """
        causes: dict[str, list[Cause]] = {}
        for _, (handed_on, news) in marks:
            for player in news.keys() - without:
                causes.setdefault(player, []).append(Cause(handed_on, news[player]))
        players = list(causes)
        failed: dict[str, BaseException] = {}
        reached: set[str] = set()
        for first in range(0, len(players), _PLAYERS_AT_ONCE):
            if self._stopping:
                break
            some = players[first : first + _PLAYERS_AT_ONCE]
            try:
                read = await self._inboxes.read_ahead(some)
            except UnavailableError as error:
                failed |= dict.fromkeys(some, error)
                continue
            appending = (self._inboxes.append(player, causes[player]) for player in some)
            results = await asyncio.gather(*appending, return_exceptions=True)
            of_each = dict(zip(some, results, strict=True))
            failed |= {player: result for player, result in of_each.items() if result is not None}
            reached |= {player for player, result in of_each.items() if result is None}
            del read
        return reached, failed

    async def _caused(self, mark: Left) -> Caused:
        if mark.seq:
            return Caused(HandedOn(mark.log_id, mark.seq, mark.hash), decode_news(mark.news))
        live = await self._repository.get(mark.log_id)
        await self._repository.refresh(live)  # other processes may have appended something without a notice so far
        return self._by_time(live, self._clock.now())
