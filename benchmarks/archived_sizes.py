"""
How small logs become in the archive: matches by bots, and a whole season with its matches, on PostgreSQL.

The reference is what their entries take in the database, with indexes. What stays there is counted with the files.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import asyncpg

from benchmarks.http_load import ask, connect
from benchmarks.prepared import Prepared, write
from benchmarks.processes import running_process
from benchmarks.report import Row
from tests.postgres import DISK
from tests.server.organising.series.seasons import THE_SEASON

_ALIKE: Final = 50
"""How many matches of a game are measured together."""

_LONG_AGO: Final = timedelta(days=60)
_LOOK_SECONDS: Final = 0.5
_PATIENCE_SECONDS: Final = 600
_TABLES: Final = ("entries", "archived_logs")

_OWING: Final = "SELECT (SELECT count(*) FROM marks) + (SELECT count(*) FROM owed_outcomes)"

_KEEP_SEASON: Final = """
WITH others AS (
    DELETE FROM entries WHERE log_id NOT IN (SELECT match_id FROM matches UNION SELECT series_id FROM series)
    RETURNING 1
)
SELECT (SELECT count(*) FROM entries) - (SELECT count(*) FROM others)
"""
"""Deletes players' own streams, which stay in the database."""


def measure(database: Callable[[], str]) -> list[Row]:
    """Return a row for each kind of logs; `database` returns the URL of an empty one."""
    return [
        _row("a duel, of", database(), _ALIKE, lambda url: _play(url, "wizards_duel")),
        _row("an Apocalypse of ten, of", database(), _ALIKE, lambda url: _play(url, "apocalypse")),
        _row("a season of 16 matches and its series, of", database(), 1, lambda url: asyncio.run(_season(url))),
    ]


def _row(figure: str, url: str, number: int, write_logs: Callable[[str], int]) -> Row:
    empty = asyncio.run(_in_tables(url))
    entries = write_logs(url)
    before = asyncio.run(_in_tables(url)) - empty
    files = _archive(url)
    after = asyncio.run(_in_tables(url)) - empty
    value = f"{files / number / 1000:.1f} kB, and {after / number / 1000:.1f} kB of rows"
    reference = f"rows {before / number / 1000:.1f} kB"
    return Row(f"archived: {figure} {entries / number:.0f} entries", value, reference, (files + after) / before)


def _play(url: str, game: str) -> int:
    """Write matches of a game that have long been over; return how many entries they have."""
    variant = {"wizards_duel": "colosseum", "apocalypse": "classic"}[game]
    matches = [Prepared(game, variant, datetime.now(UTC) - _LONG_AGO) for _ in range(_ALIKE)]
    for match in matches:
        match.play_out()
    write(url, matches)
    return sum(len(match.live.entries) for match in matches)


async def _season(url: str) -> int:
    """Let bots play a season of eleven; return how many entries its logs have."""
    with running_process("benchmarks.moirai_server", url) as server:
        connection = await connect(server.port)
        token = (await ask(connection, "POST", "/v1/players", {"name": "Director"}))["token"]
        body = {"label": "Eleven to one", **THE_SEASON, "start": "when_done"}
        path = f"/v1/series/{(await ask(connection, 'POST', '/v1/series', body, token))['series_id']}"
        await ask(connection, "POST", f"{path}/actions", {"type": "start"}, token)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            status = ""
            while status != "over" or await _fetch(url, _OWING):
                await asyncio.sleep(_LOOK_SECONDS)
                status = (await ask(connection, "GET", f"{path}/view", None, token))["status"]
        connection.close()
    return await _fetch(url, _KEEP_SEASON)


async def _in_tables(url: str) -> int:
    """Return what logs take, and what is noted about their files."""
    size = 0
    for table in _TABLES:
        await _fetch(url, f"VACUUM FULL {table}")
        size += await _fetch(url, f"SELECT pg_total_relation_size('{table}')")
    return size


def _archive(url: str) -> int:
    """Archive everything; return how many bytes its files have."""
    with tempfile.TemporaryDirectory(prefix="moirai-archive-", dir=DISK) as folder:
        settings = {"MOIRAI_DATABASE": url, "MOIRAI_ARCHIVE": Path(folder).as_uri()}
        command = (sys.executable, "-m", "server.cli.cli", "archive", "--days", "0")
        subprocess.run(command, env={**os.environ, **settings}, check=True)
        return sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())


async def _fetch(url: str, statement: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(statement) or 0)
    finally:
        await connection.close()
