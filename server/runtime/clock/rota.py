"""What is done regularly for each of thousands, by one timer: a timer for each would cost more than what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextvars import Context
from typing import Final, Generic, TypeVar

_SLOTS: Final = 100
_SHORTEST_SECONDS: Final = 0.02

_TOGETHER: Final = 50
"""How many are called at once; others have their turn then."""

MemberT = TypeVar("MemberT")


class Rota(Generic[MemberT]):
    """
    Calls a function with each member once in a period, for the first time about a period after it has joined.

    Members that joined at about the same time are passed together, some at a time.
    """

    def __init__(self, seconds: float, call: Callable[[Sequence[MemberT]], None]) -> None:
        self._call = call
        slots = min(_SLOTS, max(1, int(seconds / _SHORTEST_SECONDS)))
        self._pause: Final = seconds / slots
        self._slots: Final[Sequence[set[MemberT]]] = [set() for _ in range(slots)]
        self._size = 0
        # The slot that is called next, and when, while there are members.
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether a timer is set; an idle server has none."""
        return self._timer is not None

    def join(self, member: MemberT) -> int:
        """Add a member; return the place that `leave` takes."""
        place = self._next - 1
        self._slots[place].add(member)
        self._size += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._set(loop, loop.time() + self._pause)
        return place

    def leave(self, member: MemberT, place: int) -> None:
        """Remove a member, unless it has left already."""
        slot = self._slots[place]
        if member in slot:
            slot.remove(member)
            self._size -= 1
        if not self._size and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, loop: asyncio.AbstractEventLoop, at: float) -> None:
        # In an empty context: who joins first is not charged for the others.
        self._timer = loop.call_at(at, self._turn, loop, at, context=Context())

    def _turn(self, loop: asyncio.AbstractEventLoop, at: float) -> None:
        slot = self._slots[self._next]
        self._next = (self._next + 1) % len(self._slots)
        self._set(loop, at + self._pause)
        self._call_some(loop, slot, list(slot))

    def _call_some(
        self, loop: asyncio.AbstractEventLoop, slot: Collection[MemberT], members: Sequence[MemberT]
    ) -> None:
        if len(members) > _TOGETHER:
            loop.call_soon(self._call_some, loop, slot, members[_TOGETHER:])
        some = [member for member in members[:_TOGETHER] if member in slot]
        if some:
            self._call(some)
