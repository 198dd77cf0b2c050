"""SQLite is for one server: while it runs, no other server and no migration can use the file."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli.cli import app
from server.runtime.database import migrating
from tests.forks import Fork
from tests.serving import overheard, serving
from tests.waiting import patiently


async def test_a_second_server_on_one_file_is_refused(sqlite_url: str) -> None:
    async with serving(sqlite_url):
        second = await Fork.start(("serve", "--port", "0", "--database", sqlite_url), os.environ)
        try:
            complaint, _ = await patiently(second.communicate())
        finally:
            if second.returncode is None:
                second.kill()
                await second.wait()

    assert second.returncode == 2
    assert "SQLite supports only one" in complaint.decode()
    assert sqlite_url.removeprefix("sqlite:///") in complaint.decode()


async def test_a_server_that_was_killed_leaves_its_file_to_the_next(sqlite_url: str) -> None:
    async with overheard(sqlite_url) as first:
        os.kill(first.process.pid, signal.SIGKILL)
        await first.process.wait()
        async with serving(sqlite_url) as (_, url):
            assert url


def test_a_migration_releases_its_lock(tmp_path: Path) -> None:
    """A refused migration leaves none either."""
    (tmp_path / "letter.txt").write_text("Dear Ada")

    for name in ("moirai.db", "letter.txt"):
        CliRunner().invoke(app, ["migrate", "--database", f"sqlite:///{tmp_path / name}"])

    assert {file.name for file in tmp_path.iterdir()} >= {"moirai.db", "letter.txt"}
    assert not [file.name for file in tmp_path.iterdir() if "in-use" in file.name]


async def test_a_migration_under_a_running_server_is_refused(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "_SOLE_USE_SECONDS", 0)
    async with serving(sqlite_url):
        refused = await asyncio.to_thread(CliRunner().invoke, app, ["migrate", "--database", sqlite_url])

    assert refused.exit_code == 2
    assert "SQLite supports only one" in refused.output


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nowhere' / 'moirai.db'}"

    refused = CliRunner().invoke(app, ["migrate", "--database", url])

    assert refused.exit_code == 2
    assert str(tmp_path / "nowhere" / "moirai.db") in refused.output
