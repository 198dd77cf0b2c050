"""Marks are handed on exactly once and in order, whatever fails in between, and to whichever database."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from server.access import codes
from server.access.errors import UnavailableError
from server.logs.aggregates.memory import Recent
from server.logs.aggregates.schedule import Due, Scheduler
from server.logs.store.contract import Mark
from server.logs.store.entry import Head
from server.logs.store.opening import open_store
from server.logs.store.writer import GroupCommit
from server.matches.match import Match
from server.matches.play.reminders import near_deadline
from server.notifications.news import handing_on
from server.notifications.news.handing_on import HandingOn
from server.notifications.news.inbox import OWNER, Cause
from server.notifications.news.inboxes import Inboxes
from server.notifications.news.marks import Left, Marks
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import MatchRow
from tests.server.world import Client, World

MATCHES = MatchRow.__table__.c.match_id


class _FailingInboxes(Inboxes):
    """Inboxes that cannot tell some players anything, and say when they tell somebody something."""

    failing: frozenset[str] = frozenset()
    on_appending: Callable[[], None] | None = None
    at_most: int | None = None

    async def append(self, player_id: str, causes: Sequence[Cause]) -> None:
        if player_id in self.failing:
            raise UnavailableError(codes.DATABASE_UNAVAILABLE, "not now")
        if self.on_appending is not None:
            self.on_appending()
        if self.at_most is not None:
            self.at_most -= 1
            if self.at_most < 0:
                raise UnavailableError(codes.DATABASE_UNAVAILABLE, "not now")
        await super().append(player_id, causes)


class _ForgetfulMarks(Marks):
    """Marks of a process that is killed before it clears them."""

    async def clear(self, told: Sequence[Mark]) -> None:
        """Do nothing."""


@dataclass
class _Elsewhere:
    """Own streams in another database than the matches of a world, whose server hands nothing on by itself."""

    world: World
    inboxes: _FailingInboxes
    marks: Marks

    async def hand_on(self, marks: Marks | None = None, *, stopped_while_appending: bool = False) -> None:
        """Sweep as another process does, after the one that wrote the marks has had its time."""
        world = self.world
        repository = world.app.state.server.streams.repository
        marks = marks or self.marks
        note = world.app.state.server.push.followers.note
        work: HandingOn[Match] = HandingOn(repository, marks, self.inboxes, near_deadline, note, world.clock)
        self.inboxes.on_appending = work.stop if stopped_while_appending else None
        activity = world.app.state.server.activity
        schedule = Scheduler(repository, work, self.marks, world.clock, random.Random(1), activity)
        world.clock.advance(1)
        await schedule.sweep()
        await schedule.stop()

    async def told(self, player: Client) -> list[str]:
        live = await self.inboxes.at(player.player_id, 0)
        return [fact.type for at in range(1, len(live.entries)) for fact in live.entries.facts_for(at, OWNER)]

    async def marks_left(self) -> int:
        return len(await self.marks.of([due.log_id for due in await self._overdue()], self.world.clock.now()))

    async def left(self) -> int:
        return len(await self._overdue())

    async def _overdue(self) -> Sequence[Due]:
        return await self.marks.overdue(self.world.clock.now(), 100)


@pytest.fixture
async def elsewhere(world: World, sqlite_template: Path, tmp_path: Path) -> AsyncIterator[_Elsewhere]:
    await world.handing_on.stop()
    database = open_engine(f"sqlite:///{tmp_path / 'moirai.db'}")
    async with _inboxes(f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path / 'other.db')}", world) as inboxes:
        yield _Elsewhere(world, inboxes, Marks(database, MATCHES))
    repository = world.app.state.server.streams.repository
    repository.watchers.append(world.handing_on._watch)  # the server stops it again
    repository.when_followed.append(world.handing_on._queue.prefer)
    await database.dispose()


@asynccontextmanager
async def _inboxes(url: str, world: World) -> AsyncIterator[_FailingInboxes]:
    store, engine = open_store(url), open_engine(url)
    async with GroupCommit(store) as log:
        yield _FailingInboxes(log, engine, world.clock, Recent(100, 10**8))
    await store.close()
    await engine.dispose()


BEGUN = ["invited", "seated", "match_begun", "awaited"]


async def test_marks_of_more_logs_than_a_batch_are_handed_on(elsewhere: _Elsewhere) -> None:
    """After a deadline of thousands of matches, each is in some batch."""
    ada, bo = await elsewhere.world.player("Ada"), await elsewhere.world.player("Bo")
    for _ in range(17):
        await elsewhere.world.duel(ada, bo)

    await elsewhere.hand_on()

    assert sorted(await elsewhere.told(bo)) == sorted(17 * BEGUN)
    assert await elsewhere.left() == 0


async def test_the_logs_that_have_waited_longest_are_handed_on_first(elsewhere: _Elsewhere) -> None:
    """Else a busy server would let some wait until the load falls."""
    batches: list[list[str]] = []

    class Noting(Marks):
        async def of(self, log_ids: Collection[str], now: datetime) -> list[Left]:
            batches.append(sorted(log_ids))
            return []

    world = elsewhere.world
    repository = world.app.state.server.streams.repository
    note = world.app.state.server.push.followers.note
    marks = Noting(elsewhere.marks._database, MATCHES)
    work: HandingOn[Match] = HandingOn(repository, marks, elsewhere.inboxes, near_deadline, note, world.clock)
    ids = [f"{number:03}" for number in range(100)]
    random.Random(1).shuffle(ids)
    logs = [cast("Match", SimpleNamespace(log_id=log_id, head=Head(1, ""), has_news=True)) for log_id in ids]

    planned = [work.plan(live, world.clock.now()) for live in logs]
    await asyncio.gather(*(at_once for next_work in planned for _, at_once in next_work.at_once))

    assert batches == [sorted(ids[first : first + 32]) for first in range(0, 100, 32)]


async def test_marks_are_cleared_as_soon_as_their_news_is_told(
    elsewhere: _Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an outage there may be more of one match than a stream remembers; then the rest fails, or is killed."""
    monkeypatch.setattr(handing_on, "_MARKS_AT_ONCE", 1)
    _, bo, _ = await elsewhere.world.ada_and_bo()
    marks = await elsewhere.marks_left()
    elsewhere.inboxes.at_most = 2

    await elsewhere.hand_on()
    left = await elsewhere.marks_left()
    elsewhere.inboxes.at_most = None
    await elsewhere.hand_on()

    assert 0 < left < marks
    assert await elsewhere.told(bo) == BEGUN
    assert await elsewhere.left() == 0


