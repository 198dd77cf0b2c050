"""
Which schema a database has, and whether this server can use it.

The migrations are in `alembic/` in a checkout and next to this module in an installed package. `migrating` applies
them, `planning` says what that would do.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

_TABLES_OF_OURS: Final = frozenset({"entries", "players", "matches"})


class SchemaError(Exception):
    """The database does not have the schema of this server; the text says what to do."""


async def check_schema(engine: AsyncEngine) -> str:
    """
    Check that the database has the schema of this server; returns its revision.

    Raises:
        SchemaError: It is older (or empty), or newer.
    """
    async with engine.connect() as connection:
        current = await connection.run_sync(revision_of)
    if current is not None and current == scripts().get_current_head():
        return current
    refuse_newer(current)
    if current is None:
        raise SchemaError("The database has no tables yet: run `moirai migrate`.")
    raise SchemaError(f"The database is older than this server (at revision {current}): run `moirai migrate`.")


def require_known(path: Path, name: Path) -> None:
    """
    Check that an SQLite file, which a refusal calls `name`, is a database of this server, or of an earlier one.

    Raises:
        SchemaError: It belongs to another program, is empty, or newer than this server.
        sqlite3.DatabaseError: It cannot be read.
    """
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= _TABLES_OF_OURS | {"alembic_version"}:
            raise SchemaError(f"{name} is not a database of Moirai.")
        revisions = [revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    refuse_newer(next(iter(revisions), None))


@cache
def scripts() -> ScriptDirectory:
    """Return the migrations; read once, because each reading compiles all of them."""
    return ScriptDirectory.from_config(config())


def config() -> Config:
    """Return where Alembic finds the migrations."""
    installed = Path(__file__).parent / "migrations"
    checkout = Path(__file__).parents[3] / "alembic"
    found = Config()
    found.set_main_option("script_location", str(installed if installed.is_dir() else checkout).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found


def pending(revision: str | None) -> list[Script]:
    """Return the migrations that a database at this revision does not have, in order; all if it has no tables."""
    return [*scripts().iterate_revisions("head", revision or "base")][::-1]


def usable_revision(connection: Connection) -> str | None:
    """
    Return the revision of a database that this server can migrate; None if it has no tables.

    Raises:
        SchemaError: It belongs to another program, or is newer than this server.
    """
    revision = revision_of(connection)
    tables = set(inspect(connection).get_table_names())
    if tables and not (revision is not None and tables >= _TABLES_OF_OURS):
        raise SchemaError("This database contains tables of another application: use a separate database for Moirai.")
    refuse_newer(revision)
    return revision


def revision_of(connection: Connection) -> str | None:
    """Return the revision that a database says it has."""
    return MigrationContext.configure(connection).get_current_revision()


def refuse_newer(revision: str | None) -> None:
    """
    Check that a revision is one of this server.

    Raises:
        SchemaError: A later server has migrated the database.
    """
    if revision is not None and revision not in _known():
        raise SchemaError(f"This server is older than the database (at revision {revision}): upgrade the server.")


@cache
def _known() -> frozenset[str]:
    return frozenset(script.revision for script in scripts().walk_revisions())
