"""Bulk calls: many items in one call, carried out together so that they share commits, without delaying other calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from server.runtime.time_slices import Pace

MOST_ITEMS: Final = 500
"""Maximum number of items of a call."""

ITEMS_AT_ONCE: Final = 16
"""How many items of all bulk calls of this process are in progress: they share commits, which others then wait for."""

T = TypeVar("T")


class Bulk:
    """Carries out the items of bulk calls. Several calls take turns, item by item."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(ITEMS_AT_ONCE)

    async def carry_out(self, count: int, do: Callable[[int], Awaitable[T]]) -> list[T]:
        """Await `do` for each number below `count`, and return the results in order."""
        results: dict[int, T] = {}
        left = iter(range(count))
        pace = Pace()

        async def work() -> None:
            for number in left:
                async with self._slots:
                    await pace.rest()
                    results[number] = await do(number)

        async with asyncio.TaskGroup() as group:
            for _ in range(min(count, ITEMS_AT_ONCE)):
                group.create_task(work())
        return [results[number] for number in range(count)]
