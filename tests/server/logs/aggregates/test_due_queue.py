"""Whose work is done first, when there is more than can be done at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from random import Random
from typing import Any, cast

import pytest

from engines.kit import seat_id
from server.access import codes
from server.access.errors import UnavailableError
from server.logs.aggregates.due_queue import DueQueue
from server.logs.aggregates.events import CutOff, Event
from server.logs.aggregates.schedule import Due, Scheduler
from server.matches.match import Match
from server.runtime.activity import Activity
from tests.server.world import Client, FakeClock, World

pytestmark = pytest.mark.one_server

AT_ONCE = 16
"""How many matches a process closes at the same time."""

MANY = 20


async def test_owners_take_turns_however_many_logs_they_have() -> None:
    queue = DueQueue()
    for number in range(10_000):
        queue.put(f"many {number}", "organiser")
    queue.put("single", "somebody")

    taken = queue.take(4)

    assert list(taken) == ["many 0", "single", "many 1", "many 2"]
    assert len(queue) == 9_997


async def test_a_log_that_somebody_follows_goes_before_all_others() -> None:
    queue = DueQueue()
    for number in range(10):
        queue.put(f"log {number}", "organiser")
    queue.prefer("log 7")
    queue.prefer("log 7")
    queue.prefer("no log of these")

    assert [*queue.take(1), *queue.take(2)] == ["log 7", "log 0", "log 1"]
    assert len(queue) == 7


async def test_one_of_those_that_are_taken_together_is_not_followed() -> None:
    """Else who follows enough of them would keep all others waiting."""
    queue = DueQueue()
    for number in range(20):
        queue.put(f"log {number}", "organiser")
    for number in range(10, 20):
        queue.prefer(f"log {number}")

    taken = [*queue.take(8)]

    assert taken == [*(f"log {number}" for number in range(10, 17)), "log 0"]


async def test_what_others_have_done_while_it_waited_is_not_read() -> None:
    """A process that stands in for another finds thousands of matches which that closes meanwhile."""
    repository, clock = _NothingInMemory(), FakeClock()
    activity = Activity(1, lambda: True)
    schedule = Scheduler[Match](cast("Any", repository), cast("Any", None), _OneIsDone(), clock, Random(1), activity)

    await schedule.do_overdue(clock.now())

    assert repository.read == ["due"]


async def test_a_log_that_is_due_twice_waits_once() -> None:
    queue = DueQueue()
    first, second = queue.put("log", "organiser"), queue.put("log", "organiser")

    taken = queue.take(8)
    third = queue.put("log", "organiser")

    assert taken == {"log": first}
    assert second is first
    assert third is not first


@pytest.mark.parametrize("found", ["by timers", "by a sweep"])
async def test_many_deadlines_of_one_host_do_not_keep_the_match_of_another_waiting(world: World, found: str) -> None:
    organiser, somebody = await world.players("Organiser", "Somebody")
    many = [await _duel(world, organiser, seconds=60) for _ in range(MANY)]
    single = await _duel(world, somebody, seconds=61)

    closed = await _close_all(world, timers=[*many, single] if found == "by timers" else [])

    assert len(closed) == MANY + 1
    assert closed.index(single) < AT_ONCE


async def test_a_match_that_somebody_follows_closes_before_those_that_nobody_looks_at(world: World) -> None:
    organiser = await world.player("Organiser")
    for _ in range(MANY):
        await _duel(world, organiser, seconds=60)
    followed = await _duel(world, organiser, seconds=61)

    async with organiser.stream(followed):
        closed = await _close_all(world)

    assert len(closed) == MANY + 1
    assert closed.index(followed) < AT_ONCE


async def test_what_waits_goes_forward_when_somebody_begins_to_follow_it(world: World) -> None:
    organiser = await world.player("Organiser")
    repository = world.app.state.server.match_logs.repository
    live = await repository.get(await _duel(world, organiser, seconds=60))
    preferred = list[str]()
    repository.when_followed.append(preferred.append)

    repository.listen(live, seat_id("a"), _Deaf())

    assert preferred == [live.log_id]


class _NothingInMemory:
    """A repository that notes what it reads, and cannot."""

    def __init__(self) -> None:
        self.watchers = self.when_followed = list[object]()
        self.unread = dict[str, object]()
        self.read: list[str] = []

    def holds(self, log_id: str) -> bool:
        return False

    def is_followed(self, log_id: str) -> bool:
        return False

    async def read_ahead(self, log_ids: Collection[str]) -> Sequence[object]:
        self.read += log_ids
        raise UnavailableError(codes.DATABASE_UNAVAILABLE, "not now")


class _OneIsDone:
    """Two logs are due, and then only one of them."""

    async def overdue(
        self, since: datetime, limit: int, behind: Due | None = None, among: Collection[str] | None = None
    ) -> list[Due]:
        return [Due("2040", log_id) for log_id in (("due", "done") if among is None else ("due",))]

    async def earliest(self) -> str | None:
        return None


class _Deaf:
    """A listener that takes no note of what it hears."""

    def deliver(self, event: Event) -> None: ...

    def recheck(self, state: object) -> bool:
        return True

    def cut_off(self, why: CutOff) -> None: ...


async def _duel(world: World, host: Client, seconds: int) -> str:
    """Start a duel of its host and a bot; return its id."""
    return await world.match("wizards_duel", host, {"a": host, "b": None}, {"cast_seconds": seconds})


class _InOrder(Random):
    """Chance that shuffles nothing: what was due first comes first."""

    def shuffle(self, x: object) -> None: ...


async def _close_all(world: World, timers: Sequence[str] = ()) -> list[str]:
    """Let all deadlines pass, and those timers ring; return the matches in the order in which their phases closed."""
    closed = list[str]()

    def note(live: Match) -> None:
        if live.state.phase is not None and live.state.phase.number == 2 and live.log_id not in closed:
            closed.append(live.log_id)

    world.app.state.server.match_logs.repository.watchers.append(note)
    world.schedule._random = _InOrder()
    world.clock.advance(90)
    await world.schedule._look_at(timers)
    await world.schedule.do_overdue(world.clock.now())
    return closed
