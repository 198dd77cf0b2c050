"""The server under test: Moirai as `moirai serve` runs it, with an additional call and socket that do nothing."""

from __future__ import annotations

import asyncio
import json
import selectors
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from starlette.websockets import WebSocket, WebSocketDisconnect

from engines.kit import seat_id
from server.api.calls.dependencies import PlayerCall
from server.api.models.playing import SubmissionRequest
from server.api.routes import playing
from server.api.routes.matches import MatchId
from server.app import create_app
from server.cli.serving.garbage import loading_for_good, spare_the_garbage_collector
from server.cli.serving.one_process import listen, uvicorn_config
from server.logs.store.contract import Append, Store, Verdict
from server.matches.play.submitting import ReceiptReply
from server.runtime.settings import Settings

_DAYS = 30
"""For how long a match must be over that is archived when that is called for."""


class _Watched(selectors.DefaultSelector):
    """The selector of an event loop, which notes the processor time between two selects: that of an iteration."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.thread_time()
        self._longest = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._longest = max(self._longest, time.thread_time() - self._since)
        ready = super().select(timeout)
        self._since = time.thread_time()
        return ready

    def longest(self) -> float:
        """Return the longest iteration since the last call, in seconds."""
        longest, self._longest = self._longest, 0.0
        return longest

    def forget(self) -> None:
        """Forget the iterations so far, and the current one."""
        self._longest, self._since = 0.0, time.thread_time()


class _Server(uvicorn.Server):
    app: FastAPI
    watched: _Watched
    commit_ms = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        if self.commit_ms:
            log = self.app.state.server.log
            log._store = _SlowDisk(log._store, self.commit_ms / 1000)
        self.watched.forget()
        print(sockets[0].getsockname()[1], flush=True)


class _SlowDisk:
    """A store with slower commits."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._seconds = seconds

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        await asyncio.sleep(self._seconds)
        return await self._store.commit(batch)

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def main(database: str, commit_ms: float = 0) -> None:
    """Serve this migrated database on a free port, which is printed; each commit takes `commit_ms` longer."""
    spare_the_garbage_collector()
    # Calls are counted, but no limit is reached.
    generous = Settings(
        database=database,
        rate_per_token=1e6,
        rate_per_address=1e6,
        connections_per_address=10**6,
        submissions_per_phase=10**9,
        streams_per_player=10**6,
        matches_per_host=10**6,
        bot_entries_per_second=0,
    )
    with loading_for_good():
        app = make_app(generous)
    watched = _Watched()

    @app.get("/stall")
    async def stall() -> dict[str, float]:
        return {"seconds": watched.longest()}

    @app.get("/forget")
    async def forget() -> dict[str, int]:
        repository = app.state.server.match_logs.repository
        forgotten = list(repository._live)
        for match_id in forgotten:
            repository._recent.forget(match_id)
        repository._live.clear()
        app.state.server.databases[0].archive._remembered.clear()
        return {"matches": len(forgotten)}

    archiving = asyncio.Event()

    @app.get("/archive")
    async def archive(on: bool) -> dict[str, bool]:
        archivist = app.state.server.archivist
        if not archivist._days:
            find = archivist.find

            async def find_if_on(days: float) -> AsyncIterator[tuple[str, str]]:
                async for found in find(days):
                    await archiving.wait()  # Here, because it rests for as long as moving takes.
                    yield found

            archivist._days, archivist.find = _DAYS, find_if_on
            app.state.archiving = asyncio.create_task(archivist.sweep())
        if on:
            archiving.set()
        else:
            archiving.clear()
        return {"on": on}

    server = _Server(uvicorn_config(app, generous))
    server.commit_ms, server.watched = commit_ms, watched
    server.app = app
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(watched)) as runner:
        runner.run(server.serve(sockets=[listen("127.0.0.1", 0)]))


def make_app(settings: Settings) -> FastAPI:
    """Create the app, with a call and a socket that do nothing."""

    # A route of a match, so that all is done for it that is done for a submission.
    @playing.lean_write.put("/noop", operation_id="submit", response_model=ReceiptReply)
    async def noop(match_id: MatchId, body: SubmissionRequest, call: PlayerCall) -> ReceiptReply:
        return ReceiptReply(
            match_id=match_id,
            seat=seat_id("a"),
            phase=body.phase,
            accepted_at="2040-01-01T00:00:00.000000Z",
            receipt="0" * 64,
            epoch="0" * 26,
            cursor=4,
            repeated=False,
        )

    app = create_app(settings)

    @app.websocket("/echo")
    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await websocket.send_text(json.dumps(json.loads(await websocket.receive_text())))

    return app


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
