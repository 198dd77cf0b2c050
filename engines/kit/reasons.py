"""Why a phase ended as it did: sentences that are not said yet, in no language."""

from __future__ import annotations

from typing import TypeAlias

from engines.kit.records import record


@record
class Named:
    """Something that is called by its title, or a seat (of the kind `seat`), which is called by its player."""

    kind: str
    id: str


Part: TypeAlias = "str | int | Named | tuple[Named | Reason, ...]"
"""A part of a sentence: as it is, by its name, or a list of such."""


@record
class Reason:
    """A sentence, or a part of one: the key of its template and its parts, by name."""

    key: str
    parts: dict[str, Part]
    number: int | None = None
    """Decides between `KEY.one` and `KEY.many`; null for a template that has only one form."""


def because(key: str, number: int | None = None, /, **parts: Part) -> Reason:
    """Return the reason with these parts."""
    return Reason(key, parts, number)


def player(seat: str) -> Named:
    """Return who sits in a seat, as a part."""
    return Named("seat", seat)
