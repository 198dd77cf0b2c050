"""A running server on a real socket, and players who know only its API. Only time is simulated."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from server.app import create_app
from server.cli.serving.one_process import uvicorn_config
from server.logs.aggregates.schedule import Scheduler
from server.matches.match import Match
from server.matches.play.bot_pace import LEFT_ALONE
from server.matches.play.deadlines import LONGEST_SPREAD
from server.organising.ordering.referee import EventReferee
from server.organising.tournaments.tournament import Tournament
from server.runtime.outside.calls import Answer, Outside, Post
from server.runtime.settings import Settings
from tests.http_client import HttpClient
from tests.published import check_reply, document
from tests.published_frames import PublishedSocket, connect
from tests.waiting import PATIENCE_SECONDS, patience

Json = Any


class PublicNames:
    """Names that all lead to one public address."""

    async def addresses(self, host: str) -> list[str]:
        return ["93.184.215.14"]

    def close(self) -> None:
        """There is nothing to close."""


class NoPushService:
    """Push services, and targets of webhooks, that cannot be reached."""

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        raise OSError

    async def close(self) -> None:
        """There is nothing to close."""


class FakeClock:
    """A clock that stands still until it is set forward. It is far in the future, so that no timer fires by itself."""

    def __init__(self) -> None:
        self._now = datetime(2040, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)


class World:
    """A server, its clock, and its players."""

    def __init__(self, app: FastAPI, clock: FakeClock, url: str) -> None:
        self.app = app
        self.clock = clock
        self.url = url
        self._clients: list[Client] = []
        self._others: list[HttpClient] = []

    @property
    def schedule(self) -> Scheduler[Match]:
        schedule: Scheduler[Match] = self.app.state.server.match_logs.schedule
        return schedule

    @property
    def tournaments(self) -> Scheduler[Tournament]:
        tournaments: Scheduler[Tournament] = self.app.state.server.tournament_logs.schedule
        return tournaments

    @property
    def handing_on(self) -> Scheduler[Match]:
        handing_on: Scheduler[Match] = self.app.state.server.match_logs.handing_on
        return handing_on

    async def player(self, name: str = "Clotho", administrator_key: str | None = None) -> Client:
        """Register a new player with a separate connection."""
        body = {"name": name} | ({"administrator_key": administrator_key} if administrator_key else {})
        async with HttpClient(self.url, timeout=PATIENCE_SECONDS) as http:
            created = await http.post("/v1/players", json=body)
        assert created.status_code == 201, created.text
        return self.connect(created.json()["player_id"], created.json()["token"])

    async def players(self, *names: str) -> list[Client]:
        """Register new players."""
        return [await self.player(name) for name in names]

    def nobody(self) -> Client:
        """Connect without a token."""
        client = self.connect("nobody", "none")
        del client.http.headers["Authorization"]
        return client

    def connect(self, player_id: str, token: str) -> Client:
        """Connect as a player known to this server's database."""
        headers = {"Authorization": f"Bearer {token}"}
        http = HttpClient(self.url, timeout=PATIENCE_SECONDS, headers=headers, hook=_published)
        client = Client(self, http, player_id, token)
        self._clients.append(client)
        return client

    def http(self, headers: Mapping[str, str] | None = None) -> HttpClient:
        """Return a plain client of this server, which is closed with it."""
        client = HttpClient(self.url, timeout=PATIENCE_SECONDS, headers=headers)
        self._others.append(client)
        return client

    async def pass_time(self, seconds: float) -> None:
        """Advance time, and let everything happen that is due by then."""
        self.clock.advance(seconds)
        await self.schedule.sweep()
        # As timers would, and the sweep of another process later.
        await self.schedule.do_overdue(self.clock.now() + LEFT_ALONE + LONGEST_SPREAD)
        await self.schedule.settle()
        await self.handing_on.sweep()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the server has nothing left to do by itself."""
        server = self.app.state.server
        await self.schedule.settle()
        for events in (server.tournament_logs, server.series_logs):
            await self._settle_events(events.referee, events.schedule)
        for logs in (server.match_logs, server.tournament_logs, server.series_logs):
            await logs.handing_on.settle()

    async def _settle_events(self, referee: EventReferee[Any], going_on: Scheduler[Any]) -> None:
        """Wait until no event and no match of one goes on by itself: a whole season of bots may."""
        while referee.busy or going_on.busy or self.schedule.busy:
            await self.schedule.settle()
            await referee.settle()
            await going_on.settle()

    async def duel(self, *players: Client, options: Mapping[str, Json] | None = None, **terms: Json) -> str:
        """Start a Wizard's Duel hosted by the first player, who may have no seat; return its id."""
        seats = dict(zip("ab", players[-2:], strict=True))
        return await self.match("wizards_duel", players[0], seats, options, **terms)

    async def ada_and_bo(self, **terms: Json) -> tuple[Client, Client, str]:
        """Start a duel of two new players, hosted by the first; return them and its id."""
        ada, bo = await self.player("Ada"), await self.player("Bo")
        return ada, bo, await self.duel(ada, bo, **terms)

    async def host_ada_and_bo(self, **terms: Json) -> tuple[Client, Client, Client, str]:
        """Start a duel of two new players, hosted by a third, who has no seat; return them and its id."""
        host, ada, bo = await self.players("Host", "Ada", "Bo")
        return host, ada, bo, await self.duel(host, ada, bo, **terms)

    async def match(
        self,
        game: str,
        host: Client,
        seats: Mapping[str, Client | None],
        options: Mapping[str, Json] | None = None,
        **terms: Json,
    ) -> str:
        """Start a match with these players, and bots for None; return its id."""
        sitters = {seat: {"player_id": sitter.player_id} if sitter else {"bot": True} for seat, sitter in seats.items()}
        body = {"game": game, "options": dict(options or {}), "seats": sitters, "autostart": True, **terms}
        match = await host.post("/v1/matches", body, expect=201)
        match_id: str = match["match_id"]
        for seat, sitter in seats.items():
            if sitter is not None and sitter.player_id != host.player_id:
                await sitter.sit(match_id, seat)
        await self.settle()
        return match_id

    async def replace(self, match_id: str, seat: str, host: Client, newcomer: Client) -> None:
        """Let the newcomer take over a seat during play."""
        action = {"type": "replace_player", "seat": seat, "player_id": newcomer.player_id}
        await host.act(match_id, action)
        await newcomer.sit(match_id, seat)

    async def close(self) -> None:
        """Close the connections of all clients so far."""
        while self._clients:
            await self._clients.pop().close()
        while self._others:
            await self._others.pop().aclose()


