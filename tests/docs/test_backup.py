"""The commands of the page on backups run as printed: SQLite, dumps, and recovery to a moment."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from server.runtime.database.migrating import migrate
from tests.databases import rows
from tests.docs.printed import DOCS, commands
from tests.faults.rush import rush
from tests.postgres import PostgresServer, running_postgres, some_ports
from tests.serving import serving
from tests.waiting import patiently

PAGE: Final = DOCS / "backup.md"

_UNPRIVILEGED: Final = "nobody"
_RECEIPTS: Final = "SELECT count(*) FROM entries WHERE kind = 'submitted'"


def _printed() -> list[str]:
    return [command.script for command in commands(PAGE)]


async def _run(script: str, folder: Path, environment: dict[str, str], user: str | None = None) -> None:
    said = folder / "said"
    with said.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *("bash", "-euo", "pipefail", "-c", script),
            cwd=folder,
            env={**os.environ, **environment},
            user=user,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    await patiently(process.wait())
    assert process.returncode == 0, f"{script}\n{said.read_text()}"


class _Shell:
    """Runs commands of the page in a folder: those of PostgreSQL as the user of the server, those of Moirai as ours."""

    def __init__(self, server: PostgresServer, spare_port: int) -> None:
        self.folder = server.folder
        self.server = server
        self.spare_port = spare_port
        self._environment = {"PATH": f"{server.binaries}:{os.environ['PATH']}"}

    async def __call__(self, script: str, moment: datetime | None = None) -> None:
        script = script.replace("127.0.0.1:5433", f"127.0.0.1:{self.spare_port}")
        script = script.replace(
            "-p 5433", f"-p {self.spare_port} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        )
        script = script.replace("postgres@127.0.0.1/", f"postgres@127.0.0.1:{self.server.port}/")
        script = script.replace("postgres@127.0.0.1 ", f"postgres@127.0.0.1:{self.server.port} ")
        if moment is not None:
            script = script.replace("2026-11-30 20:15:00+00", moment.astimezone(UTC).isoformat(" "))
        ours = ".venv/bin" in script
        script = script.replace(".venv/bin", str(Path(sys.executable).parent))
        await _run(script, self.folder, self._environment, None if ours or os.geteuid() else _UNPRIVILEGED)


@pytest.fixture
def shell() -> Iterator[_Shell]:
    """A shell beside a PostgreSQL of its own with a database `moirai`."""
    ports = some_ports()
    with running_postgres(durable=False, ports=ports) as server:
        shell = _Shell(server, next(ports))
        server.create_named("moirai")
        migrate(server.url("moirai"))
        yield shell


async def _acknowledged(url: str) -> int:
    ((count,),) = await rows(url, _RECEIPTS)
    return int(str(count))


async def test_commands_for_sqlite_back_up_and_restore(sqlite_url: str, tmp_path: Path) -> None:
    backup, restore = (script for script in _printed() if "monday" in script)
    bin_folder = str(Path(sys.executable).parent)
    environment = {"MOIRAI_DATABASE": sqlite_url}
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(10)
        await _run(backup.replace(".venv/bin", bin_folder), tmp_path, environment)
        backed_up = await _acknowledged(sqlite_url)
        await going.progress(20)

    await _run(restore.replace(".venv/bin", bin_folder), tmp_path, environment)

    assert 10 <= await _acknowledged(sqlite_url) <= backed_up


async def test_commands_for_a_dump_restore_what_was_there(shell: _Shell) -> None:
    dump, restore, say = (script for script in _printed() if "moirai.dump" in script or "moirai_restored" in script)
    there = shell.server.url("moirai_restored")
    async with serving(shell.server.url("moirai")) as (_, url), rush(url, matches=1) as going:
        await going.progress(10)
        await shell(dump)
        await going.progress(10)
    await shell(restore)
    await shell(say)

    assert 10 <= await _acknowledged(there) < await _acknowledged(shell.server.url("moirai"))
    assert await rows(there, "SELECT because FROM epochs ORDER BY number DESC LIMIT 1") == [("restored",)]
    async with serving(there) as (_, url), rush(url, matches=1) as going:
        await going.progress(2)


async def test_commands_for_recovery_go_back_to_a_moment_in_the_middle_of_play(shell: _Shell) -> None:
    printed = _printed()
    (archive,) = (script for script in printed if "archive_mode" in script)
    (base,) = (script for script in printed if "pg_basebackup" in script)
    (recover,) = (script for script in printed if "recovery_target_time" in script)
    (wait,) = (script for script in printed if "pg_is_in_recovery" in script)
    (say,) = (script for script in printed if "--restored" in script and "5433" in script)
    await shell(archive)
    async with serving(shell.server.url("moirai")) as (_, url), rush(url, matches=1) as going:
        await going.progress(10)
        await shell(base)
        await going.progress(10)
        ((moment,),) = await rows(shell.server.url("moirai"), "SELECT clock_timestamp()")
        assert isinstance(moment, datetime)
        before = await _acknowledged(shell.server.url("moirai"))
        await going.progress(20)
    at_the_end = await _acknowledged(shell.server.url("moirai"))
    await rows(shell.server.url("moirai"), "SELECT pg_switch_wal()")
    shell.server.stop()

    await shell(recover, moment)
    try:
        await shell(wait)
        await shell(say)
        there = replace(shell.server, port=shell.spare_port).url("moirai")
        assert 20 <= await _acknowledged(there) <= before < at_the_end
        async with serving(there) as (_, url), rush(url, matches=1) as going:
            await going.progress(2)
    finally:
        await shell("pg_ctl stop --pgdata=restored --mode=immediate")
