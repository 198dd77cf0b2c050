"""Rows about logs for lists and the schedule, whose tables the kind of each log names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, Self, TypeAlias

from server.logs.directing.facts import Visibility

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
    Logs with the status `called_off` have ended without a result; those with one of `not_begun` can still begin.
    """

    logs: str
    log_columns: Mapping[str, ColumnType]
    people: str
    people_columns: Mapping[str, ColumnType]
    owner: str
    unended: tuple[str, ...]
    called_off: str
    not_begun: tuple[str, ...]

    @property
    def log_id(self) -> str:
        """The name of the column with the id of the log."""
        return next(iter(self.log_columns))


@dataclass(frozen=True)
class Summary(ABC):
    """
    The row of a log and those of its people, rewritten with each entry that changes them.

    A field has the name of its column. `due_at` is when the server must next do something in the log, null if only
    people can act. `listing` is the log in lists, as JSON text. `place` is where it stands in lists: its id, unless it
    was given another place.
    """

    tables: ClassVar[Tables]

    log_id: str
    status: str
    visibility: Visibility | Literal["lesson", "queue"]
    created_at: str
    due_at: str | None
    listing: str
    place: str

    @property
    def owner(self) -> str:
        """The player towards whose limit the log counts."""
        known: str = getattr(self, self.tables.owner)
        return known

    @property
    def public(self) -> bool:
        """Whether everyone finds the log in lists."""
        return self.visibility == "public"

    def at(self, place: str) -> Self:
        """Return the same row with this place in lists."""
        return replace(self, place=place)

    def row(self) -> Sequence[Value]:
        """Return the values of the log's row, in the order of its columns."""
        _, *columns = self.tables.log_columns
        return (self.log_id, *(getattr(self, column) for column in columns))

    @abstractmethod
    def people_rows(self) -> Sequence[Sequence[Value]] | None:
        """Return the values of all rows of its people, or None if they are as before."""


def insert(table: str, columns: Mapping[str, ColumnType], key: int) -> tuple[str, str]:
    """Return how a statement begins that inserts rows, and how it ends so that it replaces those with the same key."""
    names = [*columns]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names[key:] if name != PLACE)
    conflict = ", ".join(names[:key])
    return f"INSERT INTO {table} ({', '.join(names)})", f"ON CONFLICT ({conflict}) DO UPDATE SET {changes}"