class Client:
    """A player's HTTP and WebSocket client."""

    def __init__(self, world: World, http: httpx.AsyncClient, player_id: str, token: str) -> None:
        self.world = world
        self.http = http
        self.player_id = player_id
        self.token = token

    async def get(self, path: str, expect: int = 200, **query: Json) -> Json:
        return _expect(await self.http.get(path, params=query), expect)

    async def post(self, path: str, body: Json, expect: int = 200, key: str | None = None) -> Json:
        """`key` is sent as the `Idempotency-Key`."""
        headers = {"Idempotency-Key": key} if key else {}
        return _expect(await self.http.post(path, json=body, headers=headers), expect)

    async def put(self, path: str, body: Json, expect: int = 200) -> Json:
        return _expect(await self.http.put(path, json=body), expect)

    async def delete(self, path: str, expect: int = 200, **query: Json) -> Json:
        return _expect(await self.http.delete(path, params=query), expect)

    async def view(self, match_id: str, **query: Json) -> Json:
        return await self.get(f"/v1/matches/{match_id}/view", **query)

    async def submit(self, match_id: str, phase: int, move: Json, expect: int = 200, **more: Json) -> Json:
        body = {"phase": phase, "move": move, **more}
        return await self.put(f"/v1/matches/{match_id}/submission", body, expect)

    async def sit(self, match_id: str, seat: str, expect: int = 200, **more: Json) -> Json:
        """Take a seat, free or reserved."""
        return await self.put(f"/v1/matches/{match_id}/seats/{seat}", more, expect)

    async def act(self, match_id: str, action: Json, expect: int = 200) -> Json:
        return await self.post(f"/v1/matches/{match_id}/actions", action, expect)

    async def say(self, match_id: str, channel: str, text: str, expect: int = 201, key: str | None = None) -> Json:
        return await self.post(f"/v1/matches/{match_id}/channels/{channel}/messages", {"text": text}, expect, key)

    async def react(self, match_id: str, channel: str, sign: str, expect: int = 201, key: str | None = None) -> Json:
        return await self.post(f"/v1/matches/{match_id}/channels/{channel}/messages", {"sign": sign}, expect, key)

    async def messages(self, match_id: str, channel: str, expect: int = 200, **query: Json) -> Json:
        """Return a page of a channel's messages."""
        return await self.get(f"/v1/matches/{match_id}/channels/{channel}/messages", expect, **query)

    async def events(self, match_id: str, after: int = 0) -> list[Json]:
        """Return the whole stream after a cursor, page by page."""
        events: list[Json] = []
        more = True
        while more:
            page = await self.get(f"/v1/matches/{match_id}/events", after=after, limit=500)
            events += page["events"]
            after, more = page["cursor"], page["more"]
        return events

    async def news(self, after: int = 0) -> list[Json]:
        """Return the player's whole own stream after a cursor, page by page."""
        events: list[Json] = []
        more = True
        while more:
            page = await self.get("/v1/me/events", after=after, limit=500)
            events += page["events"]
            after, more = page["cursor"], page["more"]
        return events

    @asynccontextmanager
    async def stream(self, match_id: str, after: int = 0) -> AsyncIterator[Stream]:
        """Follow the match over a WebSocket, after a cursor."""
        async with self.socket(f"/v1/matches/{match_id}/stream?after={after}") as connection:
            stream = Stream(connection)
            assert (await stream.frame())["type"] == "hello"
            assert (await stream.frame())["type"] == "subscribed"
            yield stream

    @asynccontextmanager
    async def socket(self, path: str, *, authenticated: bool | None = None) -> AsyncIterator[PublishedSocket]:
        """Open a socket, by default with the token if the client has one."""
        known = "Authorization" in self.http.headers if authenticated is None else authenticated
        headers = {"Authorization": f"Bearer {self.token}"} if known else {}
        url = self.world.url.replace("http", "ws") + path
        async with connect(url, additional_headers=headers, compression=None) as connection:
            yield connection

    @asynccontextmanager
    async def follow(self, path: str = "/v1/stream") -> AsyncIterator[Stream]:
        """Open a socket, by default one for many matches, and hear its hello."""
        async with self.socket(path) as connection:
            stream = Stream(connection)
            assert (await stream.frame())["type"] == "hello"
            yield stream

    async def close_code(self, path: str, *, authenticated: bool | None = None) -> int:
        """Return the code with which the server closes a socket that it does not open."""
        async with self.socket(path, authenticated=authenticated) as connection:
            return await Stream(connection).closed()

    async def listen(self, path: str, count: int, last_id: str | None = None, **query: Json) -> list[tuple[str, Json]]:
        """Return the next server-sent events, each with its id."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last_id} if last_id else {})
        heard: list[tuple[str, Json]] = []
        event_id = ""
        async with patience(), self.http.stream("GET", path, params=query or None, headers=headers) as reply:
            assert reply.headers["content-type"].startswith("text/event-stream")
            async for line in reply.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    event_id = value
                elif name == "data":
                    heard.append((event_id, json.loads(value)))
                    if len(heard) == count:
                        break
        return heard

    async def close(self) -> None:
        await self.http.aclose()


def without_epoch(event_id: str) -> str:
    """Return the viewer and the cursor in the id of a server-sent event."""
    return event_id.rpartition(":")[0]


class Stream:
    """What a WebSocket receives, in order. `sent_at` is the server's time by the last frame."""

    def __init__(self, connection: PublishedSocket) -> None:
        self.connection = connection
        self.sent_at = ""

    async def frame(self) -> Json:
        """Return the next frame without its time; an event has the form of a page's."""
        async with patience():
            frame = json.loads(await self.connection.recv())
        self.sent_at = frame.pop("server_now")
        return frame

    async def send(self, frame: Json) -> None:
        """Send a frame as published."""
        await self.connection.send_frame(frame)

    async def event(self) -> Json:
        """Return the next event, skipping heartbeats."""
        while (frame := await self.frame())["type"] == "heartbeat":
            pass
        assert frame["type"] == "event", frame
        return frame

    async def until(self, fact_type: str) -> list[Json]:
        """Return the events up to the one that holds a fact of this type."""
        events = [await self.event()]
        while fact_type not in types(events[-1:]):
            events.append(await self.event())
        return events

    async def closed(self) -> int:
        """Return the close code, once the server closes."""
        async with patience():
            with suppress(ConnectionClosed):
                while True:
                    await self.connection.recv()
        code = self.connection.close_code
        assert code is not None
        return code


