"""A server that nobody uses asks its database almost nothing, and still notices what others write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import httpx
from sqlalchemy import Engine, delete, event

from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from server.runtime.database.queries import execute
from server.runtime.database.tables import IdentityChange, TokenRow
from server.runtime.database.times import Now
from server.runtime.ids import new_id
from tests.postgres import running_postgres
from tests.server.counted_postgres import counted_postgres
from tests.server.world import World, running_world
from tests.simulated_time import Simulated, simulated
from tests.waiting import patience

_SETTLE_SECONDS = 90
_IDLE_MINUTES = 60
_CHECKPOINTS = 4

_QUIET_SECONDS = 2.0
"""Four times as long as the pause between two looks of a server in use."""


async def test_an_idle_server_falls_silent(database_url: str) -> None:
    async with _server(database_url) as (_, silent_for), patience():
        await _falls_silent(silent_for)


def test_in_an_hour_an_idle_server_gives_ten_statements_a_minute_at_most() -> None:
    """
    They check that others are heard, and end what is no longer kept; all else waits until it is written or due.

    The database checkpoints now and then, which is no write. It is of this test alone: others would write to it.
    """
    with running_postgres(durable=False) as postgres:
        url = postgres.url(postgres.create_database())
        migrate(url)

        given = simulated(_statements_of_idleness, url)

    assert given <= 10 * _IDLE_MINUTES


async def test_a_token_that_is_withdrawn_without_a_notice_is_refused_soon(database_url: str) -> None:
    """Servers of 0.2.0 give none, and no statement that somebody gives by hand."""
    async with _server(database_url) as (world, silent_for), patience():
        player = await world.player("Ada")
        await player.get("/v1/me")
        await _falls_silent(silent_for)
        engine = open_engine(database_url)
        change_id = new_id(world.clock.now())
        note = IdentityChange.__table__.insert().values(change_id=change_id, player_id=player.player_id, at=Now())
        await execute(engine, delete(TokenRow).where(TokenRow.__table__.c.player_id == player.player_id), note)
        await engine.dispose()

        while (await player.http.get("/v1/me")).status_code != httpx.codes.UNAUTHORIZED:  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # Nobody tells.


async def _statements_of_idleness(postgres_url: str, time: Simulated) -> int:
    """Return how many statements a server has given that was left alone."""
    async with counted_postgres(postgres_url) as (counted, url):
        time.is_busy = lambda: counted.is_busy
        async with running_world(url, sweep_seconds=0.5) as world:
            time.passed = world.clock.advance
            await (await world.player("Ada")).get("/v1/me")
            await asyncio.sleep(_SETTLE_SECONDS)
            before = counted.statements
            for _ in range(_CHECKPOINTS):
                connection = await asyncpg.connect(url)
                await connection.execute("CHECKPOINT")
                await connection.close()
                await asyncio.sleep(60 * _IDLE_MINUTES / _CHECKPOINTS)
            return counted.statements - before


@asynccontextmanager
async def _server(database_url: str) -> AsyncIterator[tuple[World, Callable[[], float]]]:
    """Run a server; also return a function that says for how many seconds its database was asked nothing."""
    asked_at = time.monotonic()

    def note(*_: object) -> None:
        nonlocal asked_at
        asked_at = time.monotonic()

    event.listen(Engine, "before_cursor_execute", note)
    try:
        async with running_world(database_url, sweep_seconds=0.5) as world:
            yield world, lambda: time.monotonic() - asked_at
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def _falls_silent(silent_for: Callable[[], float]) -> None:
    while silent_for() < _QUIET_SECONDS:  # noqa: ASYNC110  # Nobody tells.
        await asyncio.sleep(0.1)
