"""
What a migration since the last release may change, so that servers of that release go on beside it (CONTRIBUTING.md).

It adds. What it makes superfluous is removed by a migration of a later version, which names in `OLDEST` the schema of
the release that no longer uses it.
"""

from __future__ import annotations

import ast
import inspect as inspecting
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from alembic.script import Script
from sqlalchemy import Connection, Inspector, create_engine, inspect

from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import apply
from server.runtime.database.schema import pending
from tests.postgres import PostgresServer
from tests.upgrades.releases import PREVIOUS, RELEASES

_SINCE = pending(PREVIOUS.revision)


async def test_earlier_servers_find_and_write_everything_as_before(postgres_server: PostgresServer) -> None:
    engine = open_engine(postgres_server.url(postgres_server.create_database()))
    async with engine.connect() as connection:
        faults = await connection.run_sync(lambda sync: [*_faults_of_each(sync)])
    await engine.dispose()

    assert not faults, "\n".join(faults)


def test_earlier_servers_find_and_write_everything_as_before_in_sqlite(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'moirai.db'}")
    with engine.connect() as connection:
        faults = [*_faults_of_each(connection)]
    engine.dispose()

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("script", _SINCE, ids=[script.revision for script in _SINCE])
def test_a_migration_names_the_tables_that_it_works_through(script: Script) -> None:
    """Those of which it builds an index, or changes rows: `--check` estimates by them, and rows change in portions."""
    calls = [*_calls_of_op(script.module)]
    made = {_literal(arguments[0]) for name, arguments in calls if name == "create_table"}
    indexed = {_literal(arguments[1]) for name, arguments in calls if name == "create_index"}
    executed = [name for name, _ in calls if name in ("execute", "get_bind", "bulk_insert")]

    assert indexed - made <= {*_rows(script.module)}
    assert not executed, "change rows in `portions` (server/runtime/database/portions.py)"
    assert not hasattr(script.module, "portions") or _rows(script.module)


def _calls_of_op(module: ModuleType) -> Iterator[tuple[str, list[ast.expr]]]:
    """Return what `upgrade` calls of Alembic's `op`, with the arguments."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspecting.getsource(module.upgrade)))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "op":
                yield node.func.attr, node.args


def _literal(argument: ast.expr) -> str:
    assert isinstance(argument, ast.Constant), f"write the table as a text: {ast.unparse(argument)}"
    return str(argument.value)


def _rows(module: ModuleType) -> tuple[str, ...]:
    return getattr(module, "ROWS", ())


def _faults_of_each(connection: Connection) -> Iterator[str]:
    """Apply one migration after the other, and compare the schemas before and after."""
    with connection.begin():
        apply(connection, PREVIOUS.revision)
    for script in _SINCE:
        with connection.begin():
            before = _Schema(inspect(connection))
        with connection.begin():
            apply(connection, script.revision)
        with connection.begin():
            after = _Schema(inspect(connection))
        tidies = getattr(script.module, "OLDEST", None)
        assert tidies is None or tidies in {release.revision for release in RELEASES}
        yield from (f"{script.revision}: {fault}" for fault in after.faults(before, tidies=tidies is not None))


class _Schema:
    """The tables of a database, with what servers notice of them."""

    def __init__(self, found: Inspector) -> None:
        self._columns = {
            name: {column["name"]: column for column in found.get_columns(name)} for name in found.get_table_names()
        }
        self._keys = {name: found.get_pk_constraint(name)["constrained_columns"] for name in self._columns}
        self._rules = {
            name: {
                *(str(each["column_names"]) for each in found.get_unique_constraints(name)),
                *(str(each["column_names"]) for each in found.get_indexes(name) if each["unique"]),
                *(str(each["sqltext"]) for each in found.get_check_constraints(name)),
                *(str(each["constrained_columns"]) for each in found.get_foreign_keys(name)),
            }
            for name in self._columns
        }

    def faults(self, before: _Schema, *, tidies: bool) -> Iterator[str]:
        """Say what breaks servers that know the schema before."""
        for table, columns in before._columns.items():
            if table not in self._columns:
                if not tidies:
                    yield f"{table} is gone"
                continue
            now = self._columns[table]
            if not tidies:
                yield from (f"{table}.{name} is gone" for name in columns if name not in now)
            if self._keys[table] != before._keys[table]:
                yield f"{table} has another primary key"
            yield from (f"{table} has a new rule {rule}" for rule in self._rules[table] - before._rules[table])
            for name, column in now.items():
                known = columns.get(name)
                if known is None:
                    if not column["nullable"] and column["default"] is None:
                        yield f"{table}.{name} is not written by earlier servers, and has no default"
                elif str(known["type"]) != str(column["type"]):
                    yield f"{table}.{name} has another type"
                elif known["nullable"] and not column["nullable"]:
                    yield f"{table}.{name} may not be null any more"
                elif known["default"] is not None and column["default"] is None:
                    yield f"{table}.{name} has no default any more"
