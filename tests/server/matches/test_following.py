"""Matches in memory follow their logs, even if notices arrive during a read, or callers go away."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from random import Random

import pytest

from engines.kit import SPECTATOR
from server.aggregates import following
from server.aggregates.memory import Recent
from server.log.contract import Append, BrokenLogError, Continuation, Log, Told
from server.log.entry import Entry, Head
from server.matches.bot_pace import BotPace
from server.matches.repository import MatchKind, MatchRepository
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.stores import Ear
from tests.server.world import FakeClock
from tests.waiting import patience, patiently


class _Shelf:
    """The log of one match, to which others append; each read waits until it is released."""

    hears = True

    def __init__(self) -> None:
        self.duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": 600})
        self.duel.start()
        self.looks: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def append(self, append: Append) -> None:
        raise AssertionError("others write")

    def hand_over(self, append: Append, told: Told) -> None:
        raise AssertionError("others write")

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        found = self.duel.log[after:][:limit]
        await self._wait_for_release()
        return found

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        found: dict[str, Continuation] = {match_id: self.duel.log[head.seq :] for match_id, head in heads.items()}
        await self._wait_for_release()
        return found

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return dict.fromkeys(match_ids, self.duel.seed)

    def grow(self) -> dict[str, int]:
        self.duel.say("a", "table", "Well?")
        return {self.duel.match_id: len(self.duel.log)}

    async def look(self) -> asyncio.Event:
        """Return the next read of the log, which continues once this event is set."""
        return await patiently(self.looks.get())

    async def _wait_for_release(self) -> None:
        may_go_on = asyncio.Event()
        self.looks.put_nowait(may_go_on)
        await may_go_on.wait()


def _repository(log: Log) -> MatchRepository:
    return MatchRepository(MatchKind(BotPace(0)), log, FakeClock(), Recent(1, 10**9))


async def test_entries_heard_of_during_a_read_are_read_directly_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are only for a database that does not answer: all streams would wait for them."""
    monkeypatch.setattr(following, "_RETRY_SECONDS", 3600)
    shelf = _Shelf()
    repository, ear = _repository(shelf), Ear()
    getting = asyncio.create_task(repository.get(shelf.duel.match_id))
    (await shelf.look()).set()
    repository.listen(await getting, SPECTATOR, ear)

    repository.hear(shelf.grow())
    first = await shelf.look()
    repository.hear(shelf.grow())
    first.set()
    (await shelf.look()).set()
    async with patience():
        while len(ear.heard) < 2:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)

    assert len(ear.heard) == 2


async def test_entries_missed_during_a_read_are_read_even_if_the_first_caller_has_gone() -> None:
    shelf = _Shelf()
    repository = _repository(shelf)
    first = asyncio.create_task(repository.get(shelf.duel.match_id))
    reading = await shelf.look()
    shelf.grow()
    repository.hear(None)
    second = asyncio.create_task(repository.get(shelf.duel.match_id))
    await asyncio.sleep(0)
    first.cancel()

    reading.set()
    live = await patiently(second)
    (await shelf.look()).set()
    async with patience():
        while live.behind:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)

    assert list(live.entries) == shelf.duel.log


class _Logs:
    """The logs of many matches, to which others append; the broken ones cannot be read, and failures come first."""

    hears = True

    def __init__(self, duels: list[Scribe]) -> None:
        self.duels = {duel.match_id: duel for duel in duels}
        self.broken: set[str] = set()
        self.failures: list[Exception] = []

    async def append(self, append: Append) -> None:
        raise AssertionError("others write")

    def hand_over(self, append: Append, told: Told) -> None:
        raise AssertionError("others write")

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self.duels[match_id].log[after:][:limit]

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        if self.failures:
            raise self.failures.pop()
        return {
            match_id: BrokenLogError("?") if match_id in self.broken else self._log(match_id)[head.seq :]
            for match_id, head in heads.items()
        }

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return {match_id: duel.seed for match_id, duel in self.duels.items() if match_id in match_ids}

    def _log(self, match_id: str) -> list[Entry]:
        return self.duels[match_id].log if match_id in self.duels else []


def _duels(count: int) -> list[Scribe]:
    duels = [Scribe("wizards_duel", "colosseum", random=Random(seed)) for seed in range(count)]
    for duel in duels:
        duel.start()
    return duels


async def _follow(logs: _Logs, followed: list[str]) -> None:
    """Load all matches, append to each, and wait until these are up to date."""
    repository = _repository(logs)
    lives = {match_id: await repository.get(match_id) for match_id in logs.duels}
    for duel in logs.duels.values():
        duel.say("a", "table", "Well?")
    repository.hear({match_id: len(duel.log) for match_id, duel in logs.duels.items()})
    async with patience():
        while any(lives[match_id].behind for match_id in followed):  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
    assert all(list(lives[match_id].entries) == logs.duels[match_id].log for match_id in followed)


async def test_a_match_that_cannot_be_read_does_not_delay_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_RETRY_SECONDS", 3600)
    logs = _Logs(_duels(20))
    broken, *others = logs.duels
    logs.broken.add(broken)

    await _follow(logs, others)


async def test_matches_are_followed_again_after_an_unforeseen_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_RETRY_SECONDS", 0)
    logs = _Logs(_duels(2))
    logs.failures.append(KeyError())

    await _follow(logs, list(logs.duels))


async def test_many_logs_are_read_ahead_with_one_query_and_a_broken_one_is_left_to_its_callers() -> None:
    logs = _Logs(_duels(5))
    broken, *others = logs.duels
    logs.broken.add(broken)
    repository = _repository(logs)
    known = await repository.get(others[0])

    read = await repository.read_ahead([*logs.duels, "0" * 26])
    logs.failures.append(KeyError())  # A second query would fail.

    assert {live.log_id for live in read} == set(others)
    assert known in read
    for live in read:
        assert await repository.get(live.log_id) is live
        assert list(live.entries) == logs.duels[live.log_id].log


async def test_the_first_who_looks_sees_what_everyone_sees_later() -> None:
    """The facts that were decoded to read the log serve the first viewer; later ones decode their own."""
    logs = _Logs(_duels(1))
    (duel,) = logs.duels.values()
    duel.say("a", "table", "Well?")
    (live,) = await _repository(logs).read_ahead(list(logs.duels))

    await live.prepare(SPECTATOR)
    first = live.projection(SPECTATOR)
    again = duel.live.projection(SPECTATOR)

    assert first.game == again.game
    assert first.channels == again.channels
    assert first.cursor == again.cursor
