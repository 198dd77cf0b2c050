"""Records: dataclasses that are never changed, and changed copies of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

__all__ = ["copy_with", "intern_dict", "record"]

RecordT = TypeVar("RecordT")
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")

if TYPE_CHECKING:
    from dataclasses import replace as copy_with  # The type checker compares the changes with the fields.

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def record(kind: type[RecordT]) -> type[RecordT]:
        """
        Make a class a record: a frozen dataclass with slots.

        Only the type checker refuses changes. If the class did it too, creating a record would take three times as
        long, and facts and views consist of them.
        """
else:
    record = dataclass(slots=True, unsafe_hash=True)

    def copy_with(record: RecordT, /, **changes: object) -> RecordT:
        """
        Return a copy of a record or a truth with other values for these fields.

        Like `dataclasses.replace` in less than half of the time. The truth of a match, which has no slots, is copied at
        every fact, so its initialiser is not called.
        """
        kind = type(record)
        if kind.__dictoffset__ == 0:
            return kind(**{name: getattr(record, name) for name in kind.__match_args__} | changes)
        copy = object.__new__(kind)
        copy.__dict__.update(record.__dict__, **changes)
        return copy


def intern_dict(items: Mapping[KeyT, ValueT]) -> dict[KeyT, ValueT]:
    """
    Return an equal dictionary, and the same one for equal keys and values.

    For small dictionaries of which there are many in the views of a match and few different ones, such as the points of
    two seats. Each takes 200 bytes; nobody changes them.
    """
    return _intern(tuple(items.items()))


@lru_cache(maxsize=4096)
def _intern(items: tuple[tuple[Any, Any], ...]) -> dict[Any, Any]:
    return dict(items)
