"""A database that was set back, or of which another server took over, is of another epoch (docs/running.md)."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest

from server.runtime.database.epochs import (
    Epoch,
    begin_sqlite_epoch,
    read_postgres_epoch,
    read_sqlite_epoch,
)
from server.runtime.database.migrating import migrate
from server.runtime.database.set_back import begin_epoch
from server.runtime.database.sole_use import SqliteFileError, sole_use
from tests.databases import execute, rows
from tests.postgres import PostgresServer, running_postgres

_PROCESSES = 8


async def test_an_epoch_stays_until_another_one_is_begun(database_url: str) -> None:
    first = await _read(database_url)

    assert await _read(database_url) == first
    second = await asyncio.to_thread(begin_epoch, database_url)

    assert await _read(database_url) == second
    assert (first.number, second.number) == (1, 2)
    assert first.id < second.id


async def test_an_epoch_is_begun_before_any_server_has_asked_for_one(database_url: str) -> None:
    begun = await asyncio.to_thread(begin_epoch, database_url)

    assert await _read(database_url) == begun


def test_two_files_of_one_backup_are_of_different_epochs(sqlite_url: str, tmp_path: Path) -> None:
    """
    The number of an epoch may be given again, its id is not.
    """
    file, other = _path(sqlite_url), tmp_path / "other.db"
    _read_sqlite(file)
    shutil.copyfile(file, other)

    one, two = begin_sqlite_epoch(file), begin_sqlite_epoch(other)

    assert one.number == two.number
    assert one.id != two.id


def test_no_epoch_is_begun_in_a_file_that_a_server_uses(sqlite_url: str) -> None:
    first = _read_sqlite(_path(sqlite_url))

    with sole_use(_path(sqlite_url)), pytest.raises(SqliteFileError):
        begin_epoch(sqlite_url)

    assert _read_sqlite(_path(sqlite_url)) == first


async def test_the_first_epoch_ends_no_tickets(database_url: str) -> None:
    """A player can be faster than whoever reads the log first."""
    await execute(database_url, "INSERT INTO tickets (ticket_hash, player_id, expires_at) VALUES ('', '', '')")

    await _read(database_url)

    assert len(await rows(database_url, "SELECT * FROM tickets")) == 1


async def test_tickets_of_an_epoch_end_with_it(database_url: str) -> None:
    """
    One that was used would be unused again.
    """
    await _read(database_url)
    await execute(database_url, "INSERT INTO tickets (ticket_hash, player_id, expires_at) VALUES ('', '', '')")

    await asyncio.to_thread(begin_epoch, database_url)

    assert await rows(database_url, "SELECT * FROM tickets") == []


async def test_processes_that_look_at_the_same_time_begin_one_epoch(postgres_url: str) -> None:
    async with _connections(postgres_url, _PROCESSES) as connections:
        firsts = await asyncio.gather(*map(read_postgres_epoch, connections))
        await connections[0].execute("UPDATE epochs SET timeline = timeline + 1, inserted_by = txid_current()")
        seconds = await asyncio.gather(*map(read_postgres_epoch, connections))

    assert len(set(firsts)) == 1
    assert {epoch.number for epoch in seconds} == {2}
    assert len(set(seconds)) == 1


async def test_a_dump_is_restored_as_another_epoch(postgres_url: str, postgres_server: PostgresServer) -> None:
    """
    Other transactions have written its rows, whatever else is as it was.
    """
    first = await _read(postgres_url)
    restored = postgres_server.url(postgres_server.create_database())
    dump = _run(postgres_server, "pg_dump", postgres_url)
    _run(postgres_server, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", restored, given=dump)

    second = await _read(restored)

    assert (second.number, await _read(restored)) == (2, second)
    assert second.id != first.id
    assert await _read(postgres_url) == first
    assert await rows(restored, "SELECT because FROM epochs ORDER BY number") == [("first",), ("copied",)]


async def test_maintenance_begins_no_epoch(postgres_url: str) -> None:
    first = await _read(postgres_url)

    async with _connections(postgres_url, 1) as (connection,):
        for command in ("VACUUM (FREEZE) epochs", "VACUUM (FULL, FREEZE) epochs", "CLUSTER epochs USING epochs_pkey"):
            await connection.execute(command)

    assert await _read(postgres_url) == first


async def test_a_role_without_rights_to_ask_for_the_timeline_goes_on_in_its_epoch(postgres_url: str) -> None:
    """
    As at hosts that manage a PostgreSQL and keep such functions for themselves.
    """
    first = await _read(postgres_url)
    async with _connections(postgres_url, 1) as (connection,):
        await connection.execute("CREATE ROLE limited LOGIN")
        try:
            await connection.execute("GRANT SELECT, INSERT, DELETE ON ALL TABLES IN SCHEMA public TO limited")
            await connection.execute("REVOKE EXECUTE ON FUNCTION pg_current_wal_lsn() FROM PUBLIC")

            assert await _read(postgres_url.replace("postgres@", "limited@")) == first
        finally:
            await connection.execute("GRANT EXECUTE ON FUNCTION pg_current_wal_lsn() TO PUBLIC")
            await connection.execute("DROP OWNED BY limited")
            await connection.execute("DROP ROLE limited")


@pytest.fixture
def primary() -> Iterator[PostgresServer]:
    with running_postgres(durable=False) as server:
        yield server


async def test_a_standby_that_takes_over_begins_an_epoch_at_once(primary: PostgresServer) -> None:
    """
    Also if nobody has written a checkpoint since.
    """
    database = primary.create_database()
    await asyncio.to_thread(migrate, primary.url(database))
    first = await _read(primary.url(database))
    with running_postgres(durable=False, primary=primary) as standby:
        url = standby.url(database)

        await asyncio.to_thread(standby.promote)

        second = await _read(url)
        assert (second.number, await _read(url)) == (2, second)
        assert await rows(url, "SELECT because, timeline FROM epochs ORDER BY number") == [
            ("first", 1),
            ("timeline", 2),
        ]
        assert await _read(primary.url(database)) == first


async def _read(url: str) -> Epoch:
    if url.startswith("sqlite"):
        return _read_sqlite(_path(url))
    async with _connections(url, 1) as (connection,):
        return await read_postgres_epoch(connection)


def _read_sqlite(path: Path) -> Epoch:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return read_sqlite_epoch(connection)


@asynccontextmanager
async def _connections(url: str, number: int) -> AsyncIterator[list[asyncpg.Connection[asyncpg.Record]]]:
    connections = [await asyncpg.connect(url) for _ in range(number)]
    try:
        yield connections
    finally:
        for connection in connections:
            await connection.close()


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def _run(server: PostgresServer, program: str, *arguments: str, given: bytes = b"") -> bytes:
    finished = subprocess.run([server.binaries / program, *arguments], input=given, capture_output=True, check=True)
    return finished.stdout
