"""What waits at a socket: messages for the application, and the application for a client that is slow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent


class Inbox:
    """
    Messages for the application, which takes one at a time; frames are dropped once the client has disconnected.

    Its lists are small while they are empty: a queue of asyncio takes 3 kB, and most sockets wait.
    """

    __slots__ = ("_messages", "_pausing", "_taker", "gone")

    def __init__(self) -> None:
        self._messages: list[ASGIReceiveEvent] = []
        self._taker: asyncio.Future[None] | None = None
        self._pausing: asyncio.Future[None] | None = None
        self.gone = False

    def empty(self) -> bool:
        return not self._messages

    async def get(self) -> ASGIReceiveEvent:
        """Take the next message, when there is one."""
        while not self._messages:
            self._taker = asyncio.get_running_loop().create_future()
            await self._taker
        return self._messages.pop(0)

    async def pause(self, seconds: float) -> None:
        """Wait this long, or until the client disconnects."""
        if self.gone:
            return
        self._pausing = asyncio.get_running_loop().create_future()
        await asyncio.wait([self._pausing], timeout=seconds)

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        if item["type"] == "websocket.disconnect":
            self.gone = True
            _wake(self._pausing)
            self._messages = [waiting for waiting in self._messages if waiting["type"] != "websocket.receive"]
        self._messages.append(item)
        _wake(self._taker)


class Gate:
    """Whether the client keeps up, and a wait for that: `asyncio.Event`, but small while nobody waits."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        return self._open

    def clear(self) -> None:
        self._open = False

    def set(self) -> None:
        self._open = True
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            _wake(each)

    async def wait(self) -> None:
        if not self._open:
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)
