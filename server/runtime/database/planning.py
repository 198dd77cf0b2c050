"""
What `moirai migrate` would do to a database, without doing it (`moirai migrate --check`).

A migration says what it is in its first sentence, and in `ROWS` the tables whose every row it reads, writes or indexes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, func, inspect, select, table, text
from sqlalchemy.pool import NullPool

from server.runtime.database.connection import open_postgres, sqlite_path
from server.runtime.database.migrating import ANSWER_SECONDS, first_answer
from server.runtime.database.mistakes import explain_errors
from server.runtime.database.schema import oldest_beside, pending, usable_revision

if TYPE_CHECKING:
    from alembic.script import Script

_ROWS_PER_SECOND: Final = 5_000
"""How many rows a slow disk migrates at least; docs/benchmarks.md has what was measured."""


@dataclass(frozen=True, slots=True)
class Step:
    """A migration that would be applied: its revision, what it does, and how many rows it works through by table."""

    revision: str
    title: str
    rows: Sequence[tuple[str, int]]

    @property
    def seconds(self) -> float:
        """How long it may take."""
        return sum(count for _, count in self.rows) / _ROWS_PER_SECOND


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What a migration would do.

    `revision` is that of the database; None if it has no tables. `servers_go_on`: whether servers of the version that
    made it can work on it during the migration and afterwards, beside new ones.
    """

    revision: str | None
    steps: Sequence[Step]
    servers_go_on: bool

    @property
    def seconds(self) -> float:
        """How long all of it may take."""
        return sum(step.seconds for step in self.steps)


def plan(url: str) -> Plan:
    """
    Say what `migrate` would do to this database; changes nothing.

    Blocks, and runs its own event loop: within another one, call it in a thread.

    Raises:
        SchemaError: The database is too new for this server, or belongs to another program.
        DatabaseMistakeError: PostgreSQL cannot be used.
    """
    path = sqlite_path(url)
    if path is None:
        with explain_errors(url):
            return asyncio.run(_plan_postgres(url))
    return _plan_sqlite(path)


async def _plan_postgres(url: str) -> Plan:
    # No time limit for statements: counting rows may take long.
    engine = open_postgres(url, command_seconds=None, connect_seconds=ANSWER_SECONDS)
    try:
        connection = await first_answer(engine)
        try:
            await connection.execute(text("SET TRANSACTION READ ONLY"))
            return await connection.run_sync(_plan, has_others=True)
        finally:
            await connection.close()
    finally:
        await engine.dispose()


def _plan_sqlite(path: Path) -> Plan:
    if not path.exists():
        return Plan(None, [_step(script, {}) for script in pending(None)], servers_go_on=False)
    # Without a write-ahead log nobody uses the file; otherwise SQLite would begin one, for which it needs the folder.
    unused = not path.with_name(path.name + "-wal").exists()
    name = f"file:{quote(str(path))}?mode=ro{'&immutable=1' if unused else ''}&uri=true"
    engine = create_engine(f"sqlite:///{name}", poolclass=NullPool, hide_parameters=True)
    with engine.connect() as connection:
        return _plan(connection, has_others=False)


def _plan(connection: Connection, *, has_others: bool) -> Plan:
    """`has_others`: whether several servers can use a database of this kind."""
    revision = usable_revision(connection)
    scripts = pending(revision)
    known = set(inspect(connection).get_table_names())
    named = {name for script in scripts for name in _rows(script) if name in known}
    counts = {name: connection.execute(select(func.count()).select_from(table(name))).scalar_one() for name in named}
    # Earlier servers cannot stay: the schema that they would need is among those that are still to be applied.
    go_on = has_others and revision is not None and oldest_beside("head") not in {script.revision for script in scripts}
    return Plan(revision, [_step(script, counts) for script in scripts], go_on)


def _step(script: Script, counts: dict[str, int]) -> Step:
    return Step(script.revision, script.doc, [(name, counts[name]) for name in _rows(script) if name in counts])


def _rows(script: Script) -> tuple[str, ...]:
    return getattr(script.module, "ROWS", ())
