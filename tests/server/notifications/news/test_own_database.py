"""Players' own streams can have a database of their own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli.cli import app
from tests.databases import execute, rows
from tests.server.world import World, running_world, types


@pytest.fixture
async def apart(sqlite_url: str, sqlite_template: Path, tmp_path: Path) -> AsyncIterator[tuple[World, str, str]]:
    """Return a world, its database of matches, and that of own streams."""
    own = f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path / 'own.db')}"
    async with running_world(sqlite_url, own_streams_database=own) as world:
        yield world, sqlite_url, own


async def _kinds(url: str) -> set[str]:
    """Return the kinds of the entries in a database."""
    return {str(kind) for (kind,) in await rows(url, "SELECT kind FROM entries")}


async def test_own_streams_are_in_their_own_database(apart: tuple[World, str, str]) -> None:
    world, matches, own = apart
    _, bo, _ = await world.ada_and_bo()

    news = types(await bo.news())

    assert news == ["invited", "seated", "match_begun", "awaited"]
    assert await _kinds(own) == {"opened", "told"}
    assert not await _kinds(matches) & {"opened", "told"}


async def test_a_server_needs_both_databases_to_be_ready(apart: tuple[World, str, str]) -> None:
    world, _, own = apart
    ada = await world.player("Ada")
    await execute(own, "UPDATE alembic_version SET version_num = 'another'")

    refused = await ada.get("/readyz", expect=503)

    assert refused["code"] == "outdated"


def test_both_databases_are_migrated(tmp_path: Path) -> None:
    files = [tmp_path / "matches.db", tmp_path / "own.db"]
    names = ("MOIRAI_DATABASE", "MOIRAI_OWN_STREAMS_DATABASE")
    environment = {name: f"sqlite:///{file}" for name, file in zip(names, files, strict=True)}

    migrated = CliRunner().invoke(app, ["migrate"], env=environment)

    assert migrated.exit_code == 0, migrated.output
    assert all(file.stat().st_size for file in files)
