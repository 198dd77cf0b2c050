"""Matches in memory are read from their logs and follow them, whatever arrives, or whoever goes away, meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from random import Random

import pytest

from engines.kit import SPECTATOR
from server.logs.aggregates import following
from server.logs.store.contract import BrokenLogError, Continuation
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
