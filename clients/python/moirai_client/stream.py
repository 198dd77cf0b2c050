"""The events of a match or of a player, from a WebSocket that reconnects by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeVar
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from moirai_client.calls import Calls
from moirai_client.errors import StreamClosedError, UnreachableError
from moirai_client.patience import Patience

EventT = TypeVar("EventT")
_GREETING_SECONDS: Final = 10.0
_CLOSING_SECONDS: Final = 0.2  # A dead connection does not answer, and the next must not wait for it.

_RESTART: Final = {4410, 4411, 4413}
_UNAUTHENTICATED: Final = {4401, 4412}
_MALFORMED: Final = 4400
_HOPELESS: Final = {1002, 1007, 1008, 1009}
_TRY_AGAIN: Final = {4430, 4503, 4504, 4508}

_RENEWALS: Final = 2  # While a stream was quiet, the token that replaced its own may have expired as well.


@dataclass(frozen=True, slots=True)
class Source:
    """What a socket follows: its path, and the types of the frames that begin it and that bring its events."""

    path: str
    begins: str
    event: str


class Stream(Generic[EventT]):
    """
    The events after a cursor: `async with match.follow(after) as stream`, then `async for event in stream`.

    Each event arrives once and in order, even if connections are lost. The stream continues until the block ends.

    Attributes:
        viewer: The viewer: a seat, an entrant, `spectator` or `host`; of the player's own stream, the player. When it
            changes, because a seat was taken or given up, the stream starts again from event 1 of the new viewer. It
            also does when the server's database was restored.
        cursor: The cursor of the last event.
        epoch: The epoch of the database in which it came: to be saved with the cursor.
        connections: The number of connections so far.
    """

    def __init__(
        self,
        calls: Calls,
        source: Source,
        after: int,
        epoch: str | None,
        notice: Callable[[str | None, EventT], None] = lambda viewer, event: None,
        **query: str | None,
    ) -> None:
        self.viewer: str | None = None
        self.cursor = after
        self.epoch = epoch
        self.connections = 0
        self._calls = calls
        self._source = source
        self._notice = notice
        self._query = query
        self._patience = Patience(calls.patience_seconds)
        self._socket: ClientConnection | None = None
        self._headers: dict[str, str] = {}
        self._renewals = 0
        self._silence_seconds = _GREETING_SECONDS

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self._drop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> EventT:
        """
        The next event; waits as long as necessary.

        Raises:
            StreamClosedError: The server closed the stream for a reason that a retry does not fix.
            UnreachableError: The server did not respond within the time limit of the client.
        """
        while True:
            try:
                frame = await self._frame()
            except (OSError, TimeoutError, WebSocketException) as lost:
                await self._drop()
                await self._recover(lost)
                continue
            event = await self._take(frame)
            if event is not None:
                return event

    async def _frame(self) -> Any:  # noqa: ANN401  # JSON
        if self._socket is None:
            self._socket = await self._open()
        async with asyncio.timeout(self._silence_seconds):
            frame = json.loads(await self._socket.recv())
        self._calls.clock.notice(frame["server_now"])
        return frame

    async def _open(self) -> ClientConnection:
        self._silence_seconds = _GREETING_SECONDS
        asked = {"after": str(self.cursor), "epoch": self.epoch, **self._query}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        self._headers = await self._calls.headers()
        socket = await connect(
            f"{self._calls.server.replace('http', 'ws', 1)}{self._source.path}?{query}",
            additional_headers=self._headers,
            open_timeout=_GREETING_SECONDS,
            close_timeout=_CLOSING_SECONDS,
            max_size=None,
        )
        self.connections += 1
        return socket

    async def _take(self, frame: Any) -> EventT | None:  # noqa: ANN401  # JSON
        """Process a frame. Returns an event; ignores unknown frames."""
        kind = frame["type"]
        if kind == "hello":
            # A server without a frame for two heartbeats is gone.
            self._silence_seconds = 2 * frame["heartbeat_seconds"]
        elif kind == self._source.begins:
            self.viewer = frame.get("viewer") or frame["player_id"]
            self.epoch = frame.get("epoch")  # Earlier servers have none.
            self._patience.restore()
            self._renewals = 0
        elif kind == self._source.event:
            event: EventT = frame
            self.cursor = frame["cursor"]
            self._notice(self.viewer, event)
            return event
        return None

    async def _send(self, frame: Any) -> None:  # noqa: ANN401  # JSON
        if self._socket is not None:
            await self._socket.send(json.dumps(frame))

    async def _recover(self, lost: Exception) -> None:
        """Prepare another connection, or raise the reason why there can be no other."""
        if self._is_unauthenticated(lost) and self._renewals < _RENEWALS and self._calls.distrust(self._headers):
            self._renewals += 1
            return
        if isinstance(lost, ConnectionClosed) and lost.rcvd is not None and lost.rcvd.code == _MALFORMED and self.epoch:
            self.epoch = None  # Servers of 0.2.0 do not know epochs, and refuse a query that names one.
            return
        if isinstance(lost, ConnectionClosed) and lost.rcvd is not None and not self._goes_on(lost.rcvd.code):
            raise StreamClosedError(lost.rcvd.code, lost.rcvd.reason) from lost
        if isinstance(lost, InvalidStatus) and lost.response.status_code < 500:
            raise StreamClosedError(lost.response.status_code, lost.response.reason_phrase) from lost
        if not await self._patience.wait():
            raise UnreachableError(f"the stream {self._source.path} could not reconnect") from lost

    def _is_unauthenticated(self, lost: Exception) -> bool:
        """Whether the server did not accept the token, or does so no more."""
        if isinstance(lost, ConnectionClosed):
            return lost.rcvd is not None and lost.rcvd.code in _UNAUTHENTICATED
        return isinstance(lost, InvalidStatus) and lost.response.status_code == 401

    def _goes_on(self, code: int) -> bool:
        """Whether to reconnect after this close code."""
        if code in _RESTART:
            self.cursor, self.epoch = 0, None
        # Other codes below 4000 concern only the connection: it broke, or the process stopped.
        return code in _TRY_AGAIN or code in _RESTART or (code < 4000 and code not in _HOPELESS)

    async def _drop(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()
