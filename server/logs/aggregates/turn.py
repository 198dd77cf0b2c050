"""The turn to change a log: commands have it one after another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Final, TypeAlias

from server.access import codes
from server.access.errors import UnavailableError

_SECONDS: Final = 10
"""How long a task waits at most for earlier commands in the same log."""

Begin: TypeAlias = Callable[[bool], bool]
"""
Begins a command whose turn it is, if it may, and returns whether it has the turn now. It may not if one that was before
it has become a task.
"""


class Turn:
    """
    The turn of one log. A task has it from `take` to `pass_on`.

    A command that is begun without a task has it from `take_now` to `pass_on`. Meanwhile, others can line up without a
    task, as long as no task waits.
    """

    __slots__ = ("_lined_up", "_lock", "_tasks")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        # Number of tasks that wait.
        self._tasks = 0
        # Commands that have lined up, with the contexts of their callers; None while a task has the turn, or nobody.
        self._lined_up: deque[tuple[Context, Begin]] | None = None

    async def take(self) -> None:
        """
        Wait for the earlier commands, at most as long as a call may take.

        Raises:
            UnavailableError: They take too long.
        """
        if not self.taken and not self._tasks:
            await self._lock.acquire()
            return
        self._tasks += 1
        try:
            async with asyncio.timeout(_SECONDS):
                await self._lock.acquire()
        except TimeoutError as error:
            raise UnavailableError(codes.TOO_BUSY, "Too many changes are waiting in this match. Try again.") from error
        finally:
            self._tasks -= 1

    def take_now(self) -> bool:
        """Take the turn if nobody has it or waits for it; asyncio only has a coroutine, which does not wait then."""
        acquiring = self._lock.acquire()
        try:
            acquiring.send(None)
        except StopIteration:
            self._lined_up = deque()
            return True
        acquiring.close()
        return False

    @property
    def taken(self) -> bool:
        """Whether a command has the turn."""
        return self._lock.locked()

    @property
    def has_line(self) -> bool:
        """Whether a command can line up."""
        return self._lined_up is not None and not self._tasks

    def line_up(self, begin: Begin) -> None:
        """Let a command begin after those that have been begun; `begin` is called later, in this context."""
        if self._lined_up is None:
            raise AssertionError("nobody lines up behind a task")
        self._lined_up.append((copy_context(), begin))

    def pass_on(self) -> None:
        """Give the turn to who has lined up, which was before any task waited, or else to the first task."""
        may = True
        while self._lined_up:
            context, begin = self._lined_up.popleft()
            if context.run(begin, may):
                return
            may = False  # Those behind it must not overtake it.
        self._lined_up = None
        self._lock.release()
