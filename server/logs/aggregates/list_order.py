"""The order of lists of logs, and where their pages begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, func, literal, select, tuple_

SelectT = TypeVar("SelectT", bound=Select[Any])


@dataclass(frozen=True, slots=True)
class ListOrder:
    """
    The order of logs by their places (`server.logs.aggregates.turns`), or without `place` by their ids; highest first.
    """

    log_id: ColumnElement[str]
    place: ColumnElement[str] | None

    def sort(self, query: SelectT) -> SelectT:
        """Return the query in this order."""
        columns = [self.log_id] if self.place is None else [self.place, self.log_id]
        return query.order_by(*(column.desc() for column in columns))

    def after(self, log_id: str) -> ColumnElement[bool]:
        """Return the condition that a log comes after this one, which need not exist."""
        if self.place is None:
            return self.log_id < log_id
        return tuple_(self.place, self.log_id) < self._position(self.place, log_id)

    def until(self, log_id: str) -> ColumnElement[bool]:
        """Return the condition that a log comes before this one, or is this one."""
        if self.place is None:
            return self.log_id >= log_id
        return tuple_(self.place, self.log_id) >= self._position(self.place, log_id)

    def _position(self, place: ColumnElement[str], log_id: str) -> ColumnElement[Any]:
        # One that is not in lists has its id as its place, as if it did not exist.
        known = select(place).where(self.log_id == log_id).scalar_subquery()
        return tuple_(func.coalesce(known, literal(log_id)), literal(log_id))
