"""`moirai migrate --check` says what a migration would do, and changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.cli.cli import app
from tests.databases import execute, rows
from tests.server.runtime.database.test_schema import return_to
from tests.serving import serving


async def _check(database: str, environment: Mapping[str, str] | None = None) -> Result:
    command = ["migrate", "--check", "--database", database]
    return await asyncio.to_thread(CliRunner().invoke, app, command, env=environment)


async def test_a_database_of_the_latest_schema_has_nothing_to_do(database_url: str) -> None:
    checked = await _check(database_url)

    assert (checked.exit_code, checked.output) == (
        0,
        "The database has all migrations of this version: nothing to do.\n",
    )


async def test_what_would_be_done_is_said_with_the_rows_that_it_concerns(database_url: str) -> None:
    await return_to(database_url, "0022")
    values = "'m', 'g', 'v', 'over', 'public', 'host', '2040', '{}'"
    columns = "match_id, game, variant, status, visibility, host_id, created_at, listing"
    await execute(database_url, f"INSERT INTO matches ({columns}) VALUES ({values})")

    checked = await _check(database_url)

    assert checked.exit_code == 3
    first, second, third, *_, last = checked.output.splitlines()
    assert first == "The database is at revision 0022. To apply:"
    assert second.startswith("  0023  A column for the places")
    assert third.endswith("(1 rows of matches: a second)")
    assert last == "Stop all servers before you migrate."
    assert await rows(database_url, "SELECT version_num FROM schema_revision") == [("0022",)]


@pytest.mark.parametrize("released", [True, False], ids=["0.2.0", "0.1.0"])
async def test_servers_go_on_where_their_version_works_beside_this_one(postgres_url: str, released: bool) -> None:
    await return_to(postgres_url, "0029" if released else "0028")

    checked = await _check(postgres_url)

    assert ("Servers can go on meanwhile" in checked.output) == released
    assert ("Stop all servers" in checked.output) != released


async def test_a_file_that_is_served_is_looked_at(sqlite_url: str) -> None:
    async with serving(sqlite_url):
        checked = await _check(sqlite_url)

    assert checked.exit_code == 0, checked.output


async def test_a_check_changes_no_file(sqlite_url: str, tmp_path: Path) -> None:
    await return_to(sqlite_url, "0022")
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    before = _contents(tmp_path)

    missing = await _check(f"sqlite:///{tmp_path / 'missing.db'}")
    checked = await _check(f"sqlite:///{file}")

    assert (missing.exit_code, checked.exit_code) == (3, 3)
    assert "no tables yet" in missing.output
    assert _contents(tmp_path) == before


async def test_both_databases_are_checked(sqlite_url: str, tmp_path: Path) -> None:
    own = f"sqlite:///{tmp_path / 'own.db'}"

    checked = await _check(sqlite_url, {"MOIRAI_OWN_STREAMS_DATABASE": own})

    assert checked.exit_code == 3
    assert "The database has all migrations of this version: nothing to do." in checked.output
    assert "The database of own streams has no tables yet" in checked.output


async def test_a_database_from_the_future_and_one_of_somebody_else_are_named(database_url: str) -> None:
    await execute(database_url, "UPDATE alembic_version SET version_num = '9999'")
    future = await _check(database_url)
    await execute(database_url, "DROP TABLE entries")
    strange = await _check(database_url)

    assert (future.exit_code, strange.exit_code) == (2, 2)
    assert "older than the database allows (from revision 9999 on): upgrade the server" in future.output
    assert "tables of another application" in strange.output


def _contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}
