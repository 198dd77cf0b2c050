"""Opening the store of a log."""

from __future__ import annotations

from server.database.connection import sqlite_path
from server.log.contract import Store
from server.log.postgres import PostgresStore
from server.log.sqlite import SqliteStore


def open_store(url: str) -> Store:
    """Create the log's store, without connecting."""
    path = sqlite_path(url)
    return PostgresStore(url) if path is None else SqliteStore(path)
