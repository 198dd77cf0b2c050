"""
The WebSockets: one for a single match, one for many, one for a player's own stream and many matches, one for a
tournament with its matches (docs/streams.md describes the state machine).

A socket is a connection and what is followed on it; here is what the frames of its client do.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

from starlette.websockets import WebSocket

from server.access import codes
from server.access.errors import RefusedError, ThrottledError, UnavailableError
from server.access.rights import NO_TOKEN, require_scope
from server.api.streams.close_codes import CloseCode
from server.api.streams.connection import Connection
from server.api.streams.following import Following
from server.api.streams.frames import ClientFrame, PingFrame, PongFrame, SubmitFrame, SubscribeFrame
from server.api.streams.handshake import ClosedError, read_position, read_wanted
from server.api.streams.payer import Payer
from server.api.streams.streams import Streams
from server.api.streams.submissions import Submissions
from server.logs.aggregates.resuming import Position
from server.matches.roles import find_match
from server.organising.tournaments.roles import IN_TOURNAMENTS
from server.people.identity.bearers import Access

_REFUSED: Final = {
    codes.CURSOR_AHEAD: CloseCode.CURSOR_AHEAD,
    codes.CURSOR_GONE: CloseCode.CURSOR_AHEAD,
    codes.ANOTHER_EPOCH: CloseCode.ENTRIES_LOST,
    codes.MATCH_UNREADABLE: CloseCode.MATCH_UNREADABLE,
}
"""How a socket is closed whose position is refused, or whose match cannot be read."""


class Socket:
    """One client's WebSocket."""

    def __init__(self, streams: Streams, websocket: WebSocket) -> None:
        self._streams = streams
        self._connection = Connection(streams, websocket)
        self._following = Following(streams, self._connection)
        self._submissions = Submissions(streams, self._connection.mailbox)
        # The only match, if the socket is that of one.
        self._match_id: str | None = None

    async def serve_match(self, match_id: str, after: str | None, epoch: str | None) -> None:
        """Stream one match after a position: `after` is a cursor of an epoch, as it was sent."""
        self._match_id = match_id
        await self._serve(
            "streamMatch",
            lambda payer: self._following.follow_match(payer, match_id, read_position(after, epoch), "streamMatch"),
            knows=lambda: find_match(self._streams.repository, None, match_id),
            parameters=["after", "epoch"],
        )

    async def serve_many(self) -> None:
        """Stream the matches to which the client subscribes."""
        await self._serve("streamMany", None)

    async def serve_own(self, after: str | None, epoch: str | None) -> None:
        """Stream the player's own stream after a position, and the matches to which the client subscribes."""
        await self._serve(
            "streamMyEvents",
            lambda payer: self._following.follow_own(payer, read_position(after, epoch)),
            parameters=["after", "epoch"],
        )

    async def serve_tournament(
        self, tournament_id: str, after: str | None, epoch: str | None, wanted: str | None
    ) -> None:
        """Stream a tournament after a position, its matches as `wanted`, and those that are subscribed to."""
        await self._serve(
            "streamTournament",
            lambda payer: self._following.follow_tournament(
                payer, tournament_id, read_position(after, epoch), read_wanted(wanted)
            ),
            knows=lambda: IN_TOURNAMENTS.find("streamTournament", self._streams.tournaments, None, tournament_id),
            parameters=["after", "epoch", "matches"],
        )

    async def _serve(
        self,
        operation: str,
        begin: Callable[[Payer], Awaitable[object]] | None,
        knows: Callable[[], Awaitable[object]] | None = None,
        parameters: Collection[str] = (),
    ) -> None:
        """Serve the socket; `begin` follows what it follows from the beginning, the others are as for `greet`."""
        following = self._following
        try:
            async with self._connection.open():
                payer = await self._connection.greet(operation, knows, parameters)
                if begin is not None:
                    await _begin(payer, begin)
                await self._connection.stream(
                    payer,
                    partial(self._answer, payer),
                    partial(self._submit_now, payer.access),
                    *([following.join(payer)] if following.joins else []),
                )
        finally:
            following.stop()
            await self._submissions.end()

    async def _answer(
        self, payer: Payer, frame: ClientFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        if isinstance(frame, SubmitFrame):
            await self._submit(payer.access, frame, refusal, read_at)
        elif isinstance(frame, PingFrame):
            self._connection.mailbox.deliver(PongFrame(server_now=self._streams.now()).model_dump_json())
        elif self._match_id is not None:
            raise ClosedError(CloseCode.MALFORMED_FRAME, "one_match_socket")
        elif isinstance(frame, SubscribeFrame):
            await self._subscribe(payer, frame, refusal)
        else:
            self._following.leave_match(frame.match_id)

    def _submit_now(self, access: Access | None, frame: ClientFrame, read_at: float) -> bool:
        """Submit what a frame says, if that needs no waiting; return False for any other."""
        if access is None or not isinstance(frame, SubmitFrame) or (match_id := self._match_of(frame)) is None:
            return False
        require_scope("submit", access.scopes)
        return self._submissions.begin_now(access.player, match_id, frame, read_at)

    async def _submit(
        self, access: Access | None, frame: SubmitFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        match_id = self._match_of(frame)
        if match_id is None:
            raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_frame")
        try:
            if access is None:
                raise NO_TOKEN.error()
            require_scope("submit", access.scopes)
        except RefusedError as error:
            self._connection.send_refusal(match_id, frame.ref, error)
            return
        # Not raised, which would keep the frame in memory until the next full garbage collection.
        if refusal is None:
            await self._submissions.begin(access.player, match_id, frame, read_at)
        else:
            self._connection.send_refusal(match_id, frame.ref, refusal)

    def _match_of(self, frame: SubmitFrame) -> str | None:
        """Return the match of a submission; None if the frame names none, or one that is not that of the socket."""
        match_id = frame.match_id or self._match_id
        return match_id if self._match_id in (None, match_id) else None

    async def _subscribe(self, payer: Payer, frame: SubscribeFrame, refusal: ThrottledError | None) -> None:
        self._following.require_room()
        try:
            if refusal is not None:
                raise refusal
            await self._following.follow_match(
                payer, frame.match_id, Position(frame.after, frame.epoch), "streamMany.subscribe"
            )
        except RefusedError as error:
            self._connection.send_refusal(frame.match_id, None, error)


async def _begin(payer: Payer, begin: Callable[[Payer], Awaitable[object]]) -> None:
    """Follow what a socket follows from the beginning, or close it with the reason."""
    try:
        await begin(payer)
    except UnavailableError as error:
        raise ClosedError(_REFUSED.get(error.code, CloseCode.UNAVAILABLE), error.code.name) from error
    except RefusedError as error:
        raise ClosedError(_REFUSED.get(error.code, CloseCode.UNKNOWN_MATCH), error.code.name) from error
