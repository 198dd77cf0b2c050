"""
The deliverer: sends news by one channel until nothing is due. Several processes may do so concurrently.

News is noted after it is appended to the player's stream and before its mark is cleared, so none is missed if a process
is killed. Marks are cleared when the news is noted, and do not wait until it is sent. One loop claims and notes for
many followers at once, because each transaction delays submissions (SQLite) or waits for the disk.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Coroutine, Sequence
from datetime import timedelta
from typing import Any, ClassVar, Final, Generic, TypeVar

from server.access.costs import charged_to
from server.access.errors import UnavailableError
from server.notifications.delivery.followers import Followers, RowT
from server.runtime.activity import Activity
from server.runtime.background import end, every
from server.runtime.failures import report, summary
from server.runtime.outside.places import Taken

_LOOK_SECONDS: Final = 1.0
_BATCHES_A_SECOND: Final = 20

DoneT = TypeVar("DoneT")

log = logging.getLogger(__name__)


class Channel(ABC, Generic[RowT, DoneT]):
    """A way to send players news when they are not connected."""

    what: ClassVar[str]
    """What is sent, in the plural, for log lines."""
    is_on = True
    """Whether anything is sent."""

    def __init__(self, followers: Followers[RowT]) -> None:
        self.followers = followers

    @abstractmethod
    async def begin(self, claimed: Sequence[tuple[RowT, Taken]]) -> Sequence[Coroutine[Any, Any, DoneT]]:
        """Do what is done for all of these at once; return what is still to be done for each, in their order."""

    async def note(self, done: Sequence[DoneT]) -> None:  # a channel may note each by itself
        """Note together what was done. What cannot be noted is sent again when it is no longer held."""

    @abstractmethod
    async def close(self) -> None:
        """Release connections."""


class Deliverer(Generic[RowT, DoneT]):
    """Sends what is due by a channel."""

    def __init__(self, channel: Channel[RowT, DoneT], activity: Activity) -> None:
        """`activity` says when to look again."""
        self.channel = channel
        self._activity = activity
        self._sweeping = asyncio.Lock()
        self._next_at = 0.0

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        followers, failure = self.channel.followers, f"{self.channel.what} cannot be sent"
        await every(_LOOK_SECONDS, self._look, failure, followers.news, self._activity)

    async def _look(self) -> timedelta | None:
        """Send what is due; return when something is due again, as `every` understands it."""
        await self.sweep()
        return await self.channel.followers.next_after() if self.channel.is_on else None

    async def sweep(self) -> int:
        """
        Send until nothing is due; return how often a follower was sent something.

        Slow ones have places of their own (`server.runtime.outside.places`), so the others do not wait.
        """
        charged_to.set(None)
        begun = 0
        if not self.channel.is_on:
            return begun
        async with self._sweeping:
            sending: dict[asyncio.Task[DoneT], Taken] = {}
            try:
                while True:
                    await self._pause()
                    self.channel.followers.news.clear()
                    done = [task for task in sending if task.done()]
                    await self._note(done)
                    sending = {task: place for task, place in sending.items() if task not in done}
                    new = await self._begin(sending.values())
                    begun += len(new)
                    sending |= new
                    if not sending:
                        return begun
                    await self._wait(sending)
            finally:
                await end(sending)

    async def _pause(self) -> None:
        """Wait until `_BATCHES_A_SECOND` allows the next batch of transactions."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._next_at - loop.time()))
        self._next_at = loop.time() + 1 / _BATCHES_A_SECOND

    async def _wait(self, sending: Collection[asyncio.Task[DoneT]]) -> None:
        """Wait until something was sent, or there is news, or a while has passed."""
        news = asyncio.create_task(self.channel.followers.news.wait())
        try:
            await asyncio.wait({*sending, news}, timeout=_LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    async def _begin(self, under_way: Collection[Taken]) -> dict[asyncio.Task[DoneT], Taken]:
        try:
            claimed = await self.channel.followers.claim(under_way)
            begun = await self.channel.begin(claimed) if claimed else ()
        except UnavailableError as error:
            log.warning("%s cannot be sent: %s", self.channel.what, summary(error))
            return {}
        return {asyncio.create_task(one): place for one, (_, place) in zip(begun, claimed, strict=True)}

    async def _note(self, ended: Sequence[asyncio.Task[DoneT]]) -> None:
        done = []
        for task in ended:
            error = task.exception()
            if error is None:
                done.append(task.result())
            else:
                report(log, f"{self.channel.what} cannot be sent", error)
        try:
            await self.channel.note(done)
        except UnavailableError as error:
            log.warning("it cannot be noted which %s were sent: %s", self.channel.what, summary(error))
