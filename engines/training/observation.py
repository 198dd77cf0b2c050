"""
What a seat sees, as numbers: feature hashing of its view, and the slots of choices.

A place is decided by what stands there, so it means the same in each step and each match, apart from what shares it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Json: TypeAlias = Any


def features(value: Json, size: int) -> NDArray[np.float32]:
    """
    Return a value as a vector: numbers are added at the place of their JSON Pointer, and 1 at the place of a pointer
    with each text or truth that stands there. Null is nothing.
    """
    vector = np.zeros(size, dtype=np.float32)
    for name, amount in _amounts(value, ""):
        vector[crc32(name.encode()) % size] += amount
    return vector


def _amounts(value: Json, at: str) -> Iterator[tuple[str, float]]:
    match value:
        case None:
            return
        case dict():
            for name, part in value.items():
                yield from _amounts(part, f"{at}/{name}")
        case list() | tuple():
            for place, part in enumerate(value):
                yield from _amounts(part, f"{at}/{place}")
        case str() | bool():
            yield f"{at}={value}", 1.0
        case _:
            yield at, float(value)


def slots_of(at: str, choices: Sequence[Json], count: int) -> list[int]:
    """
    Return a slot from 1 to `count` for each choice of a question: the same one each time, if no other choice has it.

    There must be no more choices than slots.
    """
    taken: set[int] = set()
    slots = []
    for choice in choices:
        slot = 1 + crc32(f"{at}={json.dumps(choice)}".encode()) % count
        while slot in taken:
            slot = slot % count + 1
        taken.add(slot)
        slots.append(slot)
    return slots
