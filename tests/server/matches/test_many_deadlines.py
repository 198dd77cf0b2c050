"""Deadlines of more matches than one sweep handles."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

from server.app import create_app
from server.logs.store.contract import Append
from server.logs.store.opening import open_store
from server.logs.store.replica import Replica
from server.matches.lists.directory import Directory
from server.matches.lists.listings import summarise
from server.runtime.database.connection import open_engine
from server.runtime.settings import Settings
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.world import FakeClock
from tests.waiting import patience

_MATCHES = 501
"""One more than a sweep takes."""


async def test_a_full_sweep_is_followed_by_another_without_waiting(sqlite_url: str) -> None:
    """
    After an outage thousands of phases may be overdue; none of them may wait for the next sweep.
    """
    clock = FakeClock()
    await _write_overdue(sqlite_url, clock)
    engine = open_engine(sqlite_url)
    directory = Directory(engine, Replica(sqlite_url, engine, None))
    assert len(await directory.overdue(clock.now(), _MATCHES)) == _MATCHES
    app = create_app(Settings(database=sqlite_url, sweep_seconds=3600), clock)

    async with app.router.lifespan_context(app), patience():
        while await directory.overdue(clock.now(), 1):  # noqa: ASYNC110  # The server gives no sign of it.
            await asyncio.sleep(0.01)

    await engine.dispose()


async def _write_overdue(url: str, clock: FakeClock) -> None:
    """Write duels in their first phase, whose deadline passed long ago."""
    duels = [Scribe("wizards_duel", "colosseum", bots=("a", "b"), random=Random(number)) for number in range(_MATCHES)]
    for duel in duels:
        duel.start()
        closes_at = duel.live.state.closes_at
        assert closes_at is not None
        assert closes_at < clock.now() - timedelta(days=1)
    store = open_store(url)
    for at, seed in ((0, bytes(32).hex()), (1, None)):
        batch = [Append(duel.log[at], summarise(duel.live.state, duel.now), seed=seed) for duel in duels]
        assert set(await store.commit(batch)) == {"appended"}
    await store.close()
