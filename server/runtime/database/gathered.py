"""
Statements that do for many callers what each of them asks for: who asks while one runs is served by the next.

So a transaction, and its flush to disk, is for as many as there are, and nobody waits if nobody else asks.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Final, Generic, TypeVar

from server.access.errors import UnavailableError

_TOGETHER: Final = 200
"""For how many callers one statement is; its rows are made on the event loop."""

AskedT = TypeVar("AskedT")
FoundT = TypeVar("FoundT")


class Gathered(Generic[AskedT, FoundT]):
    """
    What many callers ask for; `do` does it for some of them at once, and returns what each gets, in order.

    It begins at most once in `pause_seconds`: for what is written, because the log waits for other writers of a file.
    """

    def __init__(
        self, do: Callable[[Sequence[AskedT]], Awaitable[Sequence[FoundT]]], *, pause_seconds: float = 0
    ) -> None:
        self._do = do
        self._pause = pause_seconds
        self._next_at = 0.0
        self._waiting: deque[tuple[AskedT, asyncio.Future[FoundT]]] = deque()
        self._doing: asyncio.Task[None] | None = None

    async def ask(self, asked: AskedT) -> FoundT:
        """
        Return what the caller gets.

        Raises:
            UnavailableError: The database does not respond; what was asked for may have been done.
        """
        answer: asyncio.Future[FoundT] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._doing is None:
            # In an empty context: it continues for others than who began it.
            self._doing = asyncio.create_task(self._do_all(), context=Context())
        return await answer

    async def _do_all(self) -> None:
        try:
            while self._waiting:
                await self._rest()
                some = [self._waiting.popleft() for _ in range(min(_TOGETHER, len(self._waiting)))]
                try:
                    found = await self._do([asked for asked, _ in some])
                except BaseException as error:
                    for _, answer in some:
                        if not answer.done():
                            answer.set_exception(_own(error))
                    if not isinstance(error, Exception):
                        raise
                else:
                    for (_, answer), each in zip(some, found, strict=True):
                        if not answer.done():  # its caller was cancelled
                            answer.set_result(each)
        finally:
            self._doing = None
            for _, answer in self._waiting:
                answer.cancel()
            self._waiting.clear()

    async def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        if self._next_at > loop.time():
            await asyncio.sleep(self._next_at - loop.time())
        self._next_at = loop.time() + self._pause


def _own(error: BaseException) -> BaseException:
    """Return an error for one of several callers: a shared one would accumulate the tracebacks of all."""
    if isinstance(error, UnavailableError):
        mine: BaseException = UnavailableError(error.code, error.message)
    else:
        mine = RuntimeError(f"what was asked for together failed: {type(error).__name__}")
    mine.__cause__ = error
    return mine
