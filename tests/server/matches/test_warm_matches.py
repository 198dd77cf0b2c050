"""The database cost of a match in play: one commit per submission, and no query."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.engine import Engine

from server.logs.store.contract import Append, Continuation, Store, Verdict
from server.logs.store.entry import Entry, Head
from server.runtime.background import every, keep_running
from tests.server.stores import PassingStore
from tests.server.world import World


class CountingStore(PassingStore):
    """A store that records its calls."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.asked: list[str] = []
        self.written: list[list[str]] = []

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        self.asked.append("commit")
        self.written += [[entry.kind for entry in (append.entry, *append.then)] for append in batch]
        return await super().commit(batch)

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        self.asked.append("read")
        return await super().read(match_id, after, limit)

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        self.asked.append("read on")
        return await super().read_on(heads)

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        self.asked.append("seeds")
        return await super().seeds(match_ids)


def _is_a_look() -> bool:
    """Whether the current task is one of those that look for work after every write."""
    task = asyncio.current_task()
    coroutine = None if task is None else task.get_coro()
    return getattr(coroutine, "__name__", "") in (every.__name__, keep_running.__name__)


@contextmanager
def _counted_queries() -> Iterator[list[str]]:
    queries: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if not _is_a_look() and statement != "BEGIN":
            queries.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield queries
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_a_submission_to_a_warm_match_is_one_commit_and_no_query(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo()
    for player in (ada, bo):
        await player.view(match_id)
    log = world.app.state.server.log
    log._store = store = CountingStore(log._store)

    with _counted_queries() as queries:
        await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
        await bo.submit(match_id, 1, {"type": "cast", "spell": "5"})
        await ada.view(match_id)
        await bo.events(match_id)

    assert (store.asked, queries) == (["commit", "commit"], [])


async def test_the_last_submission_of_a_phase_closes_it_in_the_same_commit(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo(pace="eager")
    log = world.app.state.server.log
    log._store = store = CountingStore(log._store)

    await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
    last = await bo.submit(match_id, 1, {"type": "cast", "spell": "5"})

    assert store.written[:2] == [["submitted"], ["submitted", "resolved"]]
    told = await bo.events(match_id)
    assert last["cursor"] == told[-2]["cursor"]
    assert (await ada.view(match_id))["phase"]["number"] == 2
