"""
The commands about databases: what they are called with. Each has a module of the same name that says what it does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.cli.terminal import Database


def migrate(
    database: Database = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what would be done: exits with 3 if there is something, else 0.")
    ] = False,
) -> None:
    """Migrate the database to the latest schema; that of players' own streams, too, if it is another one."""
    from server.cli.migrate import migrate

    migrate(database, check=check)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup; of own streams also FILE-own-streams.")],
    database: Database = None,
) -> None:
    """Write a backup of the SQLite database, while the server runs or not."""
    from server.cli.backup import backup

    backup(file, database)


def prune(
    database: Database = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would end; change nothing.")] = False,
) -> None:
    """
    End what is no longer kept: expired rows, matches that never began, and what the settings `MOIRAI_KEEP_…` say.

    Servers do the same by and by. An SQLite file must not be in use by a server, except for --dry-run.
    """
    from server.cli.pruning import prune

    prune(database, dry_run=dry_run)


def restore(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A backup that `moirai backup` has written.")
    ] = None,
    restored: Annotated[
        bool,
        typer.Option("--restored", help="You have restored the database by other means, such as pg_restore."),
    ] = False,
    database: Database = None,
) -> None:
    """Put a backup in the place of the SQLite database, while no server runs; or say that you have restored it."""
    from server.cli.restore import restore

    restore(file, database, restored=restored)


def archive(
    days: Annotated[
        float | None, typer.Option(min=0, help="Overrides MOIRAI_ARCHIVE_AFTER: days without a new entry.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what is due.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only read and verify the files of the archive.")] = False,
    database: Database = None,
) -> None:
    """Move what has long been over to the archive. Exits with 1 if something stays that was due, or is damaged."""
    from server.cli.archiving import archive

    archive(days, database, dry_run=dry_run, check=check)


def restore_from_archive(
    log_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="A match, a tournament or a series.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Put back everything.")] = False,
    database: Database = None,
) -> None:
    """Put a log, or all, from the archive back into the database, and delete the file. Exits with 1 if one stays."""
    from server.cli.archiving import restore_from_archive

    restore_from_archive(log_id, database, everything=everything)
