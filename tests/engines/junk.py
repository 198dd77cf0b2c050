"""JSON values that no sensible client sends, and values spoilt with them."""

from __future__ import annotations

from collections.abc import Iterator
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


def spoilt(value: JsonValue, junk: JsonValue) -> Iterator[JsonValue]:
    """Yield the value with this junk in each of its places in turn: as a value, as a name, and as an additional one."""
    name = junk if isinstance(junk, str) else "junk"
    yield junk
    if isinstance(value, dict):
        yield {**value, name: junk}
        for key, item in value.items():
            yield {name if other == key else other: kept for other, kept in value.items()}
            yield from ({**value, key: worse} for worse in spoilt(item, junk))
    elif isinstance(value, list):
        yield [*value, junk]
        for place, item in enumerate(value[:3]):
            yield from ([*value[:place], worse, *value[place + 1 :]] for worse in spoilt(item, junk))
