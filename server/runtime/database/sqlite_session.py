"""How connections to a file of SQLite are configured."""

from __future__ import annotations

from collections.abc import Callable

_BUSY_MS = 10_000  # There are other writers (players, tickets, a second process); their writes are short.


def configure(execute: Callable[[str], object]) -> None:
    """
    Configure a new connection to the file.

    The busy timeout comes first: even enabling write-ahead logging may have to wait for another process.
    """
    execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    execute("PRAGMA journal_mode = WAL")
    # With NORMAL, a power failure could lose the last commits, which have been acknowledged.
    execute("PRAGMA synchronous = FULL")
