"""`moirai backup`: a copy of the SQLite databases, while the server runs (docs/backup.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from server.cli.terminal import fail, failures, say, settings_of
from server.logs.store.contract import BrokenLogError
from server.logs.store.heads import check_heads
from server.runtime.database.backups import BackupError, back_up
from server.runtime.database.connection import sqlite_path
from server.runtime.settings import Settings

OWN_STREAMS: Final = "-own-streams"
"""What the name of a backup of players' own streams ends with, if they have a database of their own."""

_NICENESS: Final = 10
"""How much processor time is left to the server: most of what a backup takes is checking it."""


def backup(file: Path, database: str | None) -> None:
    """Write a backup of the SQLite database, while the server runs or not."""
    settings = settings_of(database=database)
    with failures(settings), backup_failures():
        copies = files_of(settings, file)
        os.nice(_NICENESS)
        for (path, copy), size in zip(copies, back_up(copies, check_heads), strict=True):
            say(f"{copy}: a backup of {path} with {size.entries} entries of {size.logs} logs.")


def files_of(settings: Settings, file: Path) -> list[tuple[Path, Path]]:
    """
    Return each SQLite database of the settings with its backup, that of the matches first.

    Raises:
        BackupError: The matches are in PostgreSQL, or `file` is an address.
    """
    if ":/" in str(file):  # It may contain a password.
        raise BackupError("FILE must be a file; name the database by --database.")
    path, *own = (sqlite_path(url) for url in settings.databases)
    if path is None:
        raise BackupError("The database is PostgreSQL: use pg_dump and pg_restore, as docs/backup.md describes.")
    return [(path, file), *((each, file.with_name(file.name + OWN_STREAMS)) for each in own if each is not None)]


@contextmanager
def backup_failures() -> Iterator[None]:
    """Say in a sentence why there is no backup, or none that can be used, and exit with 2."""
    try:
        yield
    except BackupError as error:
        fail(str(error), 2)
    except BrokenLogError as error:
        fail(f"The database is damaged: {error}.", 2)
