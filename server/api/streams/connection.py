"""
A client's connection by WebSocket: authentication, frames in, texts out, and the close code.

    OPENING ──hello──▶ WAITING ⇄ ANSWERING ──▶ CLOSED

While it is open, one task reads frames from the client. Texts are sent by the task that delivers them, or by
another task while the client does not keep up; when one of them ends, it ends the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from contextvars import Context, copy_context
from enum import Enum, auto
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.access.costs import CALL, FREE_BODY_BYTES, charged_to, of_body
from server.access.errors import RefusedError, ThrottledError
from server.access.intake import check_text
from server.api.streams.close_codes import CloseCode
from server.api.streams.frames import ClientFrame, HelloFrame, ServerFrame, client_frames
from server.api.streams.handshake import (
    SUBPROTOCOL,
    ClosedError,
    Pause,
    authenticate,
    closing_error,
    require_known,
    require_parameters,
)
from server.api.streams.payer import Payer
from server.api.streams.streams import Streams
from server.api.streams.submissions import refusal_frame
from server.people.identity.bearers import Access
from server.runtime.failures import describe, summary
from server.runtime.metrics import metrics

DIRECT: Final = "moirai.direct"
"""
The extension of a connection's scope with direct access to the socket: `write` sends a text without waiting and returns
whether it has, `write_page` does the same with several, and `pause` waits for a number of seconds, or until the client
disconnects. `offer` takes a function that is given each text, and the time when it was read, while no other message
waits; a text for which it returns True is not received.
"""

READ_AT: Final = "read_at"
"""The key of a received message for the time when its last bytes were read, by the loop's clock."""

_CLOSE_TIMEOUT_SECONDS: Final = 10

Answer: TypeAlias = Callable[[ClientFrame, ThrottledError | None, float | None], Awaitable[None]]
"""Answers a frame that was read at this time of the loop's clock; refuses it if the player is above the limit."""

AnswerNow: TypeAlias = Callable[[ClientFrame, float], bool]
"""Handles a frame if that needs no waiting; otherwise does nothing and returns False."""

log = logging.getLogger(__name__)


class State(Enum):
    """What a connection does with frames of its client."""

    OPENING = auto()
    """They wait: the client is being authenticated, or gets missed events."""
    WAITING = auto()
    """The next one is answered, at once if that needs no waiting."""
    ANSWERING = auto()
    """They wait until the last one is answered."""
    CLOSED = auto()
    """No frame is read any more."""


