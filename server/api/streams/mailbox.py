"""A bounded queue of texts for one client."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Final
from weakref import ReferenceType, ref

from server.api.streams.close_codes import CloseCode
from server.people.identity.bearers import Access

MAX_BYTES: Final = 524_288
"""Maximum size of the texts that wait for one reader together; a single text may be larger."""


class Mailbox:
    """
    Texts waiting to be sent to one client, in order.

    It is closed if more than `limit` texts wait, if they exceed `MAX_BYTES`, or if its owner cuts it: then it accepts
    no more texts; those that wait can still be taken, and `closed` has the reason.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # Each text with its size. A deque takes 700 bytes while it is empty, as most are.
        self._texts: list[tuple[str, int]] = []
        self._bytes = 0
        self._waiter: asyncio.Future[None] | None = None
        self.closed: CloseCode | None = None
        # Sends a text directly if possible, and returns whether it did. Waking the reader costs as much as sending.
        self.write_now: Callable[[str], bool] | None = None
        # Is called when a text waits, or when the mailbox was closed; for a reader that does not wait with `filled`.
        self.when_filled: Callable[[], None] | None = None
        # All mailboxes of the same reader; freed with the last of them.
        self.siblings: Siblings | None = None
        # What the reader's token gives; None without a token.
        self.access: Access | None = None

    def deliver(self, text: str) -> None:
        """Send a text at once if possible, otherwise let it wait; closed if it does not fit."""
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
        """Accept no more texts."""
        if self.closed is None:
            self.closed = why
            self._wake()

    @property
    def waiting(self) -> int:
        """Number of texts that wait."""
        return len(self._texts)

    async def filled(self) -> bool:
        """Wait until a text can be taken; False once the mailbox is closed and empty. For one reader."""
        # In a loop, because the text may have been taken by other code before this task runs.
        while not self._texts and self.closed is None:
            # A bare future: for many sockets, an event or a timeout would cost as much as the sending itself.
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return bool(self._texts)

    def take(self) -> str | None:
        """Take the first text, if any; the others keep counting until it was sent."""
        if not self._texts:
            return None
        text, size = self._texts.pop(0)
        self._bytes -= size
        return text

    def _wake(self) -> None:
        if self.when_filled is not None:
            self.when_filled()
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Siblings:
    """The mailboxes of one reader, as long as somebody needs them: few, and a `WeakSet` takes a kilobyte more."""

    __slots__ = ("__weakref__", "_mailboxes")

    def __init__(self) -> None:
        self._mailboxes: list[ReferenceType[Mailbox]] = []

    def add(self, mailbox: Mailbox) -> None:
        self._mailboxes.append(ref(mailbox))

    def remove(self, mailbox: Mailbox) -> None:
        self._mailboxes = [each for each in self._mailboxes if each() is not mailbox]

    def mailboxes(self) -> list[Mailbox]:
        """Return those that are still there."""
        there = [mailbox for each in self._mailboxes if (mailbox := each()) is not None]
        if len(there) < len(self._mailboxes):
            self._mailboxes = [ref(mailbox) for mailbox in there]
        return there


async def filled_within(mailbox: Mailbox, seconds: float) -> bool:
    """Like `Mailbox.filled`, but also False after a timeout."""
    try:
        async with asyncio.timeout(seconds):
            return await mailbox.filled()
    except TimeoutError:
        return False
