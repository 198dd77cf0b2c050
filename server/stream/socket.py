"""
The WebSockets: one for a single match, one for many, one for a player's own stream and many matches (docs/streams.md
describes the state machine).

    opening ──authenticated──▶ streaming ──▶ closed with a code that says what to do next

While streaming, one task reads frames from the client, one sends the texts in the mailbox, and one adds heartbeats;
when one of them ends, it ends the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from server import codes
from server.access import NO_TOKEN
from server.costs import CALL, FREE_BODY_BYTES, charged_to, of_body
from server.errors import RefusedError, ThrottledError, UnavailableError
from server.failures import summary
from server.identity.players import Player
from server.intake import check_text
from server.matches.roles import find_match
from server.metrics import metrics
from server.stream.close_codes import CloseCode
from server.stream.feed import Feed, follow, follow_own, replay
from server.stream.frames import (
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
    UnsubscribedFrame,
    client_frames,
)
from server.stream.payer import Payer
from server.stream.streams import Streams
from server.stream.submissions import Submissions, refused

SUBPROTOCOL = "moirai.v1"
BEARER = "bearer."

DIRECT = "moirai.direct"
"""
The extension of a connection's scope with direct access to the socket: `write` sends a text without waiting and returns
whether it could, `write_page` does so with several, and `pause` waits for a number of seconds, or until the client
disconnects.
"""

READ_AT: Final = "read_at"
"""The key of a received message for the time when its last bytes were read, by the loop's clock."""

MAX_MATCHES = 200
"""Maximum number of matches on one socket."""

_CLOSE_TIMEOUT_SECONDS = 10

_LONGEST_REFUSAL_SECONDS: Final = 5
"""Maximum delay before a handshake above the limit is refused, to slow down clients that retry."""

log = logging.getLogger(__name__)


