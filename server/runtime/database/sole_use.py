"""An SQLite file supports one process: a lock keeps other processes out."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_SUFFIX = "-in-use"
_RETRY_SECONDS = 0.05


class SqliteFileError(Exception):
    """The file cannot be used; the text says why, and what to do."""


@contextmanager
def sole_use(path: Path, patience_seconds: float = 0) -> Iterator[None]:
    """
    Lock out other servers and migrations from this SQLite file; the lock ends with the process.

    Blocks for at most `patience_seconds` while another process has it. The lock is on a separate file, because SQLite
    locks its own; if the process was killed, that file remains, but does not lock anything.

    Raises:
        SqliteFileError: Another process has the lock, or the folder is not writable.
    """
    beside = path.with_name(path.name + _SUFFIX)
    until = time.monotonic() + patience_seconds
    while True:
        try:
            file = beside.open("ab")
        except OSError as error:
            raise SqliteFileError(f"{path} cannot be written: {error.strerror}.") from error
        with file:
            if _lock(file, beside):
                try:
                    yield
                finally:
                    beside.unlink(missing_ok=True)
                return
        if time.monotonic() >= until:
            raise SqliteFileError(
                f"Another server is using {path}, and SQLite supports only one: stop it, or use PostgreSQL for several."
            )
        time.sleep(_RETRY_SECONDS)


def _lock(file: BinaryIO, path: Path) -> bool:
    """Try to lock; return whether the lock is on the current file, since the previous owner deletes its file."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
