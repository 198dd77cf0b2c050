"""
Whether players' own streams are as of the same moment as the logs that cause their news, if they have another database.

After one of the two databases has begun another epoch, they are compared, once. News that own streams lack is made
again from the logs, as a mark, and is told like any other. Of events about entries that the logs have lost, only the
number is told: players have read them. Only logs with an entry later than an hour before the earlier moment are read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple, cast

from pydantic import JsonValue
from sqlalchemy import Table, func, select, true, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import HOST
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import ListedKind
from server.logs.aggregates.loading import unavailable
from server.logs.store.contract import LogUnavailableError, Mark
from server.logs.store.entry import canonical_json, parse_stored_facts
from server.logs.store.readiness import Database
from server.notifications.news.beginnings import Beginnings
from server.notifications.news.facts import UPCASTING, HandedOn, decode, decode_news, stand_in
from server.notifications.news.inbox import log_id_of
from server.notifications.news.inboxes import Inboxes
from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import (
    ArchivedLogRow,
    ComparisonRow,
    EntryRow,
    EpochRow,
    ForgottenRow,
    MarkRow,
    PushSubscriptionRow,
    WebhookRow,
)
from server.runtime.failures import describe
from server.runtime.time_slices import Pace
from server.runtime.times import parse_timestamp, timestamp

_LOOK_SECONDS: Final = 60.0

_MARGIN: Final = timedelta(hours=1)
"""For how long news can have waited before it was told."""

_AT_ONCE: Final = 50
"""How many logs are looked at with one query."""

_ROWS_AT_ONCE: Final = 200

_entries, _epochs, _marks = EntryRow.__table__, EpochRow.__table__, MarkRow.__table__
_comparisons, _forgotten, _archived = ComparisonRow.__table__, ForgottenRow.__table__, ArchivedLogRow.__table__

log = logging.getLogger(__name__)


class Told(NamedTuple):
    """An event of a player's own stream: of which log, and by which entry of another log it was caused."""

    player_id: str
    cause: HandedOn


