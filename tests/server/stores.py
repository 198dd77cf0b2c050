"""Stores and listeners for tests that observe, or break, one operation of a real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager

from server.logs.aggregates.events import CutOff, Event
from server.logs.store.contract import Append, Continuation, Hear, Held, Store, Verdict
from server.logs.store.entry import Entry, Head
from server.logs.store.opening import open_store
from server.matches.state import MatchState


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open the store of a database, and close it in the end."""
    store = open_store(url)
    try:
        yield store
    finally:
        await store.close()


class PassingStore:
    """A store that forwards every call."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        return await self.store.commit(batch)

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self.store.read(match_id, after, limit)

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self.store.read_on(heads)

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return await self.store.seeds(match_ids)

    async def try_writing(self) -> None:
        await self.store.try_writing()

    async def listen(self, hear: Hear, held: Held) -> None:
        await self.store.listen(hear, held)

    @property
    def hears(self) -> bool:
        return self.store.hears

    @property
    def epoch(self) -> str:
        return self.store.epoch

    async def close(self) -> None:
        await self.store.close()


class SlowStore(PassingStore):
    """A store whose commits wait until released."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.begun, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        self.begun.set()
        await self.may_go_on.wait()
        return await super().commit(batch)


class Ear:
    """Records all that a viewer is told, and why it ended."""

    def __init__(self, heard: list[str] | None = None) -> None:
        self.heard: list[str] = [] if heard is None else heard
        self.cut: CutOff | None = None

    def deliver(self, event: Event) -> None:
        self.heard.append(event.text())

    def recheck(self, state: MatchState) -> bool:
        return True

    def cut_off(self, why: CutOff) -> None:
        self.cut = why
