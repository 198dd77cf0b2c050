"""Everything that one player can fetch or receive of a match, byte by byte, in a world with known randomness."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.api.streams import lobby, upkeep
from server.api.streams.lobby import Lobby
from server.people.identity import bearers, changes
from server.runtime.database import epochs
from server.runtime.ids import make_id
from tests.engines.table import SEED
from tests.published_frames import PublishedSocket
from tests.secrecy.wire.requests import MANY, OWN, PLAYER, TOKEN, UNKNOWN, WEBHOOK, Call, Visit, calls, visits
from tests.server.world import Client
from tests.waiting import patience, patiently

Json = Any

# Of the wire itself: the time of day, the handshake response to the client's random key, and the random request id.
_MASKED_HEADERS: Final = (b"date", b"sec-websocket-accept", b"x-request-id")

PING: Final = '{"type":"ping"}'


class Dice:
    """
    Replaces `secrets` with known randomness: the match's seed, ids and tokens.

    Each kind of number has its own stream, and `rethrow` restarts all of them, so that actions of others in between
    shift nothing. Nonces stay random: the hashes over them are masked.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._token_bytes = secrets.token_bytes
        patch.setattr(secrets, "token_bytes", lambda size: SEED if size == len(SEED) else self._token_bytes(size))
        patch.setattr(secrets, "randbits", lambda bits: self._ids.getrandbits(bits))
        # The wire says when the stream of the list tells what has changed.
        patch.setattr(lobby, "COLLECT_SECONDS", 3600)
        # What the server does about tokens by itself, it does by real time: only what calls cause is compared.
        patch.setattr(changes, "PERIOD_SECONDS", 3600)
        patch.setattr(upkeep, "PERIOD_SECONDS", 3600)
        patch.setattr(bearers, "WRITE_SECONDS", 3600)
        # When the first epoch began, the clock of the machine says, which the two servers do not share.
        patch.setattr(epochs, "new_id", lambda _: make_id(datetime(2040, 1, 1, tzinfo=UTC), 0))
        patch.setattr(secrets, "token_urlsafe", lambda size: self._tokens.randbytes(size).hex())
        self.rethrow("set-up")

    def rethrow(self, moment: str) -> None:
        self._ids, self._tokens = Random(f"ids {moment}"), Random(f"tokens {moment}")


