"""
An SQLite file supports one process: a lock keeps other processes out.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_SUFFIX = "-in-use"
_PAUSE_SECONDS = 0.05


class SqliteFileError(Exception):
    """The file cannot be used; the text says why, and what to do."""


@contextmanager
def sole_use(path: Path, patience_seconds: float = 0) -> Iterator[None]:
    """
    Keep other servers and migrations away from this SQLite file; a process that dies lets go of it.

    Blocks for `patience_seconds` at most while another has it. The lock is on a file beside it, for SQLite has locks of
    its own; where a process was ended by a signal the file stays, and locks nothing.

    Raises:
        SqliteFileError: Another has it, or nothing can be written where it is.
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
        time.sleep(_PAUSE_SECONDS)


def _lock(file: BinaryIO, path: Path) -> bool:
    """Whether the lock is had, on the file that is there now: who had it before has taken theirs away."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
