"""
Migrations that touch every row do so in portions, each in a transaction of its own.

Such a migration has a function `portions`, of the type `Portions`: it is called before its `upgrade`, which applies the
schema that follows. After each portion that it yields, the transaction is committed. It may be killed or begun anew at
any time, so it looks for the rows that still need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Connection, TableClause, func, select, update

ROWS: Final = 500
"""How many rows one transaction changes: a server that needs one of them waits for some ten milliseconds."""


@dataclass(frozen=True, slots=True)
class Portion:
    """How many rows of a table were changed so far, and how many there are to change."""

    table: str
    done: int
    of: int


Portions: TypeAlias = Callable[[Connection], Iterator[Portion]]


def fill(
    connection: Connection, table: TableClause, key: str, missing: ColumnElement[bool], values: dict[str, Any]
) -> Iterator[Portion]:
    """
    Set columns of all rows that still miss them.

    Args:
        table: The table, with the columns that are used.
        key: Its primary key, by which it is read.
        missing: Whether a row has not been changed. It must not hold afterwards.
        values: What to set, by column; may depend on other columns of the row.
    """
    column = table.c[key]
    of = connection.execute(select(func.count()).select_from(table).where(missing)).scalar_one()
    done, skip_locked = 0, True
    while True:
        before, after = done, ""
        while True:
            # Never waits while it holds locks: a server that changes several of these rows at once waits for it, too.
            wanted = select(column).where(missing, column > after).order_by(column).limit(ROWS)
            keys = connection.execute(wanted.with_for_update(skip_locked=skip_locked)).scalars().all()
            if not keys:
                break
            connection.execute(update(table).where(column.in_(keys)).values(**values))
            done, after = done + len(keys), keys[-1]
            yield Portion(table.name, done, of)
        if connection.execute(select(column).where(missing).limit(1)).first() is None:
            return
        # What others have kept locked during a whole pass is waited for.
        skip_locked = done > before
