"""`moirai prune`: what it says, and what it does."""

from __future__ import annotations

import asyncio
import re

import pytest
from typer.testing import CliRunner

from server.cli.cli import app
from server.runtime.database.connection import sqlite_path
from server.runtime.database.sole_use import sole_use
from tests.databases import execute, rows

REPLY = (
    "INSERT INTO kept_replies (player_id, key, request_hash, status, body, created_at)"
    " VALUES (:player, 'once', '', 201, '', '2020-01-01T00:00:00.000000Z')"
)


def _run(*arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, ["prune", *arguments])
    return result.exit_code, result.output.splitlines()


async def _replies(database: str) -> int:
    return len(await rows(database, "SELECT * FROM kept_replies"))


def test_pruning_says_what_would_end_and_then_what_has_ended(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in ("ada", "bo"):
        asyncio.run(execute(database_url, REPLY, player=player))

    looked, would = _run("--dry-run", "--database", database_url)
    still = asyncio.run(_replies(database_url))
    pruned, ended = _run("--database", database_url)
    monkeypatch.setenv("MOIRAI_KEEP_GUESTS_DAYS", "365")
    again, nothing = _run("--database", database_url)

    assert (looked, pruned, again, still, asyncio.run(_replies(database_url))) == (0, 0, 0, 2, 0)
    assert "kept_replies: 2 would end: ada, bo" in would
    assert {"kept_replies: 2 ended", "guests: kept for ever"} <= set(ended)
    assert "guests: 0 ended" in nothing
    assert all(re.fullmatch(r"[a-z_]+: (0 ended|kept for ever)", line) for line in nothing)


def test_a_file_in_use_is_looked_at_but_not_pruned(sqlite_url: str) -> None:
    path = sqlite_path(sqlite_url)
    assert path is not None
    with sole_use(path):
        looked, _ = _run("--dry-run", "--database", sqlite_url)
        refused, said = _run("--database", sqlite_url)

    assert (looked, refused) == (0, 2)
    assert "Another server is using" in said[-1]