def facts(events: list[Json]) -> list[Json]:
    return [fact for event in events for fact in event["facts"]]


def types(events: list[Json]) -> list[str]:
    return [fact["type"] for fact in facts(events)]


def running_world(database: str, **settings: Json) -> AbstractAsyncContextManager[World]:
    """
    Run a server over this migrated database, on a free port, with a clock that stands still.

    The kernel buffers little for a slow reader, so that unread data soon accumulates in the server.
    """
    return outside_world(database, Outside(NoPushService(), NoPushService(), PublicNames()), **settings)


def pushing_world(database: str, post: Post, /, **settings: Json) -> AbstractAsyncContextManager[World]:
    """As `running_world`; `post` calls push services."""
    return outside_world(database, Outside(post, NoPushService(), PublicNames()), **settings)


class _Server(uvicorn.Server):
    """A server that stops at once; uvicorn only looks every 100 ms whether it may."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.stopped = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.stopped.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for one in (*self.servers, *(sockets or ())):
            one.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        async with patience():
            while self.server_state.connections or self.server_state.tasks:  # noqa: ASYNC110  # Nobody tells.
                await asyncio.sleep(0.001)
        await self.lifespan.shutdown()


@asynccontextmanager
async def outside_world(database: str, outside: Outside, /, **settings: Json) -> AsyncIterator[World]:
    """As `running_world`, with what lies outside of the server."""
    clock = FakeClock()
    # All calls come from one address at one moment; limits have tests of their own.
    off = dict.fromkeys(("rate_per_token", "rate_per_address", "connections_per_address", "bot_entries_per_second"), 0)
    # A sweep by real time would do work that no test waits for; `advance` sweeps.
    quiet = {
        **off,
        "push_contact": "mailto:operator@example.org",
        "submissions_per_phase": 10**6,
        "sweep_seconds": 3600,
    }
    given = Settings(database=database, administrator_key="laplace and his demon", **{**quiet, **settings})
    app = create_app(given, clock, outside)
    app.openapi_schema = document()
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = _Server(uvicorn_config(app, given))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    async with patience():
        while not (server.started and app.state.server.hears):
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
    world = World(app, clock, f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        yield world
    finally:
        await world.close()
        server.stopped.set()
        await serving


def _expect(reply: httpx.Response, status: int) -> Json:
    assert reply.status_code == status, reply.text
    return reply.json() if reply.content else None


async def _published(reply: httpx.Response) -> None:
    if reply.headers.get("content-type", "").startswith(("text/event-stream", "application/x-ndjson")):
        return
    await reply.aread()
    check_reply(reply)
