"""
Clients that behave as documented (docs/streams.md).

Each call goes to the next server, and is sent again after a broken connection or a 503; a broken stream is resumed
elsewhere from its cursor.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Literal, TypeAlias

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from server.api.streams.close_codes import CloseCode
from tests.faults.history import Acknowledgement, History, Sent, facts
from tests.prompts import answer
from tests.published_frames import connect
from tests.waiting import PATIENCE_SECONDS

Json = Any

Habit: TypeAlias = Literal["once", "again", "silent"]
"""How often a player submits in a phase: `again` is until it closes."""

Habits: TypeAlias = Callable[[int], Habit]
"""The habit in each phase, by its number."""

_PAUSE_SECONDS = 0.1
_THINKING_SECONDS = 0.05
GIVE_UP_SECONDS = 30
"""How long a player waits for a reply."""

_SILENCE_SECONDS = 3.0
"""Longer than two heartbeats of the servers that `Fleet` starts."""

_RESUME = {1006, 1011, 1012, 4503, 4504, 4508}


class Addresses:
    """The addresses of the servers, returned in rotation."""

    def __init__(self, *urls: str) -> None:
        self.urls = list(urls)
        self._turn = 0

    def next(self) -> str:
        self._turn += 1
        return self.urls[self._turn % len(self.urls)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The final reply, the number of attempts, and whether one of them was given up without a reply."""

    reply: httpx.Response
    tries: int
    given_up: bool


class Caller:
    """A client with a token. Errors that no client should receive are recorded in `complaints`."""

    def __init__(self, addresses: Addresses, give_up_seconds: float = GIVE_UP_SECONDS) -> None:
        """`give_up_seconds`: after which it asks another server instead of waiting for a reply."""
        self.addresses = addresses
        self.complaints: list[str] = []
        self.refused = 0
        self.broken = 0
        self.player_id = ""
        # Plain sockets need no certificates, and loading them takes long.
        self._http = httpx.AsyncClient(timeout=give_up_seconds, verify=False)

    async def sign_up(self, name: str) -> None:
        """Register a player."""
        created = (await self.call("POST", "/v1/players", {"name": name})).reply.json()
        self.player_id = created["player_id"]
        self._http.headers["Authorization"] = f"Bearer {created['token']}"

    @property
    def authorization(self) -> dict[str, str]:
        return {"Authorization": self._http.headers["Authorization"]}

    async def call(self, method: str, path: str, body: Json = None, key: str | None = None, **query: Json) -> Answer:
        """Repeat a call until the reply is not a 503."""
        tries, given_up = 0, False
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            tries += 1
            try:
                url = self.addresses.next() + path
                reply = await self._http.request(method, url, json=body, params=query, headers=headers)
            except httpx.TransportError as error:
                given_up |= isinstance(error, httpx.ReadTimeout)
                self.broken += 1
            else:
                if reply.status_code != 503:
                    if reply.status_code >= 500:
                        self.complaints.append(f"{method} {path}: {reply.status_code} {reply.text}")
                    return Answer(reply, tries, given_up)
                self._note_refusal(method, path, reply)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def get(self, path: str, **query: Json) -> Json:
        """Return the reply to a call that cannot be refused."""
        reply = (await self.call("GET", path, **query)).reply
        if reply.status_code != 200:
            self.complaints.append(f"GET {path} {query}: {reply.status_code} {reply.text}")
        return reply.json()

    async def post(self, path: str, body: Json) -> Json:
        """Return the reply to a call that cannot be refused, and takes effect once."""
        reply = (await self.call("POST", path, body, key=secrets.token_hex(8))).reply
        assert reply.status_code in (200, 201), reply.text
        return reply.json()

    async def events(self, match_id: str, known: int = 0) -> list[Json]:
        """
        Read the whole stream, page by page.

        A server that has not yet heard of the event `known` is asked again, for some seconds.
        """
        events: list[Json] = []
        more, patience = True, PATIENCE_SECONDS / _PAUSE_SECONDS
        while more or (len(events) < known and patience > 0):
            page = await self.get(f"/v1/matches/{match_id}/events", after=len(events), limit=500)
            events += page["events"]
            more = page["more"]
            if not more and len(events) < known:
                patience -= 1
                await asyncio.sleep(_PAUSE_SECONDS)
        return events

    async def news(self, match_id: str) -> list[Json]:
        """Return what the player's own stream tells of a match that is over, once it tells that it is over."""
        told: list[Json] = []
        cursor, until = 0, monotonic() + PATIENCE_SECONDS
        while not any(fact["type"] == "match_over" for fact in told) and monotonic() < until:
            page = await self.get("/v1/me/events", after=cursor, limit=500, wait=1)
            told += [fact for fact in facts(page["events"]) if fact["match_id"] == match_id]
            cursor = page["cursor"]
        return told

    async def own_events(self) -> list[Json]:
        """Return the player's whole own stream, as it is now."""
        events: list[Json] = []
        more = True
        while more:
            page = await self.get("/v1/me/events", after=events[-1]["cursor"] if events else 0, limit=500)
            events += page["events"]
            more = page["more"]
        return events

    async def close(self) -> None:
        await self._http.aclose()

    def _note_refusal(self, method: str, path: str, reply: httpx.Response) -> None:
        self.refused += 1
        code = reply.json().get("code") if reply.headers.get("content-type") == "application/problem+json" else None
        if not code or "retry-after" not in reply.headers:
            self.complaints.append(f"{method} {path}: a 503 without code or Retry-After: {reply.text}")


