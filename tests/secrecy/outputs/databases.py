"""Manipulate a server's database behind its back, for SQLite and PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from tests.postgres import PostgresServer

_TABLES = ("entries", "players", "kept_replies")


async def secrets_at_rest(database: str) -> list[str]:
    """Return the seeds, nonces and credential hashes."""
    return [
        *await _run(database, "SELECT seed FROM seeds"),
        *await _run(database, "SELECT nonce FROM entries"),
        *await _run(database, "SELECT secret_hash FROM tokens"),
        *await _run(database, "SELECT secret_hash FROM invitations"),
    ]


async def take_away_tables(database: str) -> None:
    """Rename tables, so that statements fail."""
    for table in _TABLES:
        await _run(database, f"ALTER TABLE {table} RENAME TO away_{table}")


async def give_back_tables(database: str) -> None:
    for table in _TABLES:
        await _run(database, f"ALTER TABLE away_{table} RENAME TO {table}")


async def refuse_rows(database: str) -> None:
    """Reject every new entry and player. PostgreSQL and its driver quote the rejected row."""
    for table in ("entries", "players"):
        if _is_sqlite(database):
            refuse = "BEGIN SELECT RAISE(ABORT, 'refused'); END"
            await _run(database, f"CREATE TRIGGER refuse_{table} BEFORE INSERT ON {table} {refuse}")
        else:
            await _run(database, f"ALTER TABLE {table} ADD CONSTRAINT refuse CHECK (false) NOT VALID")


async def spoil_log(database: str, match_id: str, canary: str) -> None:
    """Corrupt a fact of an overdue match; a reader of the log reports what it found there."""
    facts = json.dumps([{"to": "everyone", "fact": {"type": "seat_taken", "seat": [canary], "player": None}}])
    await _run(database, f"UPDATE entries SET facts = '{facts}' WHERE log_id = '{match_id}' AND seq = 2")
    await _run(database, f"UPDATE matches SET due_at = '2026-01-01T00:00:00.000000Z' WHERE match_id = '{match_id}'")


def server_log(database: str, request: pytest.FixtureRequest) -> Callable[[], str]:
    """Read what PostgreSQL itself logs from now on; SQLite has no log."""
    if _is_sqlite(database):
        return lambda: ""
    postgres: PostgresServer = request.getfixturevalue("postgres_server")
    log: Path = postgres.folder / "log"
    begun = log.stat().st_size
    return lambda: log.read_bytes()[begun:].decode(errors="backslashreplace")


def _is_sqlite(database: str) -> bool:
    return database.startswith("sqlite")


async def _run(database: str, statement: str) -> list[str]:
    """Run a statement and return the first column of its result."""
    if _is_sqlite(database):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file, file:
            return [row[0] for row in file.execute(statement)]
    connection = await asyncpg.connect(database)
    try:
        return [row[0] for row in await connection.fetch(statement)]
    finally:
        await connection.close()