async def test_what_was_told_and_not_cleared_is_not_told_again(elsewhere: _Elsewhere) -> None:
    _, bo, _ = await elsewhere.world.ada_and_bo()

    for _ in range(3):
        await elsewhere.hand_on(_ForgetfulMarks(elsewhere.marks._database, MATCHES))
    left = await elsewhere.left()
    await elsewhere.hand_on()

    assert left > 0
    assert await elsewhere.told(bo) == BEGUN
    assert await elsewhere.left() == 0


async def test_a_player_who_cannot_be_told_hears_everything_later_in_order(elsewhere: _Elsewhere) -> None:
    """The others are told meanwhile, and once."""
    world = elsewhere.world
    ada, bo = await world.player("Ada"), await world.player("Bo")
    elsewhere.inboxes.failing = frozenset({bo.player_id})
    match_id = await world.duel(ada, bo)
    await elsewhere.hand_on()
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await elsewhere.hand_on()
    told_meanwhile = await elsewhere.told(ada), await elsewhere.told(bo)

    elsewhere.inboxes.failing = frozenset()
    await elsewhere.hand_on()

    assert told_meanwhile == (["seated", "match_begun", "awaited", "match_over"], [])
    assert await elsewhere.told(ada) == told_meanwhile[0]
    assert await elsewhere.told(bo) == [*BEGUN, "match_over"]
    assert await elsewhere.left() == 0


async def test_a_server_that_stops_leaves_what_waits_to_others(elsewhere: _Elsewhere) -> None:
    """A server with the news of thousands of matches to hand on must not take minutes to stop."""
    ada, bo = await elsewhere.world.player("Ada"), await elsewhere.world.player("Bo")
    for _ in range(3):
        await elsewhere.world.duel(ada, bo)

    await elsewhere.hand_on(stopped_while_appending=True)
    heard = await elsewhere.told(bo)
    await elsewhere.hand_on()

    assert 0 < len(heard) < len(3 * BEGUN)
    assert sorted(await elsewhere.told(bo)) == sorted(3 * BEGUN)
    assert await elsewhere.left() == 0
