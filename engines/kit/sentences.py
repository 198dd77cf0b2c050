"""Names and amounts in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

NameT = TypeVar("NameT", bound=str)


def listed(names: Iterable[object]) -> str:
    """Return `a, b, c`, or `none`."""
    return ", ".join(map(str, names)) or "none"


def joined(names: Iterable[str]) -> str:
    """Return `a, b and c`."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def counted(amounts: Mapping[NameT, object]) -> str:
    """Return `a 1, b 2`."""
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items())