class Comparison:
    """Compares own streams with the logs that cause their news; several processes may do so at once."""

    def __init__(
        self,
        logs: Database,
        own_streams: Database,
        kinds: Sequence[ListedKind[Any]],
        inboxes: Inboxes,
        clock: Clock,
        activity: Activity,
    ) -> None:
        """`kinds` are those whose entries cause news; `activity` says when to look again."""
        self._logs, self._own_streams = logs, own_streams
        self._kinds, self._inboxes, self._clock = kinds, inboxes, clock
        self._activity = activity
        self._beginnings = Beginnings(own_streams.engine)
        self._looking = asyncio.Lock()
        self.found = ComparisonRow(epoch="", own_epoch="", since="", told_again=0, of_lost_entries=0)
        """What was found, of which the server tells operators; that of no epoch before there is anything."""

    async def run(self) -> None:
        """Compare as soon as a database is of another epoch, until cancelled."""
        failure = "own streams cannot be compared with other logs yet"
        await every(_LOOK_SECONDS, self.look, failure, activity=self._activity)

    async def look(self) -> None:
        """
        Compare, unless that was done since both databases are of their epochs; and note for operators what was found.

        Raises:
            UnavailableError: A database does not respond.
        """
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        epoch, own_epoch = await _epoch_of(self._logs), await _epoch_of(self._own_streams)
        known = await self._known()
        if all((each.epoch, each.own_epoch) != (epoch, own_epoch) for each in known):
            await self._compare(known, epoch, own_epoch)
            known = await self._known()
        found = next(each for each in known if (each.epoch, each.own_epoch) == (epoch, own_epoch))
        if (found.told_again or found.of_lost_entries) and found != self.found:
            log.warning(
                "own streams were of another moment than the other logs: %s pieces of news were missing and are told"
                " again; %s events are about entries that the logs do not have",
                found.told_again,
                found.of_lost_entries,
            )
        self.found = found

    async def _known(self) -> list[ComparisonRow]:
        return [ComparisonRow(**row._mapping) for row in await fetch(self._logs.engine, select(_comparisons))]

    async def _compare(self, known: Sequence[ComparisonRow], epoch: str, own_epoch: str) -> None:
        found = ComparisonRow(epoch=epoch, own_epoch=own_epoch, since="", told_again=0, of_lost_entries=0)
        if not known and not await self._newest(self._own_streams.engine, None):
            found.since = timestamp(self._clock.now())  # What was told before is in the other database.
        else:
            found.since = max((each.since for each in known), default="")
            since = max(found.since, await self._since(known, epoch, own_epoch))
            until = await self._newest(self._logs.engine, None)
            await self._forget_again()
            await self._put_back_followers()
            told: set[tuple[str, str]] = set()
            async for some in self._told(since):
                told.update((event.player_id, event.cause.hash) for event in some)
                found.of_lost_entries += await self._count_unfounded(some)
            for kind in self._kinds:
                found.told_again += await self._tell_again(kind, since, until, told)
        added = found.model_dump()
        # Several processes may compare at once: each counts what it has left.
        both = {"told_again": _comparisons.c.told_again + found.told_again}
        await execute(
            self._logs.engine,
            self._insert(_comparisons, added).on_conflict_do_update(
                index_elements=[_comparisons.c.epoch, _comparisons.c.own_epoch], set_=both
            ),
        )

    async def _since(self, known: Sequence[ComparisonRow], epoch: str, own_epoch: str) -> str:
        """Return from when on the databases may differ: an hour before the end of what a restored one has."""
        ends = []
        if all(each.epoch != epoch for each in known):
            ends.append(await self._newest(self._logs.engine, await self._began_at(self._logs.engine)))
        if all(each.own_epoch != own_epoch for each in known):
            ends.append(await self._newest(self._own_streams.engine, await self._began_at(self._own_streams.engine)))
        if not ends or not all(ends):
            return ""
        return timestamp(parse_timestamp(min(ends)) - _MARGIN)

    async def _began_at(self, database: AsyncEngine) -> str:
        began = select(_epochs.c.began_at).order_by(_epochs.c.number.desc()).limit(1)
        return str((await fetch(database, began)).scalar_one())

    async def _newest(self, database: AsyncEngine, before: str | None) -> str:
        """Return when the last entry before a time was appended; empty without any."""
        newest = ""
        async for _, at in _ends_of_logs(database, before):
            newest = max(newest, at)
        return newest

    async def _forget_again(self) -> None:
        """Let players be forgotten again whose own streams are there again."""
        ids = select(_forgotten.c.player_id).where(_forgotten.c.done_at.is_not(None))
        for some in _portions([*(await fetch(self._logs.engine, ids)).scalars()]):
            begins = await self._beginnings.of(some)
            first = [log_id_of(each, begins.get(each, 0)) for each in some]
            there = select(_entries.c.log_id).where(_entries.c.log_id.in_(first))
            logs = (await fetch(self._own_streams.engine, there.distinct())).scalars()
            for log_id in logs:
                undone = update(_forgotten).where(_forgotten.c.player_id == log_id.partition(".")[0])
                await execute(self._logs.engine, undone.values(done_at=None, scanned_to=None, held_until=None))

    async def _put_back_followers(self) -> None:
        """Let webhooks and browsers that are ahead of the end of their player's stream go on from there."""
        webhooks, browsers = WebhookRow.__table__, PushSubscriptionRow.__table__
        for table, theirs in ((webhooks, webhooks.c.event_id.is_(None)), (browsers, true())):
            ids = select(table.c.player_id).where(theirs).distinct()
            for player_id in (await fetch(self._logs.engine, ids)).scalars():
                last = await self._inboxes.last_cursor(player_id)
                ahead = update(table).where(table.c.player_id == player_id, theirs, table.c.cursor > last)
                await execute(self._logs.engine, ahead.values(cursor=last))

    async def _told(self, since: str) -> AsyncIterator[list[Told]]:
        """Yield the events of all own streams since this time, in portions."""
        pace = Pace()
        async for log_id, _ in _ends_of_logs(self._own_streams.engine, None, since):
            events = select(_entries.c.facts).where(
                _entries.c.log_id == log_id, _entries.c.kind == "told", _entries.c.at >= since
            )
            some = []
            for (facts,) in await fetch(self._own_streams.engine, events):
                (handed_on, *_) = UPCASTING.bring_up(parse_stored_facts(facts)[0][:1])
                cause = decode(handed_on)
                assert isinstance(cause, HandedOn), "an event begins with what has caused it"
                some.append(Told(log_id.partition(".")[0], cause))
                await pace.rest()
            yield some

    async def _count_unfounded(self, events: Sequence[Told]) -> int:
        """Return how many of these events are about entries that are in no log."""
        by_entries = [event.cause for event in events if event.cause.entry]
        missing = 0
        for some in _portions(by_entries):
            place = tuple_(_entries.c.log_id, _entries.c.seq)
            there = select(_entries.c.log_id, _entries.c.seq, _entries.c.hash).where(
                place.in_([(each.source, each.entry) for each in some])
            )
            hashes = {(log_id, seq): hash_ for log_id, seq, hash_ in await fetch(self._logs.engine, there)}
            gone = [each for each in some if hashes.get((each.source, each.entry)) not in _hashes(each, hashes)]
            moved = select(_archived.c.log_id).where(_archived.c.log_id.in_({each.source for each in gone}))
            archived = set((await fetch(self._logs.engine, moved)).scalars()) if gone else set()
            missing += sum(each.source not in archived for each in gone)
        return missing

    async def _tell_again(
        self, kind: ListedKind[Any], since: str, until: str, told: Collection[tuple[str, str]]
    ) -> int:
        """Leave marks for the news of these logs that nobody was told; return how many pieces for players that is."""
        count = 0
        async for log_id, _ in _ends_of_logs(self._logs.engine, None, since):
            if not kind.owns(log_id):
                continue
            try:
                marks = [mark async for mark in self._marks(kind, log_id, since, until)]
            except LogUnavailableError as error:
                raise unavailable() from error
            except Exception as error:  # A log that cannot be read does not keep others from being compared.
                log.warning("%s cannot be compared with own streams: %s", log_id, describe(error))
                continue
            for mark, hash_ in marks:
                news = {
                    player: [fact.fact for fact in facts]
                    for player, facts in decode_news(mark.news).items()
                    if (player, hash_) not in told and (player, stand_in(log_id, mark.seq)) not in told
                }
                news = {player: list(news[player]) for player in await self._not_forgotten(news)}
                if news and await self._leave(mark, canonical_json(cast("JsonValue", news))):
                    count += len(news)
        return count

    async def _marks(
        self, kind: ListedKind[Any], log_id: str, since: str, until: str
    ) -> AsyncIterator[tuple[Mark, str]]:
        """Yield the marks of a log's entries in this time, with the hashes of the entries."""
        entries, pace = await self._logs.log.read(log_id), Pace()
        if not entries or entries[0].archived or not kind.begins(entries[0]):
            return
        live = kind.fold(entries[:1], b"")
        before, step = None, Step(entries[0], tuple(live.facts_for(0, HOST)), live.state)
        for entry in entries:
            if entry.seq > 1:
                before, step = live.state, live.next_step(entry)
                live.take(step)
            if since < entry.at <= until:
                for mark in kind.marks(before, step):
                    if mark.seq:
                        yield mark, entry.hash
            await pace.rest()

    async def _not_forgotten(self, players: Collection[str]) -> list[str]:
        gone = select(_forgotten.c.player_id).where(_forgotten.c.player_id.in_(players))
        forgotten = set((await fetch(self._logs.engine, gone)).scalars()) if players else set()
        return [player for player in players if player not in forgotten]

    async def _leave(self, mark: Mark, news: str) -> bool:
        """Leave a mark; False if there is one, so the news still waits."""
        row = {"log_id": mark.log_id, "seq": mark.seq, "due_at": mark.due_at, "news": news}
        left = await execute(self._logs.engine, self._insert(_marks, row).on_conflict_do_nothing())
        return bool(left.rowcount)

    def _insert(self, table: Table, row: Mapping[str, Any]) -> Any:  # noqa: ANN401  # of either dialect
        insert = postgresql.insert if self._logs.engine.dialect.name == "postgresql" else sqlite.insert
        return insert(table).values(**row)


