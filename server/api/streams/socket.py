"""
The WebSockets: one for a single match, one for many, one for a player's own stream and many matches, one for a
tournament with its matches (docs/streams.md describes the state machine).

    opening ──authenticated──▶ streaming ──▶ closed with a code that says what to do next

While streaming, one task reads frames from the client, one sends the texts in the mailbox, and one adds heartbeats;
when one of them ends, it ends the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import copy_context
from functools import partial
from typing import Final

from pydantic import ValidationError
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.access import codes
from server.access.costs import CALL, FREE_BODY_BYTES, charged_to, of_body
from server.access.errors import RefusedError, ThrottledError, UnavailableError
from server.access.intake import check_text
from server.access.rights import NO_TOKEN, require_scope
from server.api.streams.close_codes import CloseCode
from server.api.streams.feed import Feed, follow, follow_own, replay
from server.api.streams.frames import (
    ClientFrame,
    HeartbeatFrame,
    HelloFrame,
    OwnSubscribedFrame,
    PingFrame,
    PongFrame,
    ServerFrame,
    SubmitFrame,
    SubscribedFrame,
    SubscribeFrame,
    TournamentSubscribedFrame,
    UnsubscribedFrame,
    client_frames,
)
from server.api.streams.handshake import (
    SUBPROTOCOL,
    ClosedError,
    Pause,
    authenticate,
    closed_by,
    read_cursor,
    read_wanted,
    require_known,
    require_parameters,
)
from server.api.streams.payer import Payer
from server.api.streams.streams import Streams
from server.api.streams.submissions import Submissions, refused
from server.api.streams.tables import MAX_TABLES, Tables, Wanted
from server.logs.directing import appointing
from server.matches.hosting.looks import record_look
from server.matches.match import Match
from server.matches.roles import allow_to_watch, find_match
from server.organising.tournaments.roles import IN_TOURNAMENTS
from server.people.identity.bearers import Access
from server.runtime.failures import describe, summary
from server.runtime.metrics import metrics

DIRECT = "moirai.direct"
"""
The extension of a connection's scope with direct access to the socket: `write` sends a text without waiting and returns
whether it could, `write_page` does so with several, and `pause` waits for a number of seconds, or until the client
disconnects. `offer` takes a function that is given each text, and the time when it was read, while no other message
waits; a text for which it returns True is not received.
"""

READ_AT: Final = "read_at"
"""The key of a received message for the time when its last bytes were read, by the loop's clock."""

MAX_MATCHES = 200
"""Maximum number of matches on one socket."""

_CLOSE_TIMEOUT_SECONDS = 10

log = logging.getLogger(__name__)


