"""A migration goes on where it was killed, lets servers go on, says how far it is, and waits for a slow database."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from typing import Final

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from server.runtime.database.portions import ROWS
from server.runtime.database.schema import check_schema
from tests.databases import rows
from tests.server.runtime.database.slow_postgres import slow_postgres
from tests.server.runtime.database.test_schema import return_to
from tests.waiting import patience, patiently, until

_BEFORE: Final = "0022"
"""The schema whose matches have no places in lists yet."""

_MATCHES: Final = 6 * ROWS

_FILLED: Final = "SELECT count(*) FROM matches WHERE place = match_id"

_STEP_BY_STEP: Final = """
import sys
import threading
from server.runtime.database.migrating import migrate

def tell(line):
    print(line, flush=True)
    sys.stdin.readline()

migrate(sys.argv[1], tell)
"""
"""Migrates, and after each line of its progress waits for one."""


async def _matches_of_before(database: str) -> None:
    await return_to(database, _BEFORE)
    columns = "match_id, game, variant, status, visibility, host_id, created_at, listing"
    values = "'m' || :number, 'g', 'v', 'over', 'public', 'host', '2040', '{}'"
    engine = open_engine(database)
    async with engine.begin() as connection:
        each = [{"number": str(number).zfill(9)} for number in range(_MATCHES)]
        await connection.execute(text(f"INSERT INTO matches ({columns}) VALUES ({values})"), each)
    await engine.dispose()


async def _kill_at(database: str, line: str) -> Sequence[str]:
    """Migrate in a process of its own, which is killed once it has said a line with this; return all lines."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _STEP_BY_STEP, database),
        env=os.environ,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    said: list[str] = []
    async with patience():
        while heard := (await process.stdout.readline()).decode():
            said.append(heard.strip())
            if line and line in heard:
                process.kill()
            process.stdin.write(b"\n")
        await process.wait()
    return said


async def test_a_migration_that_is_killed_goes_on_where_it_was(database_url: str) -> None:
    """
    Each portion is committed, so nothing is done twice, and no kill undoes what was done.
    """
    await _matches_of_before(database_url)
    filled = []
    for line in ("0023b: The places", "0023b: 10 %", "0023b: 60 %", "0023b: 50 %"):
        said = await _kill_at(database_url, line)
        assert line in said[-1]
        filled += [count for (count,) in await rows(database_url, _FILLED)]

    said = await _kill_at(database_url, "")

    assert filled == [0, ROWS, 4 * ROWS, 5 * ROWS]
    assert said[0].startswith("0023b: ")
    assert f"0023b: 100 % of {ROWS} rows of matches" in said
    assert await rows(database_url, _FILLED) == [(_MATCHES,)]
    await _check(database_url)


async def test_a_migration_passes_over_rows_that_a_server_holds(postgres_url: str) -> None:
    """
    It would hold others while it waits, and a server that needs two of its rows in turn would be aborted.
    """
    await _matches_of_before(postgres_url)
    server = await asyncpg.connect(postgres_url)
    transaction = server.transaction()
    begun, held = threading.Event(), threading.Event()

    def tell(line: str) -> None:
        if line.startswith("0023b: The places"):
            begun.set()
            held.wait()

    async def others_are_done() -> bool:
        return await rows(postgres_url, _FILLED) == [(_MATCHES - 1,)]

    migrating = asyncio.create_task(asyncio.to_thread(migrate, postgres_url, tell))
    await until(begun.is_set)
    await transaction.start()
    await server.execute("SELECT FROM matches WHERE match_id = $1 FOR UPDATE", "m" + "7".zfill(9))
    held.set()
    await until(others_are_done)
    await transaction.rollback()
    await patiently(migrating)
    await server.close()

    assert await rows(postgres_url, _FILLED) == [(_MATCHES,)]
    await _check(postgres_url)


@pytest.mark.parametrize("says_so", [True, False], ids=["starting", "silent"])
async def test_a_database_that_is_slow_to_answer_is_waited_for(postgres_url: str, says_so: bool) -> None:
    """
    For longer than by a server, which has calls that wait: until it has given up.
    """
    await return_to(postgres_url, _BEFORE)
    async with slow_postgres(postgres_url, says_so=says_so) as (slow, url):
        migrating = asyncio.create_task(asyncio.to_thread(migrate, url))
        server = open_engine(url)
        with pytest.raises((DBAPIError, OSError)):
            await server.connect().start()
        await server.dispose()
        await until(lambda: slow.came >= 2)
        assert not migrating.done()

        slow.ready.set()
        await patiently(migrating)

    await _check(postgres_url)


async def _check(url: str) -> None:
    engine = open_engine(url)
    try:
        await check_schema(engine)
    finally:
        await engine.dispose()
