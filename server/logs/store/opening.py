"""Opening the store of a log."""

from __future__ import annotations

from server.logs.store.contract import Store
from server.logs.store.postgres import PostgresStore
from server.logs.store.sqlite import SqliteStore
from server.runtime.database.connection import sqlite_path


def open_store(url: str) -> Store:
    """Create the log's store, without connecting."""
    path = sqlite_path(url)
    return PostgresStore(url) if path is None else SqliteStore(path)
