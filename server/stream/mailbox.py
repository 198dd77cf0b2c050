"""
A bounded queue between a match and one slow reader.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

from server.stream.close_codes import CloseCode

MAX_BYTES: Final = 524_288
"""How much memory the texts that wait for one reader may take together; a single one may be larger."""


class Mailbox:
    """
    Texts on their way to one client, in order.

    When more than `limit` wait or they take more than `MAX_BYTES`, or when its owner cuts it, it takes no more; what
    waited is still given out, and then `closed` says why.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # Each with its size.
        self._texts: deque[tuple[str, int]] = deque()
        self._bytes = 0
        self._waiter: asyncio.Future[None] | None = None
        self.closed: CloseCode | None = None
        # Sends a text past the queue, where it can; whether it did. Waking a reader costs as much as sending.
        self.write_now: Callable[[str], bool] | None = None
        # All of the same reader. They go when the last of them goes.
        self.siblings: WeakSet[Mailbox] | None = None

    def tell(self, text: str) -> None:
        if self.closed is not None:
            return
        if not self._texts and self.write_now is not None and self.write_now(text):
            return
        size = sys.getsizeof(text)
        if len(self._texts) >= self._limit or (self._texts and self._bytes + size > MAX_BYTES):
            self.cut(CloseCode.SLOW_CONSUMER)
            return
        self._texts.append((text, size))
        self._bytes += size
        self._wake()

    def cut(self, why: CloseCode) -> None:
        """Take no more."""
        if self.closed is None:
            self.closed = why
            self._wake()

    @property
    def waiting(self) -> int:
        """How many texts wait to be taken."""
        return len(self._texts)

    async def filled(self) -> bool:
        """Wait until something can be taken; False once the mailbox is closed and empty. For one reader."""
        # Again and again: others may take what it was woken for.
        while not self._texts and self.closed is None:
            # A bare future: an event or a time-out would cost a crowd of sockets as much as the sending itself.
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return bool(self._texts)

    def take(self) -> str | None:
        """The first text that waits, if one does: the others are counted until it was sent."""
        if not self._texts:
            return None
        text, size = self._texts.popleft()
        self._bytes -= size
        return text

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


async def filled_within(mailbox: Mailbox, seconds: float) -> bool:
    """As `Mailbox.filled`, and False too when the time is up."""
    try:
        async with asyncio.timeout(seconds):
            return await mailbox.filled()
    except TimeoutError:
        return False
