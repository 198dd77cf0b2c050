"""
A bounded queue between a match and one slow reader.
"""

from __future__ import annotations

import asyncio
from collections import deque

from server.stream.close_codes import CloseCode


class Mailbox:
    """
    Texts on their way to one client, in order.

    When more than `limit` wait, or when its owner cuts it, it takes no more; what waited is still given out, and
    then `closed` says why.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._texts: deque[str] = deque()
        self._filled = asyncio.Event()
        self.closed: CloseCode | None = None

    def tell(self, text: str) -> None:
        if self.closed is not None:
            return
        if len(self._texts) >= self._limit:
            self.cut(CloseCode.SLOW_CONSUMER)
            return
        self._texts.append(text)
        self._filled.set()

    def cut(self, why: CloseCode) -> None:
        """Take no more."""
        if self.closed is None:
            self.closed = why
            self._filled.set()

    async def filled(self, timeout_seconds: float) -> bool:
        """Wait until something can be taken; False once the mailbox is closed and empty, or the time is up."""
        if not self._texts and self.closed is None:
            self._filled.clear()
            try:
                async with asyncio.timeout(timeout_seconds):
                    await self._filled.wait()
            except TimeoutError:
                return False
        return bool(self._texts)

    def take(self) -> list[str]:
        """What waits, in order."""
        texts = list(self._texts)
        self._texts.clear()
        return texts