@dataclass
class Wire:
    """
    One player's ends of all wires to a server.

    `record` is what was received on them: a name and the bytes, in order. `tried` counts the calls by operation, and
    `succeeded` those that were not refused, sockets and subscriptions too: by the rows of docs/access.md. An operation
    that was answered as a repeat of an earlier call counts once more, as `again`. `channels`: the player was told of
    some; `withdrawable`: it could withdraw a submission in some phase.
    """

    player: Client
    match_id: str
    record: list[tuple[str, bytes]] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)
    succeeded: Counter[str] = field(default_factory=Counter)
    channels: bool = False
    withdrawable: bool = False
    _sockets: dict[str, PublishedSocket] = field(default_factory=dict)
    _sent_events: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    _sse: bytes = b""
    _webhook: str = UNKNOWN
    _token: str = UNKNOWN
    _newcomer: str = UNKNOWN
    _listed: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    def note(self, name: str, data: bytes) -> None:
        self.record.append((name, data))

    async def fetch(self, call: Call) -> httpx.Response:
        """Make a call, and record the whole response."""
        await self._have_told(call.path)
        path = call.path.replace(WEBHOOK, self._webhook).replace(TOKEN, self._token)
        path = path.replace(PLAYER, self._newcomer)
        request = self.player.http.build_request(call.method, path, params=call.query, json=call.body)
        request.headers.update(call.headers)
        if call.anonymous:
            request.headers.pop("Authorization", None)
        reply = await self.player.http.send(request)
        await reply.aread()
        line = f"{call.method} {call.path} {dict(call.query)} {call.body} {dict(call.headers)}"
        self.note(f"{reply.status_code} to {call.operation}: {line}", _answer(reply))
        assert call.expect in (None, reply.status_code), f"{line}: {reply.text}"
        self._count(call.operation, reply)
        if call.operation == "createWebhook" and reply.is_success:
            self._webhook = reply.json()["webhook_id"]
        if call.operation == "createPlayer" and reply.is_success:
            self._newcomer = reply.json()["player_id"]
        if call.operation == "createToken" and reply.is_success:
            self._token = reply.json()["token_id"]
        return reply

    async def fetch_all(self, calls: Iterable[Call]) -> None:
        for call in calls:
            await self.fetch(call)

    async def submit_by_socket(self, phase: int, move: Json) -> None:
        """Submit on the socket for many matches, and record every frame up to the reply."""
        frame = {"type": "submit", "match_id": self.match_id, "phase": phase, "move": move, "keep_thinking": True}
        await self._sockets[MANY].send_frame(frame)
        async with patience():
            while True:
                heard = str(await self._sockets[MANY].recv())
                self._hear(MANY, f"{MANY}, held open, submitting", heard)
                if json.loads(heard)["type"] in ("submitted", "refused"):
                    return

    async def sweep(self, moment: str, dice: Dice, seats: Iterable[str], others: str) -> None:
        """Try every call and socket; `others` is a match that may or may not exist."""
        view = await self.player.view(self.match_id)
        for number, call in enumerate(calls(self.match_id, view, list(seats), others)):
            dice.rethrow(f"{moment} {number}")
            await self.fetch(call)
        for visit in visits(self.match_id, view, others):
            await self._visit(visit)

    async def look(self) -> None:
        """Make the calls that a client repeats: view, match and what the streams have sent since."""
        view = await self.player.view(self.match_id)
        self.channels |= bool(view["channels"])
        match = f"/v1/matches/{self.match_id}"
        for path in (f"{match}/view", f"{match}/view?lines=de", match, "/v1/matches", OWN):
            await self.fetch(Call("look", "GET", path))
        await self._drain()
        last = f"id: {view['viewer']}:{view['cursor']}:{view['epoch']}\n".encode()
        while last not in self._sse or not self._sse.endswith(b"\n\n"):
            async with patience():
                self._sse += await self._sent_events.get()
        self.note("server-sent events", self._sse)
        await self.hear_of_lists()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Hold server-sent events and both kinds of sockets open; without a token, those of one match."""
        paths = [
            f"/v1/matches/{self.match_id}/stream?lines=de",
            *([MANY] if "Authorization" in self.player.http.headers else []),
        ]
        async with AsyncExitStack() as sockets:
            for path in paths:
                socket = self._sockets[path] = await sockets.enter_async_context(self.player.socket(path))
                assert socket.response is not None
                self.note(f"handshake on {path}", _headers(socket.response.headers.raw_items()))
            if MANY in self._sockets:
                await self._sockets[MANY].send_frame({"type": "subscribe", "match_id": self.match_id})
            await self._drain()  # So that it is subscribed before anything happens.
            listening = [asyncio.create_task(listen()) for listen in (self._listen, self._listen_to_lists)]
            try:
                if MANY in self._sockets:
                    await self._hear_whole_list()
                yield
            finally:
                for task in listening:
                    task.cancel()

    def _count(self, operation: str, reply: httpx.Response) -> None:
        self.tried[operation] += 1
        if reply.is_success:
            self.succeeded[operation] += 1
            if "Idempotency-Replayed" in reply.headers or b'"repeated":true' in reply.content:
                self.succeeded[f"{operation} again"] += 1

    def _hear(self, path: str, name: str, frame: str) -> None:
        """Record a frame, and the operation that it shows to have succeeded."""
        self.note(f"frame on {name}", frame.encode())
        kind, many = json.loads(frame)["type"], path == MANY or path.startswith(OWN)
        if kind == "subscribed":
            self.succeeded["streamMany.subscribe" if many else "streamMatch"] += 1
        elif kind == "own_subscribed":
            self.succeeded["streamMyEvents"] += 1
        elif kind == "hello" and path == MANY:
            self.succeeded["streamMany"] += 1

    async def _drain(self) -> None:
        """Record every frame that was sent by now."""
        for path, socket in self._sockets.items():
            await socket.send(PING)
            while '"pong"' not in (frame := str(await patiently(socket.recv()))):
                self._hear(path, f"{path}, held open", frame)

    async def _listen(self) -> None:
        events = f"/v1/matches/{self.match_id}/events?lines=en"
        async with self.player.http.stream("GET", events, headers={"Accept": "text/event-stream"}) as reply:
            async for chunk in reply.aiter_bytes():
                self._sent_events.put_nowait(chunk)

    async def _listen_to_lists(self) -> None:
        async with self.player.http.stream("GET", "/v1/matches", headers={"Accept": "text/event-stream"}) as reply:
            async for line in reply.aiter_lines():
                if line:
                    self._listed.put_nowait(line)

    async def _hear_whole_list(self) -> None:
        """Record the list itself, with which its stream begins: only then is the reader told of changes."""
        async with patience():
            while not await self._lobby.publish():  # noqa: ASYNC110  # Each asking is what tells.
                await asyncio.sleep(0.01)
            self.note("stream of the list", (await self._listed.get()).encode())

    async def hear_of_lists(self) -> None:
        """Record what the stream of the public list sends by now."""
        sent = await self._lobby.publish()
        self.note("number of events in the stream of the list", str(sent).encode())
        for _ in range(sent):
            async with patience():
                self.note("stream of the list", (await self._listed.get()).encode())

    @property
    def _lobby(self) -> Lobby:
        lobby: Lobby = self.player.world.app.state.server.lobby
        return lobby

    async def _visit(self, visit: Visit) -> None:
        """Record every frame up to the reply to a last ping, or the close code of the server."""
        self.tried["socket"] += 1
        await self._have_told(visit.path)
        async with self.player.socket(visit.path) as socket:
            try:
                with suppress(ConnectionClosed):  # It may be closed by now; earlier frames can still be read.
                    for frame in (*visit.frames, PING):
                        await socket.send(frame)
                async with patience():
                    while '"pong"' not in (frame := str(await socket.recv())):
                        self._hear(visit.path, str(visit), frame)
            except ConnectionClosed:
                self.note(f"close of {visit}", f"{socket.close_code} {socket.close_reason}".encode())

    async def _have_told(self, path: str) -> None:
        """
        Before a look at the own stream, wait until it has been told what earlier calls caused.

        It is told after the reply, by a batch that starts when the one before is 20 ms old: on a busy machine, calls
        later on one server than on the other.
        """
        if path.startswith(OWN):
            await self.player.world.settle()


def _answer(reply: httpx.Response) -> bytes:
    status = f"{reply.http_version} {reply.status_code} {reply.reason_phrase}\n".encode()
    return status + _headers((name.decode(), value.decode()) for name, value in reply.headers.raw) + reply.content


def _headers(headers: Iterable[tuple[str, str]]) -> bytes:
    kept = [f"{name}: {value}\n" for name, value in headers if name.lower().encode() not in _MASKED_HEADERS]
    return "".join(kept).encode()
