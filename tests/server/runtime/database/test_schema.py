"""Migrations create exactly the tables that the code declares, and no server runs on another schema (docs/log.md)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlmodel import SQLModel
from typer.testing import CliRunner

from server.cli.cli import app
from server.cli.serving.workers import reserve
from server.logs.store.postgres import PostgresStore
from server.runtime.database import connection as connection_module
from server.runtime.database import migrating as migrating_module
from server.runtime.database import schema
from server.runtime.database.connection import DatabaseUrlError, open_engine, sqlite_path
from server.runtime.database.migrating import migrate
from server.runtime.database.schema import OLDEST_TABLE, REVISION_TABLE, SchemaError, check_schema
from tests.databases import execute, rows
from tests.postgres import PostgresServer
from tests.waiting import patiently


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.url(server.create_database())


async def test_migrated_database_is_what_the_code_declares(database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        options = {"include_name": lambda name, kind, _: kind != "table" or name not in (REVISION_TABLE, OLDEST_TABLE)}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata))

    engine = open_engine(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_text_sorts_by_bytes_on_both_databases(database_url: str) -> None:
    """
    Ids and times are compared as text; a database must not sort them by the collation of a language.
    """
    engine = open_engine(database_url)
    rows = [{"id": id_, "name": ""} for id_ in ("b", "B", "a-1", "a1", "ä")]
    async with engine.begin() as connection:
        insert = "INSERT INTO players (id, name, administrator, created_at) VALUES (:id, :name, false, '')"
        await connection.execute(text(insert), rows)

        ids = (await connection.execute(text("SELECT id FROM players ORDER BY id"))).scalars().all()

    await engine.dispose()
    assert ids == ["B", "a-1", "a1", "b", "ä"]


async def test_migrating_again_changes_nothing(database_url: str) -> None:
    await asyncio.to_thread(migrate, database_url)

    await _check(database_url)


async def test_a_database_that_has_the_places_of_matches_in_lists_already_is_migrated(database_url: str) -> None:
    """Servers of one day had them at this revision."""
    await return_to(database_url, "0023b")
    await execute(database_url, "UPDATE schema_revision SET version_num = '0023'")

    await asyncio.to_thread(migrate, database_url)

    await _check(database_url)


async def test_empty_database_is_refused_until_it_is_migrated(empty_url: str) -> None:
    with pytest.raises(SchemaError, match=r"no tables yet: run `moirai migrate`"):
        await _check(empty_url)

    await asyncio.to_thread(migrate, empty_url)

    await _check(empty_url)


async def test_older_database_is_refused_until_it_is_migrated_and_keeps_what_it_holds(database_url: str) -> None:
    """The first schema: no packs, and for matches only when their phase closes."""
    await return_to(database_url, "0001")
    await execute(database_url, "INSERT INTO seeds (match_id, seed) VALUES ('m', 'kept')")

    with pytest.raises(SchemaError, match=r"older than this server.*run `moirai migrate`"):
        await _check(database_url)
    await asyncio.to_thread(migrate, database_url)

    await _check(database_url)
    assert await rows(database_url, "SELECT seed FROM seeds") == [("kept",)]
    assert await rows(database_url, "SELECT * FROM packs") == []


async def test_matches_of_earlier_servers_are_found_by_their_free_seats_and_names(database_url: str) -> None:
    """Matches that are over keep their rows as they are."""
    await return_to(database_url, "0004")
    free, ada = {"player": None, "bot": False}, {"player": {"player_id": "ada", "name": "Ada"}, "bot": False}
    for status in ("open", "running", "over"):
        listing = {"status": status, "host": {"player_id": "host", "name": "HOST"}, "seats": [free, ada, free]}
        values = f"'{status}', 'g', 'v', '{status}', 'public', 'host', '2040', '{json.dumps(listing)}'"
        columns = "match_id, game, variant, status, visibility, host_id, created_at, listing"
        await execute(database_url, f"INSERT INTO matches ({columns}) VALUES ({values})")

    await asyncio.to_thread(migrate, database_url)

    await _check(database_url)
    found = "SELECT match_id FROM matches WHERE free_seats = 2 AND search LIKE 'host%ada'"
    assert await rows(database_url, found) == [("open",)]
    assert await rows(database_url, "SELECT count(*) FROM matches WHERE search LIKE '%ada'") == [(2,)]


async def test_newer_database_is_refused_and_left_unchanged(database_url: str) -> None:
    await execute(database_url, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(SchemaError, match=r"upgrade the server"):
        await _check(database_url)
    with pytest.raises(SchemaError, match=r"upgrade the server"):
        await asyncio.to_thread(migrate, database_url)


async def test_processes_that_start_together_may_all_migrate(empty_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for migration in [threads.submit(migrate, empty_url) for _ in range(4)]:
            await asyncio.wrap_future(migration)

    await _check(empty_url)


async def test_failed_migration_leaves_nothing(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A migration happens completely or not at all, on SQLite too, so that it can be tried again.
    """
    monkeypatch.setattr("alembic.op.create_table", _fail_at("seeds"))

    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(migrate, empty_url)

    assert await _tables(empty_url) == set()


