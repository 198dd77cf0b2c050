"""A task that is cancelled in the middle of a transaction locks nobody out."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.database.connection import open_engine
from tests.waiting import patience

STATEMENTS = ("UPDATE players SET name = name", "SELECT count(*) FROM players", "UPDATE players SET name = name")

"""Less than a writer waits for another one."""


@pytest_asyncio.fixture
async def engines(database_url: str) -> AsyncIterator[tuple[AsyncEngine, AsyncEngine]]:
    one, other = open_engine(database_url), open_engine(database_url)
    yield one, other
    await one.dispose()
    await other.dispose()


@pytest.fixture
def without_collections() -> Iterator[None]:
    """A full garbage collection may be far away, and would free what a task has left behind."""
    gc.disable()
    yield
    gc.enable()


async def _write(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for statement in STATEMENTS:
            await connection.execute(text(statement))


@pytest.mark.parametrize("at", range(len(STATEMENTS)))
@pytest.mark.usefixtures("without_collections")
async def test_others_write_at_once_after_a_task_was_cancelled(
    engines: tuple[AsyncEngine, AsyncEngine], at: int
) -> None:
    engine, other = engines
    begun = 0

    def cancel_at_its_turn(*_: object) -> None:
        nonlocal begun
        if begun == at:
            asyncio.get_running_loop().call_soon(writing.cancel)
        begun += 1

    await _write(engine)
    event.listen(engine.sync_engine, "before_cursor_execute", cancel_at_its_turn)
    writing = asyncio.create_task(_write(engine))
    await asyncio.wait([writing])

    assert writing.cancelled()
    async with patience():
        await _write(other)


async def test_a_closed_connection_keeps_nothing_beside_an_sqlite_file_even_if_something_refers_to_its_cursor(
    sqlite_url: str,
) -> None:
    """As of a reader that is cancelled again while it closes its cursor."""
    engine, other = open_engine(sqlite_url), open_engine(sqlite_url)
    async with other.begin() as writing:
        await writing.execute(text("CREATE TABLE written (x)"))
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        reading = await driver.cursor()
        await reading.execute("SELECT * FROM sqlite_master")
        await connection.invalidate()
    async with other.connect() as checking:
        busy, *_ = (await checking.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))).one()

    assert busy == 0
    del reading
    await engine.dispose()
    await other.dispose()
