"""
Which schema a database has, and whether this server can use it.

The migrations are in `alembic/` in a checkout and next to this module in an installed package. `migrating` applies
them, `planning` says what that would do.

A database says two things. `schema_revision` has its latest migration. `alembic_version` has the oldest schema whose
servers can work on it: most migrations only add, and leave it as it is. So a server works on the database of a later
version for as long as it knows that revision. What is done to its rows in a way that earlier servers cannot work with
raises it, too (`exclude_earlier`). Servers of 0.2.0 know `alembic_version` alone, and require that it is their schema.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, String, TableClause, Update, column, inspect, select, table, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import Script, ScriptDirectory

REVISION_TABLE: Final = "schema_revision"
OLDEST_TABLE: Final = "alembic_version"

_TABLES_OF_OURS: Final = frozenset({"entries", "players", "matches"})


class SchemaError(Exception):
    """This server cannot work on the database; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Versions:
    """
    What a database says of its schema: its latest migration, and the oldest schema whose servers can work on it.

    Both are None if it has no tables.
    """

    revision: str | None
    oldest: str | None


async def check_schema(engine: AsyncEngine) -> None:
    """
    Check that this server can work on the database.

    Raises:
        SchemaError: It is older (or empty), or too new.
    """
    async with engine.connect() as connection:
        found = await connection.run_sync(versions_of)
    if is_usable(found):
        return
    refuse_newer(found)
    if found.revision is None:
        raise SchemaError("The database has no tables yet: run `moirai migrate`.")
    raise SchemaError(f"The database is older than this server (at revision {found.revision}): run `moirai migrate`.")


def is_usable(found: Versions) -> bool:
    """Whether a database has all migrations of this server, and none that its servers cannot work with."""
    return found.oldest in revisions() and (found.revision == revisions()[-1] or found.revision not in revisions())


def require_known(path: Path, name: Path) -> None:
    """
    Check that this server can use or migrate an SQLite file, which a refusal calls `name`.

    Raises:
        SchemaError: It belongs to another program, is empty, or too new for this server.
        sqlite3.DatabaseError: It cannot be read.
    """
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= _TABLES_OF_OURS | {OLDEST_TABLE}:
            raise SchemaError(f"{name} is not a database of Moirai.")
        found = [oldest for (oldest,) in connection.execute(f"SELECT version_num FROM {OLDEST_TABLE}")]
    refuse_newer(Versions(None, next(iter(found), None)))


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions of this server's migrations in order; their files are named after them."""
    return tuple(sorted(path.name.partition("_")[0] for path in (_folder() / "versions").glob("[0-9]*.py")))


@cache
def scripts() -> ScriptDirectory:
    """Return the migrations; read once, because each reading compiles all of them."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(config())


def config() -> Config:
    """Return where Alembic finds the migrations."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found


def _folder() -> Path:
    installed = Path(__file__).parent / "migrations"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "alembic"


def pending(revision: str | None) -> list[Script]:
    """Return the migrations that a database at this revision does not have, in order; all if it has no tables."""
    if revision == revisions()[-1]:
        return []
    return [*scripts().iterate_revisions("head", revision or "base")][::-1]


def oldest_beside(revision: str) -> str:
    """
    Return the oldest schema whose servers can work on a database with this migration.

    The latest migration with a constant `OLDEST` says it (CONTRIBUTING.md); where none does, no earlier one can.
    """
    named = (getattr(script.module, "OLDEST", None) for script in scripts().iterate_revisions(revision, "base"))
    return next((oldest for oldest in named if oldest), revision)


def usable_revision(connection: Connection) -> str | None:
    """
    Return the latest of this server's migrations that a database has; None if it has no tables.

    Raises:
        SchemaError: It belongs to another program, or is too new for this server.
    """
    found = versions_of(connection)
    tables = set(inspect(connection).get_table_names())
    if tables and not (found.revision is not None and tables >= _TABLES_OF_OURS):
        raise SchemaError("This database contains tables of another application: use a separate database for Moirai.")
    refuse_newer(found)
    return found.revision if found.revision is None or found.revision in revisions() else revisions()[-1]


def versions_of(connection: Connection) -> Versions:
    """Return what a database says of its schema; before migration 0034, all servers had to have its schema."""
    oldest = _recorded(connection, OLDEST_TABLE)
    return Versions(_recorded(connection, REVISION_TABLE) or oldest, oldest)


def record(connection: Connection, found: Versions) -> None:
    """Write what a database is to say of its schema, in the transaction of the connection."""
    from alembic.migration import MigrationContext

    for name, revision in ((REVISION_TABLE, found.revision), (OLDEST_TABLE, found.oldest)):
        if revision is not None:
            MigrationContext.configure(connection, opts={"version_table": name}).stamp(scripts(), revision)


def later_of(one: str, other: str) -> str:
    """Return the later one of two revisions that this server knows."""
    return one if other in _up_to(one) else other


async def exclude_earlier(connection: AsyncConnection, revision: str) -> None:
    """Let no server of an earlier schema than this one start on the database, in the transaction of the connection."""
    await connection.execute(exclusion_of(revision))


def exclusion_of(revision: str) -> Update:
    """Return the statement that does so."""
    oldest = _table(OLDEST_TABLE)
    earlier = _up_to(revision)[:-1]
    return update(oldest).where(oldest.c.version_num.in_(earlier)).values(version_num=revision)


def refuse_newer(found: Versions) -> None:
    """
    Check that no migration excludes this server.

    Raises:
        SchemaError: One does.
    """
    if found.oldest is not None and found.oldest not in revisions():
        raise SchemaError(
            f"This server is older than the database allows (from revision {found.oldest} on): upgrade the server."
        )


def _recorded(connection: Connection, name: str) -> str | None:
    """Return the revision that a table has, which Alembic writes; None without the table, or a row in it."""
    if not inspect(connection).has_table(name):
        return None
    return connection.execute(select(_table(name).c.version_num)).scalar_one_or_none()


def _table(name: str) -> TableClause:
    return table(name, column("version_num", String))


def _up_to(revision: str) -> Sequence[str]:
    return revisions()[: revisions().index(revision) + 1]