class _ClosedError(Exception):
    """The socket must be closed with this code."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def _cut(why: CloseCode) -> _ClosedError:
    return _ClosedError(why, why.name.lower())


class Socket:
    """One client's WebSocket."""

    def __init__(self, streams: Streams, websocket: WebSocket) -> None:
        self._streams = streams
        self._websocket = websocket
        self._mailbox = streams.mailbox()
        self._feeds: dict[str, Feed] = {}
        self._address = websocket.client.host if websocket.client else ""
        self._submissions = Submissions(streams, self._mailbox)
        self._own_feed: Feed | None = None
        self._match_id: str | None = None
        # Held while events are written, so that missed events of a match are sent before new ones.
        self._writing = asyncio.Lock()
        direct = websocket.scope.get("extensions", {}).get(DIRECT, {})
        self._write_at_once: Callable[[str], bool] | None = direct.get("write")
        self._pause: Callable[[float], Awaitable[None]] = direct.get("pause", asyncio.sleep)
        self._write_page: Callable[[Sequence[str]], bool] | None = direct.get("write_page")

    async def serve_match(self, match_id: str, after: str | None) -> None:
        """Stream one match after the cursor `after`."""
        self._match_id = match_id
        await self._serve(lambda payer: self._follow(payer, match_id, _cursor(after)))

    async def serve_many(self) -> None:
        """Stream the matches to which the client subscribes."""
        await self._serve(None)

    async def serve_own(self, after: str | None) -> None:
        """Stream the player's own stream after the cursor `after`, and the matches to which the client subscribes."""
        await self._serve(lambda payer: self._follow_own(payer, _cursor(after)))

    async def _serve(self, begin: Callable[[Payer], Awaitable[None]] | None) -> None:
        """Serve the socket; `begin` follows what it follows from the beginning."""
        chosen = SUBPROTOCOL if SUBPROTOCOL in self._websocket.scope["subprotocols"] else None
        await self._websocket.accept(subprotocol=chosen)
        metrics.sockets += 1
        try:
            player = await self._authenticate()
            self._own(player)
            payer = Payer(self._streams.admission, player, self._address, self._pause)
            charged_to.set(payer.charge)
            if player is None:
                await self._require_watchable()
            await self._send(
                HelloFrame(
                    player_id=None if player is None else player.id,
                    heartbeat_seconds=self._streams.heartbeat_seconds,
                    server_now=self._streams.now(),
                )
            )
            self._require_parameters({"ticket"} if begin is None else {"ticket", "after"})
            if begin is not None:
                await self._open(payer, begin)
            self._mailbox.write_now = self._write_now
            await self._stream(payer)
        except _ClosedError as closed:
            if closed.code == CloseCode.UNAVAILABLE:
                log.warning("a socket was closed: %s", summary(closed))
            await self._close(closed)
        except WebSocketDisconnect:
            pass
        finally:
            metrics.sockets -= 1
            self._streams.disown(self._mailbox)
            for feed in (*self._feeds.values(), *([self._own_feed] if self._own_feed else [])):
                feed.stop()
            await self._submissions.end()

    async def _authenticate(self) -> Player | None:
        """
        Return the player, identified by header, subprotocol, or a ticket in the query.

        None without any of them, on the socket of one match.
        """
        admission = self._streams.admission
        try:
            ticket = self._websocket.query_params.get("ticket")
            if ticket is not None:
                return await admission.by_ticket(ticket, self._address)
            token = self._token()
            if token is None and self._match_id is not None:
                admission.stranger(self._address)
                return None
            return await admission.by_token(token, self._address)
        except ThrottledError as error:
            await self._pause(min(error.retry_after_seconds, _LONGEST_REFUSAL_SECONDS))
            raise _ClosedError(CloseCode.TOO_MANY_CALLS, error.code.name) from error
        except UnavailableError as error:
            raise _ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
        except RefusedError as error:
            raise _ClosedError(CloseCode.UNAUTHENTICATED, error.code.name) from error

    def _require_parameters(self, known: set[str]) -> None:
        if not self._websocket.query_params.keys() <= known:
            raise _ClosedError(CloseCode.MALFORMED_FRAME, "unknown_parameter")

    async def _require_watchable(self) -> None:
        """Close the socket of a client without a token, unless its match is public."""
        try:
            await find_match(self._streams.repository, None, self._match_id or "")
        except UnavailableError as error:
            raise _ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
        except RefusedError as error:
            raise _ClosedError(CloseCode.UNAUTHENTICATED, error.code.name) from error

    def _own(self, player: Player | None) -> None:
        try:
            self._streams.own(self._mailbox, player, self._address)
        except ThrottledError as error:
            raise _ClosedError(CloseCode.TOO_MANY_STREAMS, error.code.name) from error

    def _token(self) -> str | None:
        """Return the token; None without credentials, empty for others."""
        given = self._websocket.headers.get("authorization")
        scheme, _, token = (given or "").partition(" ")
        if scheme.lower() == "bearer" and token:
            return token
        for protocol in self._websocket.scope["subprotocols"]:
            if protocol.startswith(BEARER):
                return str(protocol.removeprefix(BEARER))
        return None if given is None else ""

    async def _open(self, payer: Payer, begin: Callable[[Payer], Awaitable[None]]) -> None:
        """Follow what this socket follows from the beginning, or close it with the reason."""
        try:
            await begin(payer)
        except UnavailableError as error:
            raise _ClosedError(CloseCode.UNAVAILABLE, error.code.name) from error
        except RefusedError as error:
            ahead = error.code == codes.CURSOR_AHEAD
            raise _ClosedError(CloseCode.CURSOR_AHEAD if ahead else CloseCode.UNKNOWN_MATCH, error.code.name) from error

    async def _follow(self, payer: Payer, match_id: str, after: int) -> None:
        live = await find_match(self._streams.repository, payer.player, match_id, after)
        operation = "streamMany.subscribe" if self._match_id is None else "streamMatch"
        async with self._writing:
            await self._flush()
            feed = follow(operation, self._streams, live, payer.player, after, self._mailbox, self._streams.frame_of)
            self._feeds[match_id] = feed
            await self._send(
                SubscribedFrame(
                    match_id=match_id, viewer=feed.viewer, cursor=feed.cursor, server_now=self._streams.now()
                )
            )
            await self._replay(payer, feed)

    async def _follow_own(self, payer: Payer, after: int) -> None:
        streams, player = self._streams, payer.player
        if player is None:
            raise AssertionError("only the socket of one match does without a token")
        live = await streams.inboxes.at(player.id, after)
        async with self._writing:
            feed = self._own_feed = follow_own(streams.inboxes, live, after, self._mailbox, streams.frame_of)
            await self._send(OwnSubscribedFrame(player_id=player.id, cursor=feed.cursor, server_now=streams.now()))
            await self._replay(payer, feed)
            if live.full:
                raise _cut(CloseCode.RESTART)

    async def _replay(self, payer: Payer, feed: Feed) -> None:
        """Send the missed events."""
        async for page in replay(feed, self._streams.pace, payer, self._mailbox):
            if self._write_page is None or not self._write_page(page):
                for event in page:
                    await self._websocket.send_text(event)
        if self._mailbox.closed is not None:  # its texts come after events that were not replayed
            raise _cut(self._mailbox.closed)

    async def _stream(self, payer: Payer) -> None:
        tasks = [asyncio.create_task(part) for part in (self._write(), self._read(payer), self._beat())]
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
        raise _cut(self._mailbox.closed or CloseCode.RESTART)

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

    async def _read(self, payer: Payer) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            refusal = await self._pay(payer, text or "")
            if text is None:
                raise _ClosedError(CloseCode.MALFORMED_FRAME, "binary_frame")
            try:
                check_text(text.encode(errors="surrogatepass"))
                frame = client_frames.validate_json(text)
            except (RefusedError, ValidationError) as error:
                raise _ClosedError(CloseCode.MALFORMED_FRAME, "malformed_frame") from error
            await self._answer(payer, frame, refusal, message.get(READ_AT))

    async def _pay(self, payer: Payer, text: str) -> ThrottledError | None:
        """Charge for a frame, and wait if the player is far above the limit; return the refusal if it is above."""
        cost = CALL + of_body(len(text)) if len(text) > FREE_BODY_BYTES else CALL
        refusal = payer.pay(cost)
        if refusal is not None:
            await payer.slow_down()
        if cost > CALL:
            await self._streams.pace.rest()
        return refusal

    async def _answer(
        self, payer: Payer, frame: ClientFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        if isinstance(frame, SubmitFrame):
            await self._submit(payer.player, frame, refusal, read_at)
        elif isinstance(frame, PingFrame):
            self._mailbox.tell(PongFrame(server_now=self._streams.now()).model_dump_json())
        elif self._match_id is not None:
            raise _ClosedError(CloseCode.MALFORMED_FRAME, "one_match_socket")
        elif isinstance(frame, SubscribeFrame):
            await self._subscribe(payer, frame, refusal)
        else:
            self._unsubscribe(frame.match_id)

    async def _submit(
        self, player: Player | None, frame: SubmitFrame, refusal: ThrottledError | None, read_at: float | None
    ) -> None:
        match_id = frame.match_id or self._match_id
        if match_id is None or (self._match_id is not None and match_id != self._match_id):
            raise _ClosedError(CloseCode.MALFORMED_FRAME, "malformed_frame")
        if player is None:
            self._refuse(match_id, frame.ref, NO_TOKEN.error())
        elif refusal is None:
            await self._submissions.begin(player, match_id, frame, read_at)
        else:
            self._refuse(match_id, frame.ref, refusal)

    async def _subscribe(self, payer: Payer, frame: SubscribeFrame, refusal: ThrottledError | None) -> None:
        if len(self._feeds) >= MAX_MATCHES:
            raise _ClosedError(CloseCode.TOO_MANY_MATCHES, "too_many_matches")
        try:
            if refusal is not None:
                raise refusal
            if frame.match_id in self._feeds:
                raise RefusedError(codes.ALREADY_SUBSCRIBED, "This socket already follows this match.")
            await self._follow(payer, frame.match_id, frame.after)
        except RefusedError as error:
            self._refuse(frame.match_id, None, error)

    def _refuse(self, match_id: str, ref: str | None, error: RefusedError) -> None:
        self._mailbox.tell(refused(match_id, ref, error, self._streams.now()).model_dump_json())

    def _unsubscribe(self, match_id: str) -> None:
        feed = self._feeds.pop(match_id, None)
        if feed is not None:
            feed.stop()
        self._mailbox.tell(UnsubscribedFrame(match_id=match_id, server_now=self._streams.now()).model_dump_json())

    async def _send(self, frame: ServerFrame) -> None:
        await self._websocket.send_text(frame.model_dump_json())

    async def _close(self, closed: _ClosedError) -> None:
        try:
            # A client that does not read gets the code when it reads again, but the server waits only for a while.
            async with asyncio.timeout(_CLOSE_TIMEOUT_SECONDS):
                await self._websocket.close(closed.code, closed.reason)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return


def _cursor(after: str | None) -> int:
    """Read the cursor of a handshake."""
    cursor = after or "0"
    if not cursor.isascii() or not cursor.isdigit() or len(cursor) > 16:
        raise _ClosedError(CloseCode.MALFORMED_FRAME, "malformed_cursor")
    return int(cursor)
