"""Appends with an unknown result: listeners are told eventually if the entry was written."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

import pytest

from server.logs.aggregates import turn
from server.logs.store.contract import Append, LogUnavailableError, Verdict
from server.matches.match import Match
from server.matches.repository import MatchRepository
from tests.server.stores import PassingStore
from tests.server.world import World, running_world
from tests.waiting import patiently

FOUR = {"type": "cast", "spell": "4"}


class _Unanswered(PassingStore):
    """A store that reports one commit as failed, and writes it when allowed."""

    def __init__(self, world: World) -> None:
        super().__init__(world.app.state.server.log._store)
        world.app.state.server.log._store = self
        self.may_be_written = asyncio.Event()
        self.written: asyncio.Task[list[Verdict]] | None = None

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        if self.written is not None:
            return await super().commit(batch)
        self.written = asyncio.create_task(self._write(batch))
        if self.may_be_written.is_set():
            await self.written
        raise LogUnavailableError("the answer was lost")

    async def _write(self, batch: Sequence[Append]) -> list[Verdict]:
        await self.may_be_written.wait()
        return await super().commit(batch)


async def test_a_stream_is_told_what_was_written_though_its_append_was_reported_failed(database_url: str) -> None:
    """Without any other call that would read the log."""
    async with running_world(database_url) as world:
        ada, _, match_id = await world.ada_and_bo()
        store = _Unanswered(world)
        store.may_be_written.set()

        async with ada.stream(match_id) as stream:
            await ada.submit(match_id, 1, FOUR, expect=503)
            told = await stream.until("submitted")

    assert told


async def test_a_stream_is_told_what_is_written_long_after_it_was_reported_failed(postgres_url: str) -> None:
    """As when a commit waits for a standby that is away. Only its own notice tells of it."""
    async with running_world(postgres_url) as world:
        ada, _, match_id = await world.ada_and_bo()
        store = _Unanswered(world)

        async with ada.stream(match_id) as stream:
            await ada.submit(match_id, 1, FOUR, expect=503)
            assert (await ada.view(match_id))["submission"] is None
            store.may_be_written.set()
            told = await stream.until("submitted")

    assert told


async def test_calls_wait_for_a_blocked_match_only_for_a_bounded_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All calls together, not each for its own time after the previous one."""
    monkeypatch.setattr(turn, "_SECONDS", 0.2)
    async with running_world(sqlite_url) as world:
        ada, bo, match_id = await world.ada_and_bo()
        store = _Held(world)
        first = asyncio.create_task(ada.submit(match_id, 1, FOUR))
        await patiently(store.begun.wait())

        waiting = (bo.submit(match_id, 1, {"type": "cast", "spell": spell}, expect=503) for spell in "12345678")
        refused = await patiently(asyncio.gather(*waiting))
        store.may_go_on.set()
        await first

    assert {answer["code"] for answer in refused} == {"too_busy"}


class _Held(PassingStore):
    """A store whose commits wait until released."""

    def __init__(self, world: World) -> None:
        super().__init__(world.app.state.server.log._store)
        world.app.state.server.log._store = self
        self.begun, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        self.begun.set()
        await self.may_go_on.wait()
        return await super().commit(batch)


async def test_a_match_that_is_read_while_it_is_created_is_in_memory_once(sqlite_url: str) -> None:
    """Two copies of one match would each notify only their own listeners of their own entries."""
    async with running_world(sqlite_url) as world:
        ada = await world.player("Ada")
        store = _Reading(world)

        match_id = (await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
        matches = world.app.state.server.streams.repository
        created = await matches.get(match_id)
        store.may_go_on.set()
        assert store.reading is not None

        assert await store.reading is created


class _Reading(PassingStore):
    """A store in which a match is read as soon as it is written, slowly."""

    def __init__(self, world: World) -> None:
        super().__init__(world.app.state.server.log._store)
        world.app.state.server.log._store = self
        self._repository: MatchRepository = world.app.state.server.streams.repository
        self._begun, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.reading: asyncio.Task[Match] | None = None

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        verdicts = await super().commit(batch)
        self.reading = asyncio.create_task(self._repository.get(batch[0].entry.log_id))
        await self._begun.wait()
        return verdicts

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        self._begun.set()
        await self.may_go_on.wait()
        return await super().seeds(match_ids)
