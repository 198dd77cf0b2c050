"""
Forgetting players: first the intent is written down, then everything is done as often as it takes.

The intent deletes what the player could be recognised by. Then the player leaves all places, rows about the player are
deleted, and the logs in which the player is known to be are redacted, all within seconds. Nothing lists all logs that
name a player, so all are searched; and after a while once more, because calls that were under way may have written the
name. All of it can be done twice, and what a process leaves undone when it is killed, any other finds.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Executable, Select, and_, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.kind import LOG_IDS
from server.logs.aggregates.loading import unavailable
from server.logs.store.contract import BrokenLogError, LogUnavailableError
from server.logs.store.entry import Entry
from server.logs.store.readiness import Database
from server.logs.store.rows import ARCHIVED
from server.notifications.news.beginnings import Beginnings
from server.notifications.news.inbox import log_id_of
from server.people.forgetting.intent import write_intent
from server.people.forgetting.parts import Part
from server.people.forgetting.redactor import Redactor
from server.people.forgetting.rows import (
    delete_log,
    delete_own,
    redact_copies,
    redact_listing,
    scan,
    take_out,
    withhold_sentences,
)
from server.people.identity.acting import Actor
from server.people.identity.changes import Changes
from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.notified import Notified
from server.runtime.database.queries import begin, connect, execute, fetch, overwriting
from server.runtime.database.tables import ArchivedLogRow, EntryRow, ForgottenRow, RedactionRow
from server.runtime.database.times import Now
from server.runtime.failures import describe
from server.runtime.ids import new_id
from server.runtime.time_slices import Pace
from server.runtime.times import timestamp

SEARCH_AFTER: Final = timedelta(seconds=60)
"""When all logs are searched again: no call that was under way when the player was forgotten is by then."""

_FIRST, _SECOND = "1", "2"
"""The two searches, as `scanned_to` begins; then follow the database and the log up to which it has come."""

_LOG_IDS: Final = re.compile(rf'"(?:{"|".join(LOG_IDS)})":"([0-9a-z]{{26}})"')

_HOLD: Final = timedelta(seconds=60)
"""For how long a process claims the work for a player; while it works, it claims it again."""

_UNREADABLE: Final = timedelta(hours=1)
"""When all logs are searched again after one of those that name the player could not be read."""

_READ_AT_ONCE: Final = 200
_WRITTEN_AT_ONCE: Final = 100
"""How many entries one transaction redacts: submissions wait for it (SQLite)."""

_LOOKS_BETWEEN_NOTES: Final = 50
"""After how many looks at some rows a search notes how far it is."""

_POLL_SECONDS: Final = 15.0

_entries, _archived = EntryRow.__table__, ArchivedLogRow.__table__
_forgotten, _redactions = ForgottenRow.__table__, RedactionRow.__table__

log = logging.getLogger(__name__)


class Forgetting:
    """
    Forgets players.

    `databases` are those with logs, the first with everything else. `parts` are left in their order. `redacted` is
    called after logs were redacted.
    """

    def __init__(
        self,
        databases: Sequence[Database],
        parts: Sequence[Part],
        changes: Changes,
        redacted: Callable[[], None],
        activity: Activity,
        clock: Clock,
    ) -> None:
        self._databases = databases
        self._database = databases[0].engine
        self._parts = parts
        self._changes = changes
        self._redacted = redacted
        self._activity = activity
        self._clock = clock
        self._asked = asyncio.Event()
        # Logs that could not be read in the search that is in progress.
        self._unreadable: set[str] = set()
        # Held while this process works on it.
        self._working = asyncio.Lock()

    async def forget(
        self,
        player_id: str,
        *also: Executable,
        by: Actor | None = None,
        still: ColumnElement[bool] | None = None,
    ) -> str:
        """
        Forget a player; return when this was asked for, first. Most of it is done in the seconds that follow.

        `also` is executed in the transaction in which the wish is written down; `by` is an administrator who wishes it,
        and `still` a condition that has to hold for the row of the player.

        Raises:
            RefusedError: `by` is not an administrator any more, or `still` does not hold.
            UnavailableError: The database does not respond.
        """
        asked_at = await write_intent(self._database, player_id, self._clock.now(), *also, by=by, still=still)
        await self._changes.notify(player_id)
        self._asked.set()
        return asked_at

    async def notice(self, player_id: str) -> None:
        """Look whether there is something to do: a player has changed, perhaps because it is to be forgotten."""
        self._asked.set()

    async def run(self) -> None:
        """Do what is to be done, until cancelled."""
        await every(_POLL_SECONDS, self.sweep, "players cannot be forgotten yet", self._asked, self._activity)

    async def settle(self) -> None:
        """Wait until what can be done at once is done."""
        while self._asked.is_set() or self._working.locked():
            await self.sweep()
            self._asked.clear()

    async def sweep(self) -> timedelta | None:
        """Do what is due now for all players who are to be forgotten; return when there is more, for `every`."""
        async with self._working:
            await self._sweep()
        # What waits has two times, and many an hour or none.
        waiting = select(_forgotten.c.player_id).where(_forgotten.c.done_at.is_(None)).limit(1)
        return None if (await fetch(self._database, waiting)).first() is None else timedelta(seconds=_POLL_SECONDS)

    async def _sweep(self) -> None:
        while (claimed := await self._claim()) is not None:
            player_id, done = claimed
            try:
                if done is None:
                    await self._forget_at_once(player_id)
                else:
                    await self._search(player_id, done)
            except UnavailableError:
                raise
            except Exception as error:  # so that others are forgotten; after its hold, it is tried again
                log.error("a player cannot be forgotten: %s", describe(error))

    async def _claim(self) -> tuple[str, str | None] | None:
        """Return the next player to work on, and how much is done; None: nothing yet."""
        now = self._clock.now()
        done = _forgotten.c.scanned_to
        ripe = or_(done.is_(None), done.startswith(_FIRST), _forgotten.c.asked_at <= timestamp(now - SEARCH_AFTER))
        free = or_(_forgotten.c.held_until.is_(None), _forgotten.c.held_until < timestamp(now))
        due = and_(_forgotten.c.done_at.is_(None), ripe, free)
        async with connect(self._database) as connection:
            first = select(_forgotten.c.player_id).where(due).order_by(_forgotten.c.asked_at).limit(1)
            player_id = (await connection.execute(first)).scalar_one_or_none()
        if player_id is None:
            return None
        held = update(_forgotten).where(_forgotten.c.player_id == player_id, due)
        held = held.values(held_until=timestamp(now + _HOLD)).returning(done)
        row = (await execute(self._database, held)).first()
        return await self._claim() if row is None else (player_id, row[0])

    async def _forget_at_once(self, player_id: str) -> None:
        """Leave all places, delete rows, and redact the logs that are known to name the player."""
        known = await self._logs_naming(player_id)
        await self._leave(player_id)
        await delete_own(self._database, player_id)
        for log_id in known:
            await self._redact(self._databases[0], log_id, player_id)
        await self._delete_own_logs(player_id)
        await self._take_out()
        await self._set(player_id, scanned_to=_FIRST, held_until=None)

    async def _search(self, player_id: str, done: str) -> None:
        """Search all logs and copies, from where this search stopped; after the second, the player is forgotten."""
        await self._leave(player_id)
        await delete_own(self._database, player_id)
        await self._delete_own_logs(player_id)
        self._unreadable.clear()
        which, first, log_id, *_ = (*done.split(" "), "0", "")
        behind: tuple[Any, ...] = (log_id, 0) if log_id else ()
        for number in range(int(first), len(self._databases)):
            await self._search_in(number, player_id, behind, which)
            behind = ()
        await self._redact_copies(player_id)
        await self._take_out()
        if self._unreadable:
            later = timestamp(self._clock.now() + _UNREADABLE)
            await self._set(player_id, scanned_to=_SECOND, held_until=later)
        elif which == _FIRST:
            await self._set(player_id, scanned_to=_SECOND, held_until=None)
        else:
            await self._set(player_id, held_until=None, done_at=timestamp(self._clock.now()))

    async def _search_in(self, number: int, player_id: str, behind: Sequence[Any], which: str) -> None:
        """Redact all logs of a database that name the player, from behind an entry on."""
        database, last, looks = self._databases[number], "", 0
        async for place, rows in scan(database.engine, _entries, "facts", player_id, behind, texts=False):
            for log_id, _ in rows:
                if log_id != last:
                    await self._redact(database, log_id, player_id)
                    last = log_id
            looks += 1
            if place and looks % _LOOKS_BETWEEN_NOTES == 0:
                until = timestamp(self._clock.now() + _HOLD)
                await self._set(player_id, scanned_to=f"{which} {number} {place[0]}", held_until=until)
        async for _, rows in scan(database.engine, _archived, "people", player_id, texts=False):
            for (log_id,) in rows:
                await self._redact(database, log_id, player_id)
                await self._set(player_id, held_until=timestamp(self._clock.now() + _HOLD))

    async def _leave(self, player_id: str) -> None:
        """Leave all places that the player has now."""
        for part in self._parts:
            for log_id in await self._ids(part.held(player_id)):
                await _if_readable(part.leave(log_id, player_id))

    async def _logs_naming(self, player_id: str) -> Sequence[str]:
        """Return the logs that show the player now, and those in the player's own stream."""
        logs = dict.fromkeys([log_id for part in self._parts for log_id in await self._ids(part.known(player_id))])
        own = select(_entries.c.facts).where(_entries.c.log_id >= f"{player_id}.", _entries.c.log_id < f"{player_id}/")
        async with connect(self._databases[-1].engine) as connection:
            rows, pace = await connection.execute(own), Pace()
            for (facts,) in rows:
                logs |= dict.fromkeys(_LOG_IDS.findall(facts))
                await pace.rest()
        return list(logs)

    async def _delete_own_logs(self, player_id: str) -> None:
        """Delete the player's own stream."""
        database = self._databases[-1]
        beginnings = Beginnings(database.engine)
        number = (await beginnings.of([player_id])).get(player_id, 0)
        while await delete_log(database.engine, log_id_of(player_id, number)):
            await self._publish([log_id_of(player_id, number)])
            number += 1
        await beginnings.forget(player_id)

    async def _redact(self, database: Database, log_id: str, player_id: str) -> None:
        """Redact one log, and its row in lists; one in the archive is put back for that, and its file deleted."""
        try:
            await database.archive.put_back(log_id)
            await self._redact_rows(database, log_id, player_id)
            # What was archived meanwhile was not redacted.
            while await database.archive.put_back(log_id):
                await self._redact_rows(database, log_id, player_id)
        except BrokenLogError as error:
            log.error("a log may still name a player who is forgotten: %s", describe(error))
            self._unreadable.add(log_id)

    async def _redact_rows(self, database: Database, log_id: str, player_id: str) -> None:
        redactor, pace, after = Redactor(player_id), Pace(), 0
        waiting: list[Entry] = []
        while True:
            try:
                entries = await database.log.read(log_id, after, _READ_AT_ONCE)
            except LogUnavailableError as error:
                raise unavailable() from error
            for entry in entries:
                redacted = redactor.take(entry)
                if redacted is not None:
                    waiting.append(redacted)
                await pace.rest()
            while len(waiting) >= _WRITTEN_AT_ONCE or (waiting and len(entries) < _READ_AT_ONCE):
                some, waiting = waiting[:_WRITTEN_AT_ONCE], waiting[_WRITTEN_AT_ONCE:]
                await self._write(database, log_id, some)
            if len(entries) < _READ_AT_ONCE:
                break
            after = entries[-1].seq
        async with overwriting(self._database) as connection:
            if await redact_listing(connection, self._parts, log_id, player_id):
                await self._insert_redactions(connection, [log_id])
            await withhold_sentences(connection, log_id)
        self._redacted()
        for account in redactor.claimed:
            await self.forget(account)

    async def _write(self, database: Database, log_id: str, entries: Sequence[Entry]) -> None:
        """Replace entries, and note that their log is to be read again."""
        same = and_(
            _entries.c.log_id == log_id,
            _entries.c.seq == bindparam("its_seq"),
            _entries.c.hash == bindparam("its_hash"),
            _entries.c.facts != ARCHIVED,
        )
        values = {"facts": bindparam("its_facts"), "nonce": "", "body": bindparam("its_body")}
        rows = [
            {
                "its_seq": entry.seq,
                "its_hash": entry.hash,
                "its_facts": entry.facts_text(),
                "its_body": entry.body,
            }
            for entry in entries
        ]
        async with overwriting(database.engine) as connection:
            await connection.execute(update(_entries).where(same).values(**values), rows)
            if database is self._databases[0]:
                await self._insert_redactions(connection, [log_id])
        if database is not self._databases[0]:
            await self._publish([log_id])

    async def _take_out(self) -> None:
        for database in self._databases:
            await take_out(database.engine)

    async def _redact_copies(self, player_id: str) -> None:
        changed = await redact_copies(self._database, self._parts, player_id)
        if changed:
            await self._publish(changed)

    async def _publish(self, logs: Sequence[str]) -> None:
        """Let all processes read these logs again."""
        async with overwriting(self._database) as connection:
            await self._insert_redactions(connection, logs)
        self._redacted()

    async def _insert_redactions(self, connection: AsyncConnection, logs: Sequence[str]) -> None:
        now = self._clock.now()
        rows = [{"redaction_id": new_id(now), "log_id": log_id} for log_id in logs]
        await connection.execute(_redactions.insert().values(at=Now()).returning(Notified()), rows)

    async def _set(self, player_id: str, **values: str | None) -> None:
        async with begin(self._database) as connection:
            changed = update(_forgotten).where(_forgotten.c.player_id == player_id)
            await connection.execute(changed.values(**values))

    async def _ids(self, queries: Sequence[Select[str]]) -> Sequence[str]:
        """Return the ids of logs that queries select, each once."""
        async with connect(self._database) as connection:
            return list(dict.fromkeys([each for query in queries for each in await connection.scalars(query)]))


async def _if_readable(leaving: Awaitable[None]) -> None:
    """Leave a place, unless its log cannot be read, or it is set aside."""
    try:
        await leaving
    except RefusedError as error:
        log.warning("a place is not left: %s", error.code.name)