@pytest.mark.parametrize("also", [None, "alembic_version"], ids=["tables", "tables and migrations"])
async def test_a_foreign_database_is_left_unchanged(empty_url: str, also: str | None) -> None:
    await execute(empty_url, "CREATE TABLE orders (number integer)")
    if also is not None:
        await execute(empty_url, f"CREATE TABLE {also} (version_num varchar(32))")
        await execute(empty_url, f"INSERT INTO {also} VALUES ('aa11bb22cc33')")

    with pytest.raises(SchemaError, match="a separate database for Moirai"):
        await asyncio.to_thread(migrate, empty_url)

    assert await _tables(empty_url) == {"orders", also} - {None}


async def test_a_migration_that_waits_for_a_table_does_not_block_others(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Transactions that need a table for which a migration waits have to wait as well: so it waits briefly, and retries.
    """
    monkeypatch.setattr(migrating_module, "_LOCK_SECONDS", 0.2)
    monkeypatch.setattr(migrating_module, "_LOCK_PAUSE_SECONDS", 0)
    await return_to(postgres_url, "0003")
    connection = await asyncpg.connect(postgres_url)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("INSERT INTO tickets VALUES ('hash', 'player', '2040')")

    migrating = asyncio.create_task(asyncio.to_thread(migrate, postgres_url))
    reader = await asyncpg.connect(postgres_url)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE INDEX%'"
    while not await reader.fetchval(waiting):  # noqa: ASYNC110  # Nobody tells.
        await asyncio.sleep(0.01)
    inserted = await patiently(reader.execute("INSERT INTO tickets VALUES ('other', 'player', '2040')"))
    await transaction.commit()
    await migrating

    await _check(postgres_url)
    assert inserted == "INSERT 0 1"
    await connection.close()
    await reader.close()


async def test_a_migration_may_take_longer_than_any_call(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "COMMAND_SECONDS", 0.2)
    await return_to(postgres_url, "0019")
    await execute(
        postgres_url,
        """
        CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); END $$;
        """,
    )
    await execute(postgres_url, "CREATE EVENT TRIGGER slow ON ddl_command_start EXECUTE FUNCTION slow()")

    await asyncio.to_thread(migrate, postgres_url)

    await execute(postgres_url, "DROP EVENT TRIGGER slow")
    await _check(postgres_url)


async def test_earlier_webhooks_and_subscriptions_get_their_targets(database_url: str) -> None:
    await return_to(database_url, "0021")
    urls = {"a": "https://bots.example.org/x", "b": "https://[2001:db8:1:2:3::7]:443/", "c": "https://192.0.2.7"}
    for key, url in urls.items():
        await execute(
            database_url,
            "INSERT INTO webhooks (webhook_id, player_id, url, secret, types, missing_seconds, created_at, cursor,"
            " numbered) VALUES (:key, 'p', :url, '', '[]', '[]', '', 0, 0)",
            key=key,
            url=url,
        )
    await execute(
        database_url,
        "INSERT INTO push_subscriptions (subscription_id, player_id, endpoint, p256dh, auth, language, created_at,"
        " cursor, failures) VALUES ('a', 'p', 'https://updates.push.services.mozilla.com/1', '', '', 'en', '', 0, 0)",
    )

    await asyncio.to_thread(migrate, database_url)

    assert await rows(database_url, "SELECT target FROM webhooks ORDER BY webhook_id") == [
        ("example.org",),
        ("2001:db8:1:2::/64",),
        ("192.0.2.7",),
    ]
    assert await rows(database_url, "SELECT target FROM push_subscriptions") == [("mozilla.com",)]


@pytest.mark.parametrize(
    ("setting", "left_to_the_database", "ours"),
    [("synchronous_commit", "off", "on"), ("default_transaction_isolation", "'repeatable read'", "read committed")],
)
async def test_guarantees_do_not_depend_on_defaults_of_the_database(
    postgres_url: str, setting: str, left_to_the_database: str, ours: str
) -> None:
    name = postgres_url.rpartition("/")[2]
    await execute(postgres_url, f"ALTER DATABASE {name} SET {setting} = {left_to_the_database}")

    ((shown,),) = await rows(postgres_url, f"SHOW {setting}")
    store = PostgresStore(postgres_url)
    async with store._writer.connection() as writer, store._readers.connection() as reader:
        shown_to_log = await writer.fetchval(f"SHOW {setting}"), await reader.fetchval(f"SHOW {setting}")
    await store.close()

    assert (shown, *shown_to_log) == (ours, ours, ours)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda url, _: url.replace("//postgres", "//nobody_here"), "role nobody_here"),
        (lambda url, _: url + "_not", "no database moirai_"),
        (lambda url, port: re.sub(r":\d+/", f":{port}/", url), "No server is listening at 127.0.0.1:"),
        (lambda url, _: url.replace("127.0.0.1", "no-such-host.invalid"), "Unknown host no-such-host.invalid"),
    ],
    ids=["role", "database", "port", "host"],
)
async def test_problems_of_a_postgres_are_named(
    postgres_url: str, change: Callable[[str, int], str], told: str
) -> None:
    with reserve("127.0.0.1", 0) as silent:
        url = change(postgres_url.replace("@", ":open-sesame@"), silent)

        for command in (["migrate"], ["serve", "--port", "0"]):
            result = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--database", url])

            assert result.exit_code == 2
            assert told in result.output
            assert "sesame" not in result.output


@pytest.mark.parametrize("command", [["migrate"], ["serve", "--port", "0"]], ids=["migrate", "serve"])
def test_a_url_that_cannot_be_read_is_refused_without_repeating_it(command: list[str]) -> None:
    result = CliRunner().invoke(app, [*command, "--database", "postgresql://user:secret@host:99999999/name"])

    assert result.exit_code == 2
    assert "sqlite:///FILE" in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize(
    "url",
    [
        "",
        "moirai.db",
        "mysql://user:secret@host/name",
        "postgresql://user:secret@[host/name",
        "postgresql://user:secret@host:99999999/name",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql+asyncpg://host/x",
    ],
)
def test_setting_that_names_no_usable_database_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(DatabaseUrlError, match="sqlite:///FILE") as refusal:
        sqlite_path(url)

    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize(
    "asked", ["", "?target_session_attrs=read-write", "?sslmode=disable&target_session_attrs=primary"]
)
def test_setting_may_name_several_servers_of_a_postgres(asked: str) -> None:
    assert sqlite_path(f"postgresql://user:secret@one:5432,two.example:5433,[::1]:5434,four/name{asked}") is None


@pytest.mark.parametrize("hosts", ["one,,two", "one:5432,two:99999999", "one,[two"])
def test_each_of_several_servers_must_be_an_address(hosts: str) -> None:
    with pytest.raises(DatabaseUrlError, match="sqlite:///FILE") as refusal:
        sqlite_path(f"postgresql://user:secret@{hosts}/name")

    assert "secret" not in str(refusal.value)


def test_setting_that_asks_for_servers_that_can_only_be_read_is_refused() -> None:
    with pytest.raises(DatabaseUrlError, match="target_session_attrs"):
        sqlite_path("postgresql://user:secret@one,two/name?target_session_attrs=prefer-standby")


async def _check(url: str) -> None:
    engine = open_engine(url)
    try:
        await check_schema(engine)
    finally:
        await engine.dispose()


async def return_to(url: str, revision: str) -> None:
    """Take the later migrations back."""

    def take_back(connection: Connection) -> None:
        config = schema.config()
        config.attributes["connection"] = connection
        downgrade(config, revision)

    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(take_back)
    await engine.dispose()


async def _tables(url: str) -> set[str]:
    engine = open_engine(url)
    async with engine.connect() as connection:
        tables = await connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
    await engine.dispose()
    return tables


def _fail_at(table: str) -> object:
    from alembic import op

    create_table = op.create_table

    def create_or_fail(name: str, *columns: object) -> object:
        if name == table:
            raise ZeroDivisionError
        return create_table(name, *columns)  # type: ignore[arg-type]

    return create_or_fail