class Socket:
    """One client's WebSocket."""

    def __init__(self, streams: Streams, websocket: WebSocket) -> None:
        self._streams = streams
        self._websocket = websocket
        self._mailbox = streams.mailbox()
        self._feeds: dict[str, Feed] = {}
        self._address = websocket.client.host if websocket.client else ""
        self._submissions = Submissions(streams, self._mailbox)
        # The stream of the player or of a tournament, besides matches.
        self._base: Feed | None = None
        self._tables: Tables | None = None
        self._stop_joining: Callable[[], None] = lambda: None
        self._most = MAX_MATCHES
        self._match_id: str | None = None
        self._lines: str | None = websocket.query_params.get("lines")
        # Held while events are written, so that missed events of a match are sent before new ones.
        self._writing = asyncio.Lock()
        direct = websocket.scope.get("extensions", {}).get(DIRECT, {})
        self._write_at_once: Callable[[str], bool] | None = direct.get("write")
        self._pause: Pause = direct.get("pause", asyncio.sleep)
        self._write_page: Callable[[Sequence[str]], bool] | None = direct.get("write_page")
        self._offer: Callable[[Callable[[str, float], bool]], None] | None = direct.get("offer")
        # Whether the reader waits for a message, so that one that arrives is the next.
        self._receiving = False
        # Whether the next message that is received has been charged for already, and the refusal if there was one.
        self._paid = False
        self._refusal: ThrottledError | None = None

    async def serve_match(self, match_id: str, after: str | None) -> None:
        """Stream one match after the cursor `after`."""
        self._match_id = match_id
        await self._serve(
            "streamMatch",
            lambda payer: self._follow(payer, match_id, read_cursor(after)),
            knows=lambda: find_match(self._streams.repository, None, match_id),
        )

    async def serve_many(self) -> None:
        """Stream the matches to which the client subscribes."""
        await self._serve("streamMany", None)

    async def serve_own(self, after: str | None) -> None:
        """Stream the player's own stream after the cursor `after`, and the matches to which the client subscribes."""
        await self._serve("streamMyEvents", lambda payer: self._follow_own(payer, read_cursor(after)))

    async def serve_tournament(self, tournament_id: str, after: str | None, wanted: str | None) -> None:
        """Stream a tournament after the cursor `after`, its matches as `wanted`, and those that are subscribed to."""
        self._most = MAX_TABLES
        await self._serve(
            "streamTournament",
            lambda payer: self._follow_tournament(payer, tournament_id, read_cursor(after), read_wanted(wanted)),
            knows=lambda: IN_TOURNAMENTS.find("streamTournament", self._streams.tournaments, None, tournament_id),
            parameters=("matches",),
        )

    async def _serve(
        self,
        operation: str,
        begin: Callable[[Payer], Awaitable[object]] | None,
        knows: Callable[[], Awaitable[object]] | None = None,
        parameters: tuple[str, ...] = (),
    ) -> None:
        """
        Serve the socket; `begin` follows what it follows from the beginning.

        `knows` refuses clients without a token; without it, all of them are refused. `parameters` are further ones.
        """
        chosen = SUBPROTOCOL if SUBPROTOCOL in self._websocket.scope["subprotocols"] else None
        await self._websocket.accept(subprotocol=chosen)
        metrics.sockets += 1
        try:
            access = await authenticate(
                self._streams.admission,
                self._websocket,
                self._address,
                self._pause,
                operation,
                needs_token=knows is None,
            )
            self._own(access)
            payer = Payer(self._streams.admission, access, self._address, self._pause)
            charged_to.set(payer.charge)
            if access is None and knows is not None:
                await require_known(knows)
            await self._send(
                HelloFrame(
                    player_id=None if access is None else access.player.id,
                    heartbeat_seconds=self._streams.heartbeat_seconds,
                    server_now=self._streams.now(),
                )
            )
            require_parameters(self._websocket, {"ticket", "lines", *(("after",) if begin else ()), *parameters})
            if begin is not None:
                await self._open(payer, begin)
            self._mailbox.write_now = self._write_now
            await self._stream(payer)
        except ClosedError as closed:
            if closed.code == CloseCode.UNAVAILABLE:
                log.warning("a socket was closed: %s", summary(closed))
            await self._close(closed)
        except WebSocketDisconnect:
            pass
        finally:
            metrics.sockets -= 1
            self._streams.disown(self._mailbox)
            for feed in (*self._feeds.values(), *([self._base] if self._base else [])):
                feed.stop()
            self._stop_joining()
            await self._submissions.end()

    def _own(self, access: Access | None) -> None:
        try:
            self._streams.own(self._mailbox, access, self._address)
        except ThrottledError as error:
            raise ClosedError(CloseCode.TOO_MANY_STREAMS, error.code.name) from error

    async def _open(self, payer: Payer, begin: Callable[[Payer], Awaitable[object]]) -> None:
        """Follow what this socket follows from the beginning, or close it with the reason."""
        try:
            await begin(payer)
        except UnavailableError as error:
            raise ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
        except RefusedError as error:
            ahead = error.code == codes.CURSOR_AHEAD
            raise ClosedError(CloseCode.CURSOR_AHEAD if ahead else CloseCode.UNKNOWN_MATCH, error.code.name) from error

    async def _follow(self, payer: Payer, match_id: str, after: int) -> Match:
        """Follow a match."""
        operation = "streamMany.subscribe" if self._match_id is None else "streamMatch"
        looks = self._tables.viewer_in if self._tables else partial(allow_to_watch, operation, payer.player)
        live = await find_match(self._streams.repository, payer.player, match_id, after, looks)
        await record_look(self._streams.repository, live, payer.player, looks(live.state))
        async with self._writing:
            if match_id in self._feeds:
                raise RefusedError(codes.ALREADY_SUBSCRIBED, "This socket already follows this match.")
            await self._flush()
            streams = self._streams
            feed = follow(streams.repository, live, looks, after, self._mailbox, streams.frame_of, self._lines)
            self._feeds[match_id] = feed
            await self._send(
                SubscribedFrame(
                    match_id=match_id, viewer=feed.viewer, cursor=feed.cursor, server_now=self._streams.now()
                )
            )
            await self._replay(payer, feed)
        return live

    async def _follow_tournament(self, payer: Payer, tournament_id: str, after: int, wanted: Wanted) -> None:
        streams, player = self._streams, payer.player
        live, viewer = await IN_TOURNAMENTS.find("streamTournament", streams.tournaments, player, tournament_id, after)
        await appointing.record_look(streams.tournaments, live, player, viewer)
        async with self._writing:
            looks = partial(IN_TOURNAMENTS.allow, "streamTournament", player)
            feed = follow(streams.tournaments, live, looks, after, self._mailbox, streams.frame_of, self._lines)
            self._base = feed
            self._tables = Tables(live, feed.viewer, player, wanted)
            await self._send(
                TournamentSubscribedFrame(
                    tournament_id=tournament_id, viewer=feed.viewer, cursor=feed.cursor, server_now=streams.now()
                )
            )
            await self._replay(payer, feed)
            if wanted != "none":
                self._stop_joining = streams.tournaments.listen(live, feed.viewer, self._tables)
                await self._tables.skip(after)

    async def _join(self, payer: Payer, tables: Tables) -> None:
        """Follow the matches of a tournament as they come to exist."""
        while True:
            for match_id in tables.take():
                for over in tables.over():
                    if over in self._feeds:
                        self._unsubscribe(over)
                payer.charge(CALL)
                await payer.slow_down()
                await self._join_match(payer, tables, match_id)
            await tables.changed()

    async def _join_match(self, payer: Payer, tables: Tables, match_id: str) -> None:
        self._require_room()
        try:
            tables.joined[match_id] = await self._follow(payer, match_id, 0)
        except UnavailableError as error:
            self._refuse(match_id, None, error)
        except RefusedError:
            return  # The reader has subscribed already, or may not know of the match and so is not told of it.

    async def _follow_own(self, payer: Payer, after: int) -> None:
        streams, player = self._streams, payer.player
        if player is None:
            raise AssertionError("only the socket of one match does without a token")
        live = await streams.inboxes.at(player.id, after)
        async with self._writing:
            feed = self._base = follow_own(streams.inboxes, live, after, self._mailbox, streams.frame_of)
            await self._send(OwnSubscribedFrame(player_id=player.id, cursor=feed.cursor, server_now=streams.now()))
            await self._replay(payer, feed)
            if feed.ended:
                raise closed_by(CloseCode.RESTART)

    async def _replay(self, payer: Payer, feed: Feed) -> None:
        """Send the missed events."""
        async for page in replay(feed, self._streams.pace, payer, self._mailbox):
            if self._write_page is None or not self._write_page(page):
                for event in page:
                    await self._websocket.send_text(event)
        if self._mailbox.closed is not None:  # its texts come after events that were not replayed
            raise closed_by(self._mailbox.closed)

    async def _stream(self, payer: Payer) -> None:
        parts = [self._write(), self._read(payer), self._beat()]
        if self._tables is not None and self._tables.wanted != "none":
            parts.append(self._join(payer, self._tables))
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _write(self) -> None:
        """Send the texts of the mailbox until it is closed."""
        while await self._mailbox.filled():
            async with self._writing:
                await self._flush()
        raise closed_by(self._mailbox.closed or CloseCode.RESTART)

    def _write_now(self, text: str) -> bool:
        """Send a text at once if none waits before it; return False if it has to wait."""
        return self._write_at_once is not None and not self._writing.locked() and self._write_at_once(text)

    async def _beat(self) -> None:
        """Send heartbeats."""
        while True:
            await asyncio.sleep(self._streams.heartbeat_seconds)
            self._mailbox.tell(HeartbeatFrame(server_now=self._streams.now()).model_dump_json())

    async def _flush(self) -> None:
        while (text := self._mailbox.take()) is not None:
            await self._websocket.send_text(text)

    def _take_now(self, payer: Payer, text: str, read_at: float) -> bool:
        """
        Submit what a frame says, if that needs no waiting; return False for any other, which is received then.

        So the most frequent frame wakes no task.
        """
        if not self._receiving or payer.access is None or len(text) > FREE_BODY_BYTES:
            return False
        self._paid = True
        self._refusal = payer.pay(CALL)
        if self._refusal is not None:
            return False
        try:
            check_text(text.encode())
            frame = client_frames.validate_json(text)
            if not isinstance(frame, SubmitFrame):
                return False
            match_id = frame.match_id or self._match_id
            if match_id is None or (self._match_id is not None and match_id != self._match_id):
                return False
            require_scope("submit", payer.access.scopes)
            self._paid = not self._submissions.begin_now(payer.access.player, match_id, frame, read_at)
        except Exception as error:  # it fails again when it is received, and is answered then
            log.debug("a frame was not taken at once: %s", describe(error))
        return not self._paid

    async def _read(self, payer: Payer) -> None:
        if self._offer is not None:
            context = copy_context()
            self._offer(lambda text, read_at: context.run(self._take_now, payer, text, read_at))
        try:
            while True:
                self._receiving = True
                message = await self._websocket.receive()
                self._receiving = False
                await self._take(payer, message)
        finally:
            self._receiving = False

    async def _take(self, payer: Payer, message: Message) -> None:
        """Do what a message says."""
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
        await self._answer(payer, frame, refusal, message.get(READ_AT))

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

    async def _answer(
        self, payer: Payer, frame: ClientFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        if isinstance(frame, SubmitFrame):
            await self._submit(payer.access, frame, refusal, read_at)
        elif isinstance(frame, PingFrame):
            self._mailbox.tell(PongFrame(server_now=self._streams.now()).model_dump_json())
        elif self._match_id is not None:
            raise ClosedError(CloseCode.MALFORMED_FRAME, "one_match_socket")
        elif isinstance(frame, SubscribeFrame):
            await self._subscribe(payer, frame, refusal)
        else:
            self._unsubscribe(frame.match_id)

    async def _submit(
        self, access: Access | None, frame: SubmitFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        match_id = frame.match_id or self._match_id
        if match_id is None or (self._match_id is not None and match_id != self._match_id):
            raise ClosedError(CloseCode.MALFORMED_FRAME, "malformed_frame")
        try:
            if access is None:
                raise NO_TOKEN.error()
            require_scope("submit", access.scopes)
        except RefusedError as error:
            self._refuse(match_id, frame.ref, error)
            return
        # Not raised, which would keep the frame in memory until the next full garbage collection.
        if refusal is None:
            await self._submissions.begin(access.player, match_id, frame, read_at)
        else:
            self._refuse(match_id, frame.ref, refusal)

    async def _subscribe(self, payer: Payer, frame: SubscribeFrame, refusal: ThrottledError | None) -> None:
        self._require_room()
        try:
            if refusal is not None:
                raise refusal
            await self._follow(payer, frame.match_id, frame.after)
        except RefusedError as error:
            self._refuse(frame.match_id, None, error)

    def _require_room(self) -> None:
        if len(self._feeds) >= self._most:
            raise ClosedError(CloseCode.TOO_MANY_MATCHES, "too_many_matches")

    def _refuse(self, match_id: str, ref: str | None, error: RefusedError) -> None:
        self._mailbox.tell(refused(match_id, ref, error, self._streams.now()).model_dump_json())

    def _unsubscribe(self, match_id: str) -> None:
        feed = self._feeds.pop(match_id, None)
        if feed is not None:
            feed.stop()
        self._mailbox.tell(UnsubscribedFrame(match_id=match_id, server_now=self._streams.now()).model_dump_json())

    async def _send(self, frame: ServerFrame) -> None:
        await self._websocket.send_text(frame.model_dump_json())

    async def _close(self, closed: ClosedError) -> None:
        try:
            # A client that does not read gets the code when it reads again, but the server waits only for a while.
            async with asyncio.timeout(_CLOSE_TIMEOUT_SECONDS):
                await self._websocket.close(closed.code, closed.reason)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return
