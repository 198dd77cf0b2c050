"""
An SQLite file supports one process: a lock keeps other processes out, and a mark in the file tells copies apart.

With write-ahead logging, the latest commits are in a file beside the database. A copy of the database alone lacks them:
it has the mark, but nothing beside it that a killed server leaves.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from server.runtime.database.sqlite_session import configure

READY: Final = ".restored"
"""The ending of a restored database that has not taken its place yet, although another one may have."""

_SUFFIX = "-in-use"
_RETRY_SECONDS = 0.05

_IN_USE: Final = 0x6D6F6972
"""The `user_version` of a file that a server uses; 0 when it has stopped in order."""

_PLACE_OF_MARK: Final = 60
_MARK_BYTES: Final = 4
"""Where SQLite has the `user_version` in a file (https://sqlite.org/fileformat2.html#user_version_number)."""


class SqliteFileError(Exception):
    """The file cannot be used; the text says why, and what to do."""


@contextmanager
def sole_use(path: Path, patience_seconds: float = 0) -> Iterator[None]:
    """
    Lock out other servers and migrations from this SQLite file; the lock ends with the process.

    Blocks for at most `patience_seconds` while another process has it. The lock is on a separate file, because SQLite
    locks its own; if the process was killed, that file remains, but does not lock anything.

    Raises:
        SqliteFileError: Another process has the lock, the folder is not writable, or the file is not to be used: it is
            a copy of a database in use, without its latest commits, or a restore was interrupted.
    """
    with lock_out(path, patience_seconds) as is_copy:
        if is_copy:
            raise SqliteFileError(
                f"{path} was copied while a server used it, and lacks the latest commits: take copies with "
                "`moirai backup`."
            )
        if path.with_name(path.name + READY).exists():
            raise SqliteFileError(f"A restore of {path} was interrupted: run `moirai restore` again.")
        yield


@contextmanager
def lock_out(path: Path, patience_seconds: float = 0) -> Iterator[bool]:
    """
    Like `sole_use`, whatever the file is, for callers that replace it.

    Yields whether it is a copy of a database in use, without its latest commits.

    Raises:
        SqliteFileError: Another process has the lock, or the folder is not writable.
    """
    beside = path.with_name(path.name + _SUFFIX)
    until = time.monotonic() + patience_seconds
    while True:
        was_left = beside.exists()
        try:
            file = beside.open("ab")
        except OSError as error:
            raise SqliteFileError(f"{path} cannot be written: {error.strerror}.") from error
        with file:
            if lock(file, beside):
                is_copy = not was_left and _is_copy(path)
                try:
                    yield is_copy
                finally:
                    # It stays as long as the mark, as after a server that was killed.
                    if is_copy or not is_marked(path):
                        beside.unlink(missing_ok=True)
                return
        if time.monotonic() >= until:
            raise SqliteFileError(
                f"Another server is using {path}, and SQLite supports only one: stop it, or use PostgreSQL for several."
            )
        time.sleep(_RETRY_SECONDS)


@contextmanager
def mark_in_use(path: Path) -> Iterator[None]:
    """Mark a file of which this process has sole use as in use; not any more once the process stops in order."""
    flush(path.parent)  # The file of the lock must be there as long as the mark is.
    _mark(path, _IN_USE)
    yield
    _mark(path, 0)


def is_marked(path: Path) -> bool:
    """Return whether a file is marked as in use; False without a file."""
    try:
        with path.open("rb") as file:
            file.seek(_PLACE_OF_MARK)
            return int.from_bytes(file.read(_MARK_BYTES)) == _IN_USE
    except FileNotFoundError:
        return False


def remove_mark(connection: sqlite3.Connection) -> None:
    """Remove the mark from a copy that is whole."""
    connection.execute("PRAGMA user_version = 0")


def flush(path: Path) -> None:
    """Write a file or a folder to disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _mark(path: Path, mark: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        configure(connection.execute)
        connection.execute(f"PRAGMA user_version = {mark}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _is_copy(path: Path) -> bool:
    """Return whether a file beside which no server was killed is a copy of one in use, without its latest commits."""
    latest = path.with_name(path.name + "-wal")
    return is_marked(path) and not (latest.exists() and latest.stat().st_size)


def lock(file: BinaryIO, path: Path) -> bool:
    """
    Try to lock an open file until it is closed.

    Returns whether the lock is on the file that has this name now, since the previous owner deletes its file.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
