"""
Backups of SQLite databases, taken while a server uses them (docs/backup.md).

All pages are read from one snapshot, in steps: with write-ahead logging, writers go on meanwhile. A backup has another
name until it is whole, checked and on disk.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from server.runtime.database.schema import require_known
from server.runtime.database.sole_use import flush, lock, remove_mark

_SUFFIX: Final = ".partial"

_PAGES_A_STEP: Final = 256
_PAUSE_SECONDS: Final = 0.005
"""Pause after each step of 1 MB, so that the disk also has time for the commits of the server."""

_BUSY_SECONDS: Final = 10

Checked = TypeVar("Checked")
Check = Callable[[sqlite3.Connection], Checked]
"""Checks what a copy contains, and returns what to say of it; raises if it is not whole."""


class BackupError(Exception):
    """A backup cannot be written or used; the text says why, and what to do."""


def back_up(copies: Sequence[tuple[Path, Path]], check: Check[Checked]) -> list[Checked]:
    """
    Copy databases to files, all as of one moment; the last file gets its name when all are whole.

    A file that exists is not replaced. If this process is killed, only files with another name remain, which the next
    try replaces.

    Raises:
        BackupError: There is no such database, a file exists or cannot be written, or a database is damaged.
    """
    for path, file in copies:
        if not path.is_file():
            raise BackupError(f"There is no database {path}.")
        if file.exists():
            raise BackupError(f"{file} exists already: choose another name.")
    with failures_with(None), ExitStack() as using:
        partials = [using.enter_context(_partial(file)) for _, file in copies]
        # Without a pause between them; that of own streams first: what they lack is told again after a restore.
        snapshots = [using.enter_context(_snapshot(path)) for path, _ in reversed(copies)][::-1]
        checked = [_copy(snapshot, partial, check) for snapshot, partial in zip(snapshots, partials, strict=True)]
        for partial, (_, file) in reversed([*zip(partials, copies, strict=True)]):
            os.link(partial, file)  # Unlike renaming, this replaces nothing.
            flush(file.parent)
    return checked


def check_copy(path: Path, check: Check[Checked], name: Path | None = None) -> Checked:
    """
    Check that a copy of a database is whole, and leave it as one file, without a log of its own, on disk.

    `name` is what a refusal calls it.

    Raises:
        BackupError: It is damaged, not a database, or of another program or a newer server.
    """
    name = name or path
    with failures_with(name):
        require_known(path, name)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            ((found,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if found != "ok":
                raise BackupError(f"{name} is damaged: {found}.")
            checked = check(connection)
        flush(path)
    return checked


@contextmanager
def _partial(file: Path) -> Iterator[Path]:
    """Return the name of a file while it is written, with an empty file that nobody else writes."""
    partial = file.with_name(file.name + _SUFFIX)
    with partial.open("ab") as locked:
        if not lock(locked, partial):
            raise BackupError(f"Another backup is being written to {file}.")
        try:
            locked.truncate(0)
            yield partial
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def _snapshot(path: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection that sees the database as it is now until the end."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_BUSY_SECONDS)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield connection


def _copy(snapshot: sqlite3.Connection, partial: Path, check: Check[Checked]) -> Checked:
    with closing(sqlite3.connect(partial, isolation_level=None)) as target:
        # What is cut short is never used, so it needs no journal.
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        # The snapshot is in a transaction: otherwise each commit of the server would make the copy begin again.
        snapshot.backup(target, pages=_PAGES_A_STEP, progress=lambda *_: time.sleep(_PAUSE_SECONDS))
        remove_mark(target)
    return check_copy(partial, check)


@contextmanager
def failures_with(file: Path | None) -> Iterator[None]:
    """
    Say in a sentence what has failed with a file; None: with a new copy.

    Raises:
        BackupError: This sentence.
    """
    try:
        yield
    except FileExistsError as error:
        raise BackupError(f"{error.filename2 or error.filename} exists already: choose another name.") from error
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file or 'The copy'} cannot be used: {error}.") from error
    except OSError as error:
        raise BackupError(f"{error.filename} cannot be used: {os.strerror(error.errno or 0)}.") from error
