"""Submissions over a WebSocket: checked concurrently, each answered once it is durable or refused."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
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
from server.runtime.clock.arrivals import Arrival
from server.runtime.failures import describe

IN_FLIGHT: Final = 64
"""Maximum number of submissions in progress on one socket; no more are read until one is answered."""

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Place:
    """
    The place of a submission among those of its match on this socket, which count in the order of their arrival.

    Attributes:
        arrival: When it was read; it is registered as long as it is in progress.
        behind: The one before it, while that is in progress.
        as_task: Whether a task submits it; what comes behind it has to be one, too.
        left: Whether it is not in progress any more. `leaving`: set for one behind it that waits for that.
    """

    arrival: Arrival
    behind: _Place | None
    as_task: bool = False
    left: bool = False
    leaving: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait until the submission has left."""
        if not self.left:
            self.leaving = asyncio.get_running_loop().create_future()
            await self.leaving


class Submissions:
    """The submissions of one socket, whose answers go to its mailbox."""

    def __init__(self, streams: Streams, mailbox: Mailbox) -> None:
        self._streams = streams
        self._mailbox = mailbox
        self._in_flight = 0
        # Set while somebody waits for room, or for the end of all.
        self._left: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        # The last submission in progress of each match.
        self._last: dict[str, _Place] = {}

    def begin_now(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> bool:
        """Begin a submission that needs no waiting until its commit; return False for any other, unchanged."""
        behind = self._last.get(match_id)
        if self._in_flight >= IN_FLIGHT or (behind is not None and behind.as_task):
            return False
        place = _Place(self._streams.arrivals.judging(match_id, read_at), behind)
        begun = self._streams.matches.begin_submitting(
            player,
            match_id,
            _submission(frame),
            read_at=place.arrival.read_at,
            done=partial(self._conclude, player, match_id, frame, place),
        )
        if begun:
            self._enter(match_id, place)
        return begun

    async def begin(self, player: Player, match_id: str, frame: SubmitFrame, read_at: float | None) -> None:
        """
        Submit in the background; waits only if there are `IN_FLIGHT` already.

        `read_at` is when the frame was read, by the loop's clock; None if the server does not provide it.
        """
        while self._in_flight >= IN_FLIGHT:
            await self._one_left()
        place = _Place(self._streams.arrivals.judging(match_id, read_at), self._last.get(match_id))
        self._enter(match_id, place)
        self._start(player, match_id, frame, place)

    async def end(self) -> None:
        """Wait for the submissions in progress, even if nobody receives the answers; none may begin any more."""
        while self._in_flight:
            await self._one_left()

    def _conclude(
        self,
        player: Player,
        match_id: str,
        frame: SubmitFrame,
        place: _Place,
        result: ReceiptReply | UnavailableError | None,
    ) -> None:
        """Answer a submission that was begun, or submit it anew if something came before it."""
        if result is None:
            self._start(player, match_id, frame, place)
            return
        self._leave(match_id, place)
        if isinstance(result, ReceiptReply):
            self._mailbox.deliver(render_submitted(result, frame.ref, self._streams.now()))
        else:
            self._mailbox.deliver(self._refused(match_id, frame, result))

    def _start(self, player: Player, match_id: str, frame: SubmitFrame, place: _Place) -> None:
        place.as_task = True
        task = asyncio.create_task(self._submit(player, match_id, frame, place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _submit(self, player: Player, match_id: str, frame: SubmitFrame, place: _Place) -> None:
        """Submit after the one before has left."""
        try:
            if place.behind is not None:
                await place.behind.wait()
            answer = await self._text(player, match_id, frame, place.arrival.read_at)
        finally:
            self._leave(match_id, place)
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

    def _enter(self, match_id: str, place: _Place) -> None:
        self._in_flight += 1
        self._last[match_id] = place
        place.arrival.begin()

    def _leave(self, match_id: str, place: _Place) -> None:
        """Make room for another submission, and let the next one of the match be checked."""
        self._in_flight -= 1
        if self._last.get(match_id) is place:
            del self._last[match_id]
        place.arrival.end()
        place.left, place.behind = True, None
        for waiting in (place.leaving, self._left):
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    async def _one_left(self) -> None:
        self._left = asyncio.get_running_loop().create_future()
        await self._left


def _submission(frame: SubmitFrame) -> Submission:
    return Submission(frame.phase, frame.move, frame.keep_thinking, frame.head, frame.replaces)


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
