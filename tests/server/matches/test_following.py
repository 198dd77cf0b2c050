"""Matches in memory are read from their logs and follow them, whatever arrives, or whoever goes away, meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from random import Random

import pytest

from engines.kit import SPECTATOR
from server.access.errors import UnavailableError
from server.logs.aggregates import following
from server.logs.store.contract import Append, BrokenLogError, Continuation, LostTailError
from server.logs.store.entry import Entry, Head
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.matches.logs import Shelf, WrittenByOthers, chatty, repository_of
from tests.server.stores import Ear
from tests.waiting import patience, patiently


class _Shelf(Shelf):
    """The log of one match, to which others append; each read waits until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    def grow(self) -> dict[str, int]:
        self.duel.say("a", "table", "Well?")
        return {self.match_id: len(self.duel.log)}

    async def look(self) -> asyncio.Event:
        """Return the next read of the log, which continues once this event is set."""
        return await patiently(self.looks.get())

    async def before_answer(self) -> None:
        may_go_on = asyncio.Event()
        self.looks.put_nowait(may_go_on)
        await may_go_on.wait()


async def test_entries_heard_of_during_a_read_are_read_directly_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are only for a database that does not answer: all streams would wait for them."""
    monkeypatch.setattr(following, "_RETRY_SECONDS", 3600)
    shelf = _Shelf()
    repository, ear = repository_of(shelf), Ear()
    getting = asyncio.create_task(repository.get(shelf.match_id))
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
    repository = repository_of(shelf)
    first = asyncio.create_task(repository.get(shelf.match_id))
    reading = await shelf.look()
    shelf.grow()
    repository.hear(None)
    second = asyncio.create_task(repository.get(shelf.match_id))
    await asyncio.sleep(0)
    first.cancel()

    reading.set()
    live = await patiently(second)
    (await shelf.look()).set()
    async with patience():
        while live.behind:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)

    assert list(live.entries) == shelf.duel.log


class _Logs(WrittenByOthers):
    """The logs of many matches, to which others append; the broken ones cannot be read, and failures come first."""

    def __init__(self, duels: list[Scribe]) -> None:
        self.duels = {duel.match_id: duel for duel in duels}
        self.broken: set[str] = set()
        self.failures: list[Exception] = []

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
    repository = repository_of(logs)
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


class _CutLogs(_Logs):
    """Logs that can lose their ends; reads of the first one wait."""

    def __init__(self, duels: list[Scribe]) -> None:
        super().__init__(duels)
        self.stored = {duel.match_id: list(duel.log) for duel in duels}
        self.first = duels[0].match_id
        self.reads_first, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def append(self, append: Append) -> None:
        self.stored[append.entry.log_id].append(append.entry)

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self.stored[match_id][after:][:limit]

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        if self.first in heads:
            self.reads_first.set()
            await self.may_go_on.wait()
        return {match_id: self._continuation(match_id, head) for match_id, head in heads.items()}

    def _continuation(self, match_id: str, head: Head) -> Continuation:
        log = self.stored[match_id]
        is_there = len(log) >= head.seq and log[head.seq - 1].head == head
        return log[head.seq :] if is_there else LostTailError(match_id)


async def test_only_what_is_missing_in_the_copy_that_is_used_is_lost() -> None:
    """
    A copy was found to be longer than its log, and discarded, while it was still to be followed. Its successor, which
    is to be followed too, has lost nothing.
    """
    logs = _CutLogs(_duels(20))
    repository = repository_of(logs, most=100)
    _, *before = [await repository.get(match_id) for match_id in logs.duels]
    repository.hear({logs.first: 1000})
    await patiently(logs.reads_first.wait())
    repository.hear({live.log_id: 1000 for live in before})

    for live in before:
        logs.stored[live.log_id].pop()
        with pytest.raises(UnavailableError):
            await repository.refresh(live)
    after = [await repository.get(live.log_id) for live in before]
    logs.may_go_on.set()
    for grown_to in (2000, 3000):  # When it is read a second time, what was read of the others is applied.
        logs.reads_first.clear()
        repository.hear({logs.first: grown_to})
        await patiently(logs.reads_first.wait())

    assert all(live.given_up for live in before)
    assert not any(live.given_up for live in after)


async def test_nobody_follows_a_copy_that_was_discarded_since_it_was_returned() -> None:
    """There would be no events, and nothing would end it."""
    logs = _CutLogs(_duels(1))
    logs.may_go_on.set()
    repository = repository_of(logs)
    live = await repository.get(logs.first)

    repository.hear(None)
    with pytest.raises(UnavailableError):
        repository.listen(live, SPECTATOR, Ear())
    logs.stored[logs.first].pop()
    with pytest.raises(UnavailableError):
        await repository.refresh(live)
    with pytest.raises(UnavailableError):
        repository.listen(live, SPECTATOR, Ear())
    repository.listen(await repository.get(logs.first), SPECTATOR, Ear())


async def test_many_logs_are_read_ahead_with_one_query_and_a_broken_one_is_left_to_its_callers() -> None:
    logs = _Logs(_duels(5))
    broken, *others = logs.duels
    logs.broken.add(broken)
    repository = repository_of(logs)
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
    (live,) = await repository_of(logs).read_ahead(list(logs.duels))

    await live.prepare(SPECTATOR)
    first = live.projection(SPECTATOR)
    again = duel.live.projection(SPECTATOR)

    assert first.game == again.game
    assert first.channels == again.channels
    assert first.cursor == again.cursor


async def test_others_have_their_turn_while_a_long_match_is_read() -> None:
    """
    Ten thousand messages take a fifth of a second to fold; no phase of another match may close later because of it.
    """
    shelf = Shelf(chatty(1000))
    turns = 0

    reading = asyncio.create_task(repository_of(shelf).get(shelf.match_id))
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)

    live = await reading
    assert list(live.entries) == shelf.duel.log
    assert turns >= 5
