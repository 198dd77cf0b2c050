"""JSON values that no sensible client sends."""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue


def _nested(depth: int) -> JsonValue:
    value: JsonValue = []
    for _ in range(depth):
        value = [value]
    return value


JUNK: Final[tuple[JsonValue, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    10**5000,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "a",
    "A" * 100_000,
    "\ud800",
    "\x00\n\u202e",
    "💥" * 50,
    [],
    [[], {}],
    _nested(2000),
    {},
    {"": None},
    {"\ud800": "\udfff"},
    {"type": {"type": "cast"}},
)
