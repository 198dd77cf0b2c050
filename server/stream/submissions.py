"""Submissions over a WebSocket: checked concurrently, each answered once it is durable or refused."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from server import codes
from server.errors import RefusedError
from server.failures import describe
from server.identity.players import Player
from server.stream.frames import RefusedFrame, SubmitFrame, SubmittedFrame
from server.stream.mailbox import Mailbox
from server.stream.streams import Streams

IN_FLIGHT = 64
"""Maximum number of submissions in progress on one socket; no more are read until one is answered."""

log = logging.getLogger(__name__)


class Submissions:
    """The submissions of one socket, whose answers go to its mailbox."""

    def __init__(self, streams: Streams, mailbox: Mailbox) -> None:
        self._streams = streams
        self._mailbox = mailbox
        self._room = asyncio.Semaphore(IN_FLIGHT)
        self._tasks: set[asyncio.Task[None]] = set()
        # The last submission in progress of each match: those of one match count in the order of their arrival.
        self._last: dict[str, asyncio.Task[None]] = {}

    async def begin(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> None:
        """
        Submit in the background; waits only if there are `IN_FLIGHT` already.

        `read_at` is when the frame was read, by the loop's clock; None if the server does not provide it.
        """
        await self._room.acquire()
        task = asyncio.create_task(self._submit(player, match_id, frame, read_at, self._last.get(match_id)))
        self._tasks.add(task)
        self._last[match_id] = task

    async def end(self) -> None:
        """Wait for the submissions in progress, even if nobody receives the answers; none may begin any more."""
        if self._tasks:
            await asyncio.wait(self._tasks)

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
                answer = await self._answer(player, match_id, frame, arrived_at)
        finally:
            self._room.release()
            own = asyncio.current_task()
            self._tasks.discard(own)
            if self._last.get(match_id) is own:
                del self._last[match_id]
        self._mailbox.tell(answer.model_dump_json())

    async def _answer(
        self, player: Player, match_id: str, frame: SubmitFrame, read_at: datetime
    ) -> SubmittedFrame | RefusedFrame:
        try:
            receipt = await self._streams.matches.submit(
                player,
                match_id,
                frame.phase,
                frame.move,
                keep_thinking=frame.keep_thinking,
                head=frame.head,
                read_at=read_at,
            )
        except RefusedError as error:
            return refused(match_id, frame.ref, error, self._streams.now())
        except Exception as error:  # as over HTTP, the answer has no details, and the log line has no message
            log.error("a submission over a socket failed: %s", describe(error))
            failed = RefusedError(codes.INTERNAL_ERROR, "An unexpected error occurred in the server. Try again.")
            return refused(match_id, frame.ref, failed, self._streams.now())
        return SubmittedFrame(
            ref=frame.ref,
            match_id=match_id,
            seat=receipt.seat,
            phase=receipt.phase,
            accepted_at=receipt.accepted_at,
            receipt=receipt.receipt,
            cursor=receipt.cursor,
            repeated=receipt.repeated,
            server_now=self._streams.now(),
        )


def refused(match_id: str, ref: str | None, error: RefusedError, now: str) -> RefusedFrame:
    """Return the refusal as a frame."""
    return RefusedFrame(
        ref=ref,
        match_id=match_id,
        status=error.status,
        code=error.code.name,
        detail=error.message,
        pointer=error.pointer,
        server_now=now,
    )
