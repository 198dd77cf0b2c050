"""`/readyz` says whether a process can serve; `/healthz` only that it runs."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import asyncpg
import httpx
import pytest

from server.access.errors import UnavailableError
from server.app import create_app
from server.logs.archive.archive import open_archive
from server.logs.store.opening import open_store
from server.logs.store.readiness import Database, Readiness
from server.logs.store.replica import Replica
from server.logs.store.writer import GroupCommit
from server.runtime.clock.clock import SystemClock
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from server.runtime.database.times import warn_of_difference
from server.runtime.settings import Settings
from tests.databases import execute
from tests.postgres import running_postgres
from tests.server.world import World, running_world
from tests.waiting import patiently, until


async def test_a_server_that_can_serve_is_ready(world_on_either: World) -> None:
    ada = await world_on_either.player("Ada")

    await until(lambda: _is_ready(ada.http))

    assert await ada.get("/readyz") == {
        "status": "ok",
        "matches_of_other_rules": 0,
        "unread_logs": 0,
        "news_told_again": 0,
        "news_of_lost_entries": 0,
    }


async def test_a_server_accepts_nobody_before_it_hears_of_other_processes(postgres_url: str) -> None:
    """With its first notice, it reads all logs in memory on, and closes the streams that are opened meanwhile."""
    app = create_app(Settings(database=postgres_url))

    async with app.router.lifespan_context(app):
        assert app.state.server.hears


async def test_a_server_without_its_database_is_alive_and_not_ready() -> None:
    with running_postgres(durable=False) as postgres:
        url = postgres.url(postgres.create_database())
        await asyncio.to_thread(migrate, url)
        async with running_world(url) as world:
            ada = await world.player("Ada")
            await until(lambda: _is_ready(ada.http))

            await asyncio.to_thread(postgres.stop, "immediate")
            refused = await _refused(ada.http)
            alive = await ada.http.get("/healthz")
            await asyncio.to_thread(postgres.start)

            assert refused.status_code == 503
            assert refused.json()["code"] in ("database_unavailable", "unheard")
            assert refused.headers["Retry-After"]
            assert alive.status_code == 200
            await until(lambda: _is_ready(ada.http))


async def test_readiness_does_not_wait_for_a_silent_database(postgres_url: str) -> None:
    hog = await asyncpg.connect(postgres_url)
    async with running_world(postgres_url) as world:
        ada = await world.player("Ada")
        await until(lambda: _is_ready(ada.http))
        async with hog.transaction():
            await hog.execute("LOCK TABLE matches")

            # While the table is locked still.
            refused = await patiently(_refused(ada.http))

        assert (refused.status_code, refused.json()["code"]) == (503, "database_unavailable")
        await until(lambda: _is_ready(ada.http))
    await hog.close()


async def test_a_server_that_hears_no_others_is_not_ready_until_it_does(postgres_url: str) -> None:
    other = await asyncpg.connect(postgres_url)
    async with running_world(postgres_url) as world:
        ada = await world.player("Ada")
        await until(lambda: _is_ready(ada.http))

        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )

        await until(lambda: _is_refused(ada.http, "unheard"))
        await until(lambda: _is_ready(ada.http))
    await other.close()


async def test_a_server_whose_database_was_brought_to_another_shape_is_not_ready(database_url: str) -> None:
    async with running_world(database_url) as world:
        ada = await world.player("Ada")
        await execute(database_url, "UPDATE alembic_version SET version_num = '9999'")

        await until(lambda: _is_refused(ada.http, "outdated"))


@pytest.mark.parametrize(("ahead", "told"), [(3, "ahead of"), (-3, "behind")])
async def test_a_process_whose_clock_differs_from_that_of_the_database_is_not_ready(
    database_url: str, ahead: int, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """
    It warns at its start; that the clocks are never quite the same does not matter.
    """

    def shifted(seconds: float) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=seconds)

    engine, store = open_engine(database_url), open_store(database_url)
    listening = asyncio.create_task(store.listen(lambda *_, **__: None, dict))
    await until(lambda: store.hears)
    archive = open_archive(store, engine, None, SystemClock())
    databases = [Database(engine, store, GroupCommit(store), archive, Replica(database_url, engine, None))]
    await warn_of_difference(engine, partial(shifted, 0.5))
    await Readiness(databases, partial(shifted, 0.5)).require()
    assert caplog.messages == []

    await warn_of_difference(engine, partial(shifted, ahead))
    with pytest.raises(UnavailableError) as refused:
        await Readiness(databases, partial(shifted, ahead)).require()

    assert refused.value.code.name == "clock_differs"
    assert f"s {told} that of the database" in refused.value.message
    assert f"s {told} that of the database" in caplog.text
    listening.cancel()
    await store.close()
    await engine.dispose()


async def _refused(http: httpx.AsyncClient) -> httpx.Response:
    """Return the first refusal; the server caches that it was ready for a second."""
    while True:
        reply = await http.get("/readyz")
        if reply.status_code != 200:
            return reply
        await asyncio.sleep(0.02)


async def _is_ready(http: httpx.AsyncClient) -> bool:
    return (await http.get("/readyz")).status_code == 200


async def _is_refused(http: httpx.AsyncClient, code: str) -> bool:
    reply = await http.get("/readyz")
    return reply.status_code == 503 and reply.json()["code"] == code
