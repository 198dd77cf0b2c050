"""A log of which entries were redacted is read again, whatever is under way, and nothing of it stays in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

import pytest

from engines.kit import SPECTATOR
from server.access.errors import RefusedError
from server.logs.store.entry import Entry
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.runtime import time_slices
from tests.secrecy.verifiers.scribe import Scribe
from tests.secrecy.verifiers.test_redactions import without
from tests.server.matches.logs import Shelf, repository_of
from tests.server.stores import Ear
from tests.waiting import patience


class _Shelf(Shelf):
    """A log that others redact; its reads wait as long as it is not `open`."""

    def __init__(self) -> None:
        super().__init__(Scribe("wizards_duel", "archwizard"))
        self.duel.take("a", "Zzyzx")
        self.duel.start()
        self.duel.say("a", "table", "Well?")
        self.entries: Sequence[Entry] = self.duel.log
        self.open = asyncio.Event()
        self.open.set()
        self.reads = 0

    def stored(self) -> Sequence[Entry]:
        return self.entries

    async def before_answer(self) -> None:
        await self.open.wait()

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        self.reads += 1
        return await super().read(match_id, after, limit)

    def redact(self) -> None:
        self.entries = without(self.duel.log, "Zzyzx")


def _texts(live: Match) -> str:
    entries = "".join(entry.as_line() for entry in live.entries)
    return entries + repr(live.state) + repr(vars(live.projection_so_far(SPECTATOR)))


async def test_a_copy_takes_over_what_is_read_again_and_disconnects_its_listeners() -> None:
    shelf = _Shelf()
    repository, ear, later = repository_of(shelf, 10), Ear(), Ear()
    live = await repository.get(shelf.match_id)
    repository.listen(live, SPECTATOR, ear)
    await live.projection_at(SPECTATOR, 1)
    assert "Zzyzx" in _texts(live)

    shelf.redact()
    await repository.renew(shelf.match_id)

    assert (ear.cut, ear.heard) == ("redacted", [])
    assert await repository.get(shelf.match_id) is live
    assert list(live.entries) == shelf.entries
    assert live.head == shelf.duel.log[-1].head
    repository.listen(live, SPECTATOR, later)
    assert "Zzyzx" not in _texts(live)
    assert "Well?" not in _texts(live)
    shelf.duel.say("a", "table", "Go on.")
    shelf.redact()
    repository.hear({shelf.match_id: len(shelf.entries)})
    async with patience():
        while not later.heard:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
    assert later.cut is None


async def test_what_is_being_read_meanwhile_is_read_once_more() -> None:
    shelf = _Shelf()
    repository = repository_of(shelf, 10)
    shelf.open.clear()
    one = asyncio.create_task(repository.get(shelf.match_id))
    many = asyncio.create_task(_repository_of_many(repository, shelf.match_id))
    while not shelf.reads:  # noqa: ASYNC110  # Nobody tells.
        await asyncio.sleep(0)

    shelf.redact()
    await repository.renew(shelf.match_id)
    shelf.open.set()

    live = await one
    assert shelf.reads == 2
    assert list(live.entries) == shelf.entries
    assert all(list(each.entries) == shelf.entries for each in await many)


async def _repository_of_many(repository: MatchRepository, match_id: str) -> Sequence[Match]:
    return await repository.read_ahead([match_id])


async def test_it_waits_for_a_command_under_way() -> None:
    """A step that is decided, but not applied, contains the state before it."""
    shelf = _Shelf()
    repository = repository_of(shelf, 10)
    live = await repository.get(shelf.match_id)
    shelf.redact()
    await live.turn.take()

    renewing = asyncio.create_task(repository.renew(shelf.match_id))
    for _ in range(20):
        await asyncio.sleep(0)
    assert "Zzyzx" in _texts(live)
    live.turn.pass_on()
    await renewing

    assert "Zzyzx" not in _texts(live)


async def test_who_prepares_a_projection_meanwhile_gets_that_of_the_new_log(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = _Shelf()
    for _ in range(20):
        shelf.duel.say("b", "table", "Well.")
    shelf.entries = shelf.duel.log
    repository = repository_of(shelf, 10)
    live = await repository.get(shelf.match_id)
    seconds = itertools.count()
    monkeypatch.setattr(time_slices, "perf_counter", lambda: next(seconds))  # each entry takes a whole slice
    preparing = asyncio.create_task(live.prepare(SPECTATOR))
    for _ in range(9):
        await asyncio.sleep(0)
    assert live.projection_so_far(SPECTATOR).cursor > 0
    monkeypatch.setattr(time_slices, "perf_counter", lambda: 0)  # and now nothing takes any time

    shelf.redact()
    await repository.renew(shelf.match_id)
    assert not preparing.done()
    await preparing

    assert live.is_ready(SPECTATOR)
    assert "Zzyzx" not in _texts(live)


async def test_a_log_that_was_deleted_leaves_memory() -> None:
    shelf = _Shelf()
    repository, ear = repository_of(shelf, 10), Ear()
    repository.listen(await repository.get(shelf.match_id), SPECTATOR, ear)

    shelf.entries = []
    await repository.renew(shelf.match_id)

    assert ear.cut == "redacted"
    assert repository.size == 0
    with pytest.raises(RefusedError):
        await repository.get(shelf.match_id)
