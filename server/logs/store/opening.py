"""Opening the store of a log."""

from __future__ import annotations

from collections.abc import Sequence

from server.logs.store.contract import Store
from server.logs.store.postgres import PostgresStore
from server.logs.store.replica import Replica
from server.logs.store.replicated import ReplicatedStore
from server.logs.store.sqlite import SqliteStore
from server.logs.store.summaries import Tables
from server.runtime.database.connection import sqlite_path


def open_store(url: str, replica: Replica | None = None, kinds: Sequence[Tables] = ()) -> Store:
    """Create the log's store, without connecting. `replica` is asked for logs of these kinds that are over."""
    path = sqlite_path(url)
    if path is not None:
        return SqliteStore(path)
    return PostgresStore(url) if replica is None or not replica.exists else ReplicatedStore(url, replica, kinds)