class Connection:
    """
    One client's WebSocket.

    Attributes:
        mailbox: The texts that wait to be sent to it.
        lines: The language of sentences that it asks for.
        writing: Held while events are written, so that missed events of a match are sent before new ones.
    """

    def __init__(self, streams: Streams, websocket: WebSocket) -> None:
        self.mailbox = streams.mailbox()
        self.lines = websocket.query_params.get("lines")
        self.writing = asyncio.Lock()
        self._streams = streams
        self._websocket = websocket
        self._address = websocket.client.host if websocket.client else ""
        self._state = State.OPENING
        direct = websocket.scope.get("extensions", {}).get(DIRECT, {})
        self._write_at_once: Callable[[str], bool] | None = direct.get("write")
        self._pause: Pause = direct.get("pause", asyncio.sleep)
        self._write_page: Callable[[Sequence[str]], bool] | None = direct.get("write_page")
        self._offer: Callable[[Callable[[str, float], bool]], None] | None = direct.get("offer")
        # Whether the next message that is received has been charged for already, and the refusal if there was one.
        self._paid = False
        self._refusal: ThrottledError | None = None
        # The tasks that read and write, while there are any, and the context of both.
        self._reader: asyncio.Task[object] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._context: Context | None = None
        # Why the connection ends.
        self._ended_by: Exception | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """
        Accept the connection, and close it at the end; a ClosedError says with which code.

        Raises:
            WebSocketDisconnect: The client was gone before that.
        """
        chosen = SUBPROTOCOL if SUBPROTOCOL in self._websocket.scope["subprotocols"] else None
        try:
            await self._websocket.accept(subprotocol=chosen)
        except OSError as error:
            raise WebSocketDisconnect(1006) from error
        metrics.sockets += 1
        try:
            yield
        except ClosedError as closed:
            if closed.code == CloseCode.UNAVAILABLE:
                log.warning("a socket was closed: %s", summary(closed))
            await self._close(closed)
        except WebSocketDisconnect:
            pass
        finally:
            metrics.sockets -= 1
            self._streams.disown(self.mailbox)

    async def greet(
        self, operation: str, knows: Callable[[], Awaitable[object]] | None, parameters: Collection[str]
    ) -> Payer:
        """
        Authenticate the client, and send `hello`.

        `knows` refuses clients without a token; without it, all of them are refused. `parameters` are those that the
        query may have besides those of all sockets.

        Raises:
            ClosedError: The client is refused.
        """
        admission = self._streams.admission
        access = await authenticate(
            admission, self._websocket, self._address, self._pause, operation, needs_token=knows is None
        )
        self._own(access)
        payer = Payer(admission, access, self._address, self._pause)
        charged_to.set(payer.charge)
        if access is None and knows is not None:
            await require_known(knows)
        await self.send(
            HelloFrame(
                player_id=None if access is None else access.player.id,
                heartbeat_seconds=self._streams.heartbeat_seconds,
                server_now=self._streams.now(),
            )
        )
        require_parameters(self._websocket, {"ticket", "lines", *parameters})
        # What the client has asked for, and what was read of it, takes kilobytes as long as the socket is open.
        self._websocket.scope.clear()
        for read in ("_headers", "_query_params"):
            vars(self._websocket).pop(read, None)
        return payer

    async def stream(
        self, payer: Payer, answer: Answer, answer_now: AnswerNow, *others: Coroutine[Any, Any, None]
    ) -> None:
        """Read frames, send texts and run `others`, until reading ends or one of these fails."""
        mailbox, beats = self.mailbox, self._streams.beats
        reader = self._reader = asyncio.current_task()
        assert reader is not None
        self._context = copy_context()
        mailbox.write_now, mailbox.when_filled = self._write_now, self._begin_writing
        beside = [asyncio.create_task(self._run(other)) for other in others]
        place = beats.join(mailbox)
        if mailbox.waiting or mailbox.closed is not None:
            self._begin_writing()
        try:
            await self._read(payer, answer, answer_now)
        except asyncio.CancelledError:
            if self._ended_by is None or reader.uncancel() > 0:
                raise  # The connection did not end by itself, or its task was cancelled meanwhile.
        finally:
            self._reader = None
            beats.leave(mailbox, place)
            mailbox.write_now = mailbox.when_filled = None
            tasks = [*beside, *([self._writer] if self._writer else [])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._ended_by is not None:
            raise self._ended_by

    def _end(self, why: Exception) -> None:
        """End the connection, from another task than the one that reads."""
        if self._ended_by is None and self._reader is not None:
            self._ended_by = why
            self._reader.cancel()

    async def _run(self, other: Coroutine[Any, Any, None]) -> None:
        try:
            await other
        except Exception as error:
            self._end(error)

    async def send(self, frame: ServerFrame) -> None:
        """Send a frame before all texts that wait."""
        await self._websocket.send_text(frame.model_dump_json())

    async def send_page(self, texts: Sequence[str]) -> None:
        """Send several texts before all that wait."""
        if self._write_page is None or not self._write_page(texts):
            for text in texts:
                await self._websocket.send_text(text)

    async def flush(self) -> None:
        """Send the texts of the mailbox."""
        while (text := self.mailbox.take()) is not None:
            await self._websocket.send_text(text)

    def send_refusal(self, match_id: str, ref: str | None, error: RefusedError) -> None:
        """Send a frame that refuses a request about a match."""
        self.mailbox.deliver(refusal_frame(match_id, ref, error, self._streams.now()).model_dump_json())

    def _own(self, access: Access | None) -> None:
        try:
            self._streams.own(self.mailbox, access, self._address)
        except ThrottledError as error:
            raise ClosedError(CloseCode.TOO_MANY_STREAMS, error.code.name) from error

    def _begin_writing(self) -> None:
        if self._writer is None:
            # In the context of the connection: who delivers a text is not charged for what waits.
            self._writer = asyncio.create_task(self._write(), context=self._context)

    async def _write(self) -> None:
        """Send the texts that wait, and end the connection if the mailbox is closed."""
        try:
            while self.mailbox.waiting:
                async with self.writing:
                    await self.flush()
        except Exception as error:
            self._end(error)
            return
        self._writer = None
        if self.mailbox.closed is not None:
            self._end(closing_error(self.mailbox.closed))

    def _write_now(self, text: str) -> bool:
        """Send a text at once if none waits before it; return False if it has to wait."""
        return self._write_at_once is not None and not self.writing.locked() and self._write_at_once(text)

    async def _read(self, payer: Payer, answer: Answer, answer_now: AnswerNow) -> None:
        if self._offer is not None:
            context = copy_context()
            self._offer(lambda text, read_at: context.run(self._take_now, payer, answer_now, text, read_at))
        try:
            while self._ended_by is None:
                self._state = State.WAITING
                message = await self._websocket.receive()
                self._state = State.ANSWERING
                await self._take(payer, answer, message)
        finally:
            self._state = State.CLOSED

    def _take_now(self, payer: Payer, answer_now: AnswerNow, text: str, read_at: float) -> bool:
        """
        Handle a frame if that needs no waiting; otherwise return False, and the frame is received as usual.

        So the most frequent frames wake no task.
        """
        if self._state is not State.WAITING or payer.access is None or len(text) > FREE_BODY_BYTES:
            return False
        self._paid = True
        self._refusal = payer.pay(CALL)
        if self._refusal is not None:
            return False
        try:
            check_text(text.encode())
            self._paid = not answer_now(client_frames.validate_json(text), read_at)
        except Exception as error:  # it fails again when it is received, and is answered then
            log.debug("a frame was not taken at once: %s", describe(error))
        return not self._paid

    async def _take(self, payer: Payer, answer: Answer, message: Message) -> None:
        """Handle a message."""
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        refusal = await self._pay(payer, text or "")
        if text is None:
            raise ClosedError(CloseCode.MALFORMED_FRAME, "binary_frame")
        try:
            check_text(text.encode(errors="surrogatepass"))
            frame = client_frames.validate_json(text)
        except (RefusedError, ValidationError) as error:
            raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_frame") from error
        await answer(frame, refusal, message.get(READ_AT))

    async def _pay(self, payer: Payer, text: str) -> ThrottledError | None:
        """Charge for a frame, and wait if the player is far above the limit; return the refusal if it is above."""
        cost = CALL + of_body(len(text)) if len(text) > FREE_BODY_BYTES else CALL
        refusal = self._refusal if self._paid else payer.pay(cost)
        self._paid, self._refusal = False, None
        if refusal is not None:
            await payer.slow_down()
        if cost > CALL:
            await self._streams.pace.rest()
        return refusal

    async def _close(self, closed: ClosedError) -> None:
        try:
            # A client that does not read gets the code when it reads again, but the server waits only for a while.
            async with asyncio.timeout(_CLOSE_TIMEOUT_SECONDS):
                await self._websocket.close(closed.code, closed.reason)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return