class Player(Caller):
    """A client that plays one match at a time, driven by its stream."""

    def __init__(self, addresses: Addresses, random: Random, give_up_seconds: float = GIVE_UP_SECONDS) -> None:
        super().__init__(addresses, give_up_seconds)
        self.resumed = 0
        self.acknowledged = 0
        self._random = random
        self._news = asyncio.Event()

    async def play(self, match_id: str, seat: str, habit: Habits) -> History:
        """Play a match to its end; `habit` says how to behave in which phase."""
        history = History(seat)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow(match_id, history))
            answered = -1
            while not _is_over(history):
                phase = open_phase(history)
                if phase is None or phase <= answered or habit(phase) == "silent":
                    self._news.clear()
                    await self._news.wait()
                    continue
                await self._answer(match_id, history, phase, again=habit(phase) == "again")
                answered = phase
        return history

    async def _answer(self, match_id: str, history: History, phase: int, *, again: bool) -> None:
        """Answer the prompt of this phase, trying other moves where the schema does not decide legality."""
        view = await self.get(f"/v1/matches/{match_id}/view", at=len(history.told))
        if view["prompt"] is None:
            return
        wanted = True
        while wanted and open_phase(history) == phase:
            sent = Sent(phase, answer(view["prompt"], self._random))
            status = await self._submit(match_id, history, sent)
            wanted = status == 422 or (again and status == 200)
            if again:
                await asyncio.sleep(_THINKING_SECONDS)

    async def _submit(self, match_id: str, history: History, sent: Sent) -> int:
        history.sent.append(sent)
        body = {"phase": sent.phase, "move": sent.move}
        answered = await self.call("PUT", f"/v1/matches/{match_id}/submission", body)
        sent.tries, sent.given_up, reply = answered.tries, answered.given_up, answered.reply
        if reply.status_code == 200:
            told = reply.json()
            names = ("receipt", "seat", "phase", "accepted_at", "cursor", "repeated")
            sent.acknowledged = Acknowledgement(**{name: told[name] for name in names})
            self.acknowledged += not sent.acknowledged.repeated
        elif reply.status_code not in (409, 422):
            self.complaints.append(f"a submission was answered {reply.status_code} {reply.text}")
        return reply.status_code

    async def _follow(self, match_id: str, history: History) -> None:
        """Record the stream until the match ends, resuming at any available server."""
        while not _is_over(history):
            url = self.addresses.next().replace("http", "ws", 1)
            path = f"/v1/matches/{match_id}/stream?after={len(history.told)}"
            try:
                async with connect(
                    url + path,
                    additional_headers=self.authorization,
                    compression=None,
                    open_timeout=_SILENCE_SECONDS,
                    close_timeout=_PAUSE_SECONDS,
                ) as socket:
                    while not _is_over(history):
                        async with asyncio.timeout(_SILENCE_SECONDS):
                            frame = json.loads(await socket.recv())
                        if frame["type"] == "event":
                            # Only the `submitted` of this stream; all else is the same in every read.
                            del frame["server_now"]
                            history.told.append(frame)
                            self._news.set()
            except ConnectionClosed as closed:
                code = 1006 if closed.rcvd is None else closed.rcvd.code
                if code == CloseCode.VIEWER_CHANGED and not history.sent:
                    history.told.clear()  # The server did not know yet who has the seat: reconnect.
                elif code not in _RESUME:
                    self.complaints.append(f"the stream after {len(history.told)} was closed with {code}")
            except (OSError, TimeoutError, WebSocketException) as error:
                if "HTTP 5" in str(error):
                    self.complaints.append(f"a stream was refused: {error}")
            if not _is_over(history):
                self.resumed += 1
                await asyncio.sleep(_PAUSE_SECONDS)
        self._news.set()


def open_phase(history: History) -> int | None:
    """Return the open phase by what was told so far."""
    for fact in reversed(facts(history.told[-40:])):
        if fact["type"] == "phase_opened":
            number: int = fact["phase"]["number"]
            return number
        if fact["type"] == "phase_closed":
            return None
    return open_phase(History(history.seat, told=history.told[:-40])) if len(history.told) > 40 else None


def _is_over(history: History) -> bool:
    return any(fact["type"] == "match_ended" for fact in facts(history.told[-1:]))
