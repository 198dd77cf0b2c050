"""Submissions over a WebSocket: checked concurrently, each answered once it is durable or refused."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from functools import partial
from typing import Final

import orjson

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.api.streams.frames import RefusedFrame, SubmitFrame
from server.api.streams.mailbox import Mailbox
from server.api.streams.streams import Streams
from server.matches.commands import Submission
from server.matches.play.submitting import ReceiptReply
from server.runtime.failures import describe

IN_FLIGHT: Final = 64
"""Maximum number of submissions in progress on one socket; no more are read until one is answered."""

log = logging.getLogger(__name__)


class Submissions:
    """The submissions of one socket, whose answers go to its mailbox."""

    def __init__(self, streams: Streams, mailbox: Mailbox) -> None:
        self._streams = streams
        self._mailbox = mailbox
        self._in_flight = 0
        # Set while somebody waits for room, or for the end of all.
        self._left: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        # The last submission in progress of each match: those of one match count in the order of their arrival.
        self._last: dict[str, asyncio.Task[None]] = {}

    def begin_now(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> bool:
        """Begin a submission that needs no waiting until its commit; return False for any other, unchanged."""
        if match_id in self._last or self._in_flight >= IN_FLIGHT:
            return False
        begun = self._streams.matches.begin_submitting(
            player,
            match_id,
            _submission(frame),
            read_at=self._streams.arrivals.time_of(read_at),
            done=partial(self._conclude, player, match_id, frame, read_at),
        )
        self._in_flight += begun
        return begun

    async def begin(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> None:
        """
        Submit in the background; waits only if there are `IN_FLIGHT` already.

        `read_at` is when the frame was read, by the loop's clock; None if the server does not provide it.
        """
        while self._in_flight >= IN_FLIGHT:
            await self._one_left()
        self._in_flight += 1
        self._start(player, match_id, frame, read_at)

    async def end(self) -> None:
        """Wait for the submissions in progress, even if nobody receives the answers; none may begin any more."""
        while self._in_flight:
            await self._one_left()

    def _conclude(
        self,
        player: Player,
        match_id: str,
        frame: SubmitFrame,
        read_at: float | None,
        result: ReceiptReply | UnavailableError | None,
    ) -> None:
        """Answer a submission that was begun, or submit it anew if something came before it."""
        if result is None:
            self._start(player, match_id, frame, read_at)
            return
        self._leave()
        if isinstance(result, ReceiptReply):
            self._mailbox.deliver(render_submitted(result, frame.ref, self._streams.now()))
        else:
            self._mailbox.deliver(self._refused(match_id, frame, result))

    def _start(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> None:
        task = asyncio.create_task(self._submit(player, match_id, frame, read_at, self._last.get(match_id)))
        self._tasks.add(task)
        self._last[match_id] = task

    async def _submit(
        self,
        player: Player,
        match_id: str,
        frame: SubmitFrame,
        read_at: float | None,
        before: asyncio.Task[None] | None,
    ) -> None:
        """Submit after `before` has finished."""
        try:
            with self._streams.arrivals.judging(match_id, read_at) as arrived_at:
                if before is not None:
                    await asyncio.wait([before])
                answer = await self._text(player, match_id, frame, arrived_at)
        finally:
            self._leave()
            own = asyncio.current_task()
            self._tasks.discard(own)
            if self._last.get(match_id) is own:
                del self._last[match_id]
        self._mailbox.deliver(answer)

    async def _text(self, player: Player, match_id: str, frame: SubmitFrame, read_at: datetime) -> str:
        """Submit, and return the answer."""
        try:
            receipt = await self._streams.matches.submit(player, match_id, _submission(frame), read_at=read_at)
        except RefusedError as error:
            return self._refused(match_id, frame, error)
        except Exception as error:  # as over HTTP, the answer has no details, and the log line has no message
            log.error("a submission over a socket failed: %s", describe(error))
            failed = RefusedError(codes.INTERNAL_ERROR, "An unexpected error occurred in the server. Try again.")
            return self._refused(match_id, frame, failed)
        return render_submitted(receipt, frame.ref, self._streams.now())

    def _refused(self, match_id: str, frame: SubmitFrame, error: RefusedError) -> str:
        return refusal_frame(match_id, frame.ref, error, self._streams.now()).model_dump_json()

    def _leave(self) -> None:
        """Make room for another submission."""
        self._in_flight -= 1
        if self._left is not None and not self._left.done():
            self._left.set_result(None)

    async def _one_left(self) -> None:
        self._left = asyncio.get_running_loop().create_future()
        await self._left


def _submission(frame: SubmitFrame) -> Submission:
    return Submission(frame.phase, frame.move, frame.keep_thinking, frame.head)


def render_submitted(receipt: ReceiptReply, ref: str | None, now: str) -> str:
    """Return a `SubmittedFrame` as text, in a fifth of the time that the model takes."""
    return orjson.dumps(
        {
            "type": "submitted",
            "ref": ref,
            "match_id": receipt.match_id,
            "seat": receipt.seat,
            "phase": receipt.phase,
            "accepted_at": receipt.accepted_at,
            "receipt": receipt.receipt,
            "epoch": receipt.epoch,
            "cursor": receipt.cursor,
            "repeated": receipt.repeated,
            "server_now": now,
        }
    ).decode()


def refusal_frame(match_id: str, ref: str | None, error: RefusedError, now: str) -> RefusedFrame:
    """Return the answer to a `subscribe` or `submit` that was refused."""
    return RefusedFrame(
        ref=ref,
        match_id=match_id,
        status=error.status,
        code=error.code.name,
        detail=error.message,
        pointer=error.pointer,
        server_now=now,
    )
