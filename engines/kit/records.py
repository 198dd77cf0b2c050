"""Changed copies of frozen records."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["changed"]

RecordT = TypeVar("RecordT")

if TYPE_CHECKING:
    from dataclasses import replace as changed  # The type checker compares the changes with the fields.
else:

    def changed(record: RecordT, /, **changes: object) -> RecordT:
        """
        Return a copy of a frozen dataclass with other values for these fields.

        Like `dataclasses.replace` in a fifth of the time, because it does not call the initialiser, for dataclasses
        without slots. The truth of a match is copied at every fact.
        """
        copy = object.__new__(type(record))
        copy.__dict__.update(record.__dict__, **changes)
        return copy
