"""
Putting backups of SQLite databases in the place of the present ones (docs/backup.md).

Everything is prepared in copies beside the databases, with another name. A kill at any point leaves the present
databases or the restored ones; of two, between their changes of name, a file that stops the next server from starting.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from server.runtime.database.backups import BackupError, Check, Checked, check_copy, failures_with
from server.runtime.database.migrating import migrate_sqlite
from server.runtime.database.sole_use import READY, flush, is_marked

_STAGED: Final = ".restoring"
_BEFORE: Final = ".before-restore-"

_LOGS_OF_SQLITE: Final = ("-wal", "-journal")


def stage(backup: Path, database: Path, check: Check[Checked]) -> tuple[Path, Checked]:
    """
    Copy a backup to a file beside the database, check it, and migrate it; the backup is only read.

    Returns the file, and what `check` says of it.

    Raises:
        BackupError: It is not a whole backup, or cannot be copied.
        SchemaError: It belongs to another program, or is newer than this server.
    """
    staged = database.with_name(database.name + _STAGED)
    with failures_with(backup):
        if database.exists() and backup.samefile(database):
            raise BackupError(f"{backup} is the database itself.")
        if is_marked(backup):
            raise BackupError(f"{backup} was copied while a server used it: it lacks the latest commits.")
        if any(beside.exists() and beside.stat().st_size for beside in _beside(backup)):
            raise BackupError(f"{backup} was not closed in order: start a server on it, or take a backup of it.")
        remove_staged(database)
        shutil.copyfile(backup, staged)
        checked = check_copy(staged, check, backup)
        migrate_sqlite(staged)
    return staged, checked


def remove_staged(database: Path) -> None:
    """Remove what was prepared for a database."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        (database.with_name(database.name + _STAGED + suffix)).unlink(missing_ok=True)


def put_in_place(staged: Sequence[tuple[Path, Path]]) -> list[Path]:
    """
    Give staged files the names of their databases, the first one last; callers have sole use of all of them.

    Returns under which names the databases of before are kept.

    Raises:
        BackupError: Another program uses a database, or a file cannot be written.
    """
    (first, database), *others = staged
    with failures_with(database):
        for file, _ in staged:
            _settle(file)
            flush(file)
        for _, present in staged:
            _settle_if_readable(present)
        if others:
            ready = database.with_name(database.name + READY)
            first.replace(ready)
            flush(ready.parent)
            first = ready
        return [kept for each in (*others, (first, database)) if (kept := _replace(*each)) is not None]


def _replace(file: Path, database: Path) -> Path | None:
    kept = _keep(database) if database.exists() else None
    file.replace(database)
    flush(database.parent)
    return kept


def _keep(database: Path) -> Path:
    """Give a database, with its logs of SQLite, a second name."""
    for number in count(1):
        kept = database.with_name(f"{database.name}{_BEFORE}{number}")
        if not kept.exists():
            os.link(database, kept)
            break
        if kept.samefile(database):  # of a try that was killed
            break
    for log in _beside(database):
        # It is there only if the database cannot be read: SQLite would apply it to the restored one.
        if log.exists():
            log.replace(kept.with_name(kept.name + log.name.removeprefix(database.name)))
    database.with_name(database.name + "-shm").unlink(missing_ok=True)
    flush(database.parent)
    return kept


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + suffix) for suffix in _LOGS_OF_SQLITE]


def _settle(path: Path) -> None:
    """Write all commits into the file itself, and remove the log of SQLite beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        ((mode,),) = connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    if mode != "delete":
        raise BackupError(f"Another program uses {path}: end it.")


def _settle_if_readable(database: Path) -> None:
    if not database.exists():
        return
    try:
        # Only to read: otherwise, SQLite may delete its log beside a file that it cannot read.
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.DatabaseError:
        return  # It is kept as it is.
    try:
        _settle(database)
    except sqlite3.OperationalError as error:
        raise BackupError(f"Another program uses {database}: end it. ({error})") from error