async def _epoch_of(database: Database) -> str:
    """Return the epoch of a database, which the first connection finds."""
    if not database.log.epoch:
        try:
            await database.log.read("", 0, 1)
        except LogUnavailableError as error:
            raise unavailable() from error
    return database.log.epoch


async def _ends_of_logs(database: AsyncEngine, before: str | None, since: str = "") -> AsyncIterator[tuple[str, str]]:
    """Yield all logs with an entry since a time, and when the last one was appended, or the last one before a time."""
    last, at = "", func.max(_entries.c.at)
    while True:
        some = select(_entries.c.log_id, at).where(_entries.c.log_id > last)
        if before is not None:
            some = some.where(_entries.c.at < before)
        found = (
            await fetch(database, some.group_by(_entries.c.log_id).order_by(_entries.c.log_id).limit(_AT_ONCE))
        ).all()
        for log_id, newest in found:
            if newest >= since:
                yield log_id, newest
        if len(found) < _AT_ONCE:
            return
        last = found[-1][0]


def _hashes(cause: HandedOn, hashes: Mapping[tuple[str, int], str]) -> Collection[str]:
    """Return the hashes by which an entry of this place is the cause; an earlier server noted only the place."""
    if cause.hash == stand_in(cause.source, cause.entry):
        return list(hashes.values())
    return [cause.hash]


def _portions(some: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for first in range(0, len(some), _ROWS_AT_ONCE):
        yield some[first : first + _ROWS_AT_ONCE]
