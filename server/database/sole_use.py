"""
An SQLite file is for one process: whoever works on it keeps others out.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_SUFFIX = "-in-use"
_PAUSE_SECONDS = 0.05


class SqliteFileError(Exception):
    """The file cannot be worked on; the text says why, and what to do."""


@contextmanager
def sole_use(path: Path, patience_seconds: float = 0) -> Iterator[None]:
    """
    Keep other servers and migrations away from this SQLite file; a process that dies lets go of it.

    Blocks for `patience_seconds` at most while another has it.

    The lock is on a file beside it, for SQLite has locks of its own.

    Raises:
        SqliteFileError: Another has it, or nothing can be written where it is.
    """
    try:
        beside = path.with_name(path.name + _SUFFIX).open("ab")
    except OSError as error:
        raise SqliteFileError(f"{path} cannot be written: {error.strerror}.") from error
    with beside:
        until = time.monotonic() + patience_seconds
        while not _lock(beside):
            if time.monotonic() >= until:
                raise SqliteFileError(
                    f"Another server works on {path}, and SQLite is for one: stop it, or use PostgreSQL for several."
                )
            time.sleep(_PAUSE_SECONDS)
        yield


def _lock(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
