"""
Rows about logs for lists and the schedule, whose tables the kind of each log names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, Protocol, Self, TypeAlias

ColumnType: TypeAlias = Literal["text", "int", "bool"]

Value: TypeAlias = str | int | bool | None

PLACE: Final = "place"
"""The column of a log that orders lists (`server.logs.aggregates.turns`); it keeps its first value."""


@dataclass(frozen=True, eq=False)
class Tables:
    """
    The tables of one kind of logs: one row for each log, and one for each of its people.

    The columns of both begin with the id of the log; the second column of `people` distinguishes the rows of one log.
    `owner` is the column with the owner, and `unended` are the statuses of rows that count towards the owner's limit.
    Logs with the status `called_off` have ended without a result.
    """

    logs: str
    log_columns: Mapping[str, ColumnType]
    people: str
    people_columns: Mapping[str, ColumnType]
    owner: str
    unended: tuple[str, ...]
    called_off: str

    @property
    def log_id(self) -> str:
        """The name of the column with the id of the log."""
        return next(iter(self.log_columns))


class Summary(Protocol):
    """The row of a log and those of its people, rewritten with each entry that changes them."""

    tables: ClassVar[Tables]

    @property
    def owner(self) -> str:
        """The player towards whose limit the log counts."""

    @property
    def public(self) -> bool:
        """Whether everyone finds the log in lists."""

    @property
    def place(self) -> str:
        """Where the log stands in lists; its id, unless it was given another place."""

    def at(self, place: str) -> Self:
        """Return the same row with this place in lists."""

    def row(self) -> Sequence[Value]:
        """Return the values of the log's row, in the order of its columns."""

    def people_rows(self) -> Sequence[Sequence[Value]] | None:
        """Return the values of all rows of its people, or None if they are as before."""


def insert(table: str, columns: Mapping[str, ColumnType], key: int) -> tuple[str, str]:
    """Return how a statement begins that inserts rows, and how it ends so that it replaces those with the same key."""
    names = [*columns]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names[key:] if name != PLACE)
    conflict = ", ".join(names[:key])
    return f"INSERT INTO {table} ({', '.join(names)})", f"ON CONFLICT ({conflict}) DO UPDATE SET {changes}"
