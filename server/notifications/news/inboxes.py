"""The own streams of all players: appending news, and finding the log that contains an event."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.costs import NEW_INBOX, charge
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.events import Event
from server.logs.aggregates.loading import unavailable
from server.logs.aggregates.memory import Recent
from server.logs.aggregates.repository import Repository
from server.logs.store.contract import BrokenLogError, HeadMovedError, Log, LogUnavailableError
from server.logs.store.entry import Decision, Entry
from server.notifications.news.beginnings import Beginnings
from server.notifications.news.inbox import EVENTS, OWNER, Cause, Inbox, InboxKind, log_id_of, opening
from server.runtime.clock.clock import Clock
from server.runtime.time_slices import Share, take_turn

_REMEMBERED: Final = 50_000
"""Number of players whose last log is remembered."""


class Events(NamedTuple):
    """Events of a player, read from one log; `more`: there can be others after them now."""

    events: list[Event]
    more: bool


class Inboxes:
    """The own streams, in a log that may be in another database than the matches."""

    def __init__(self, log: Log, database: AsyncEngine, clock: Clock, recent: Recent) -> None:
        """`database` is that of the log."""
        self.kind = InboxKind()
        self.repository: Repository[Inbox] = Repository(self.kind, log, clock, recent)
        self._log = log
        self._beginnings = Beginnings(database)
        # By player, the number of a log that exists, usually the last.
        self._numbers: OrderedDict[str, int] = OrderedDict()

    async def append(self, player_id: str, causes: Sequence[Cause]) -> None:
        """
        Append the news that entries of other logs cause to a player's stream; once, however often it is called.

        The entries of one source must come in order, and fewer than a stream remembers (`REMEMBERED`). Whether it has
        the news already is never decided from memory alone: `advance` finds out whether the player's log has lost it.

        Raises:
            UnavailableError: The database does not respond, or the player's log cannot be read.
        """
        left = True

        def decide(live: Inbox, now: datetime) -> Decision | None:
            nonlocal left
            decision = live.append(causes)
            appended = 0 if decision is None else 1 + len(decision.then)
            left = sum(live.lacks(cause.handed_on) for cause in causes) > appended
            return decision

        while left:
            live = await self.current(player_id)
            await take_turn(Share.NEWS)
            await self.repository.advance(live, decide)

    async def read_ahead(self, player_ids: Collection[str]) -> Sequence[Inbox]:
        """
        Load or create the logs to which news of these players goes, with one query; keep the result meanwhile.

        Raises:
            UnavailableError: The database does not respond.
        """
        unknown = [player_id for player_id in player_ids if player_id not in self._numbers]
        first = {**dict.fromkeys(unknown, 0), **await self._beginnings.of(unknown)}
        numbers = {player_id: self._numbers.get(player_id, first.get(player_id, 0)) for player_id in player_ids}
        last = [log_id_of(player_id, number) for player_id, number in numbers.items()]
        second = {player_id: log_id_of(player_id, number + 1) for player_id, number in first.items()}
        read = await self.repository.read_ahead([*last, *second.values()])
        found = {live.log_id for live in read}
        only_first = [player_id for player_id in unknown if second[player_id] not in found]
        new = [each for each in only_first if first[each] == 0 and log_id_of(each, 0) not in found]
        created = await asyncio.gather(*(self._create(player_id, None) for player_id in new))
        for player_id in only_first:
            self._remember(player_id, first[player_id])
        return [*read, *filter(None, created)]

    async def current(self, player_id: str) -> Inbox:
        """Return the player's log that is not full; creates it if it does not exist."""
        number = self._numbers.get(player_id)
        if number is None:
            number = await self._find(player_id)
        before: Inbox | None = None
        while True:
            live = await self._open(player_id, number, before)
            if not live.full:
                break
            before, number = live, number + 1
        self._remember(player_id, number)
        return live

    async def last_cursor(self, player_id: str) -> int:
        """Return the cursor of the player's last event so far."""
        live = await self.current(player_id)
        await self.repository.refresh(live)  # another process may have appended more
        return (await self.current(player_id)).last

    async def latest(self, player_id: str) -> list[Inbox]:
        """Return the player's last log, after the one before if there is one; ready, and the caller is charged."""
        await self.repository.refresh(await self.current(player_id))  # another process may have appended more
        live = await self.current(player_id)
        logs = [live]
        if live.state.number > await self._first(player_id):
            logs.insert(0, await self.repository.get(log_id_of(player_id, live.state.number - 1)))
        for each in logs:
            await each.prepare(OWNER)
        return logs

    async def at(self, player_id: str, after: int) -> Inbox:
        """
        Return the log with the player's events after cursor `after`, ready to be read; the caller is charged.

        If there is no such event yet, it is the log that the next event goes to. From cursor 0 on, it is the first log
        that is kept.

        Raises:
            RefusedError: The event is not kept any more.
            UnavailableError: The database does not respond, or the log cannot be read.
        """
        live = await self.current(player_id)
        if after > live.last:
            await self.repository.refresh(live)  # another process may have appended it without a notice so far
            live = await self.current(player_id)
        if after < live.begins_after:
            live = await self.repository.get(log_id_of(player_id, await self._number_at(player_id, after)))
        await live.prepare(OWNER)
        return live

    async def read(self, player_id: str, after: int, limit: int) -> Events:
        """
        Return up to `limit` events after a cursor from the database, from one of the player's logs.

        The log is not loaded, so that the player's own next call costs the same as without this reading.

        Raises:
            UnavailableError: The database does not respond, or the player's log cannot be read.
        """
        number, seen = divmod(after, EVENTS)
        try:
            entries = await self._log.read(log_id_of(player_id, number), seen + 1, limit)
        except LogUnavailableError as error:
            raise unavailable() from error
        except BrokenLogError as error:
            raise self.kind.unreadable() from error
        events = [
            Event(f'"player_id":"{player_id}"', cursor, entry.at, _facts_for_player(entry), "own_event")
            for cursor, entry in enumerate(entries, after + 1)
        ]
        return Events(events, more=len(events) == limit or seen + len(events) == EVENTS)

    async def _open(self, player_id: str, number: int, before: Inbox | None) -> Inbox:
        """Return the log with this number; if it does not exist, create it after `before`."""
        log_id = log_id_of(player_id, number)
        try:
            return await self.repository.get(log_id)
        except UnavailableError:
            raise
        except RefusedError as error:
            if number and before is None:
                self._numbers.pop(player_id, None)  # the database has lost it
                raise self.kind.unreadable() from error
        # If another process was faster, it exists.
        return await self._create(player_id, before) or await self.repository.get(log_id)

    async def _create(self, player_id: str, before: Inbox | None) -> Inbox | None:
        """Create the player's first log, or the one after `before`; None if it exists."""
        number = 0
        if before is not None:
            await self.repository.refresh(before)  # its last events may have been lost
            number = before.state.number + 1
        try:
            live = await self.repository.create(
                log_id_of(player_id, number), b"", opening(player_id, before), None, None
            )
        except HeadMovedError:
            return None
        charge(NEW_INBOX)
        return live

    def _remember(self, player_id: str, number: int) -> None:
        self._numbers[player_id] = number
        self._numbers.move_to_end(player_id)
        if len(self._numbers) > _REMEMBERED:
            self._numbers.popitem(last=False)

    async def _first(self, player_id: str) -> int:
        return (await self._beginnings.of([player_id])).get(player_id, 0)

    async def _number_at(self, player_id: str, after: int) -> int:
        """Return the number of the log with the events after a cursor."""
        number, first = after // EVENTS, await self._first(player_id)
        if after and number < first:
            raise RefusedError(
                codes.CURSOR_GONE, f"Your stream begins after cursor {first * EVENTS} now. Start from 0."
            )
        return max(number, first)

    async def _find(self, player_id: str) -> int:
        """Return the number of the player's last log, or 0; the numbers of existing logs have no gap."""
        first = await self._first(player_id)
        span = 1
        while await self._exists(player_id, first + span):
            span *= 2
        last, none = first + span // 2, first + span
        while none - last > 1:
            middle = (last + none) // 2
            if await self._exists(player_id, middle):
                last = middle
            else:
                none = middle
        return last

    async def _exists(self, player_id: str, number: int) -> bool:
        try:
            return bool(await self._log.read(log_id_of(player_id, number), 0, 1))
        except LogUnavailableError as error:
            raise unavailable() from error
        except BrokenLogError as error:
            raise self.kind.unreadable() from error


def _facts_for_player(entry: Entry) -> str:
    """Return the facts of an entry that are addressed to its player, as JSON."""
    return "[" + ",".join(fact.text for fact in entry.facts if fact.audience.includes(OWNER)) + "]"
