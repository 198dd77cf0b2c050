"""One process of the server: how it listens, and how uvicorn is run in it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import cast

import uvicorn
from fastapi import FastAPI

from server.api.calls.dependencies import Server
from server.app import create_app
from server.operations.log_lines import obey
from server.operations.serving.bounded_http import BoundedHttp
from server.operations.serving.connections import Connections
from server.operations.serving.direct_sockets import DirectSockets
from server.operations.serving.metrics import showing
from server.settings import Settings
from server.stream.frames import MAX_FRAME_BYTES

_BACKLOG = 2048
_ACCEPTED_AT_ONCE = 16
"""Of connections that wait; each takes the loop about 0.1 ms, and calls come in between."""

_PING_SECONDS = 20
_GRACE_SECONDS = 10
_DRAIN_STEP_SECONDS = 0.1

UNREAD_SECONDS = 40
"""How long what was sent may stay unread; as long as a ping may stay unanswered."""

_DEAF_SECONDS = 30
"""How long one of several workers may hear nothing of the others: a balancer cannot leave out one of them."""

_DEAF_LOOKS = 30

log = logging.getLogger(__name__)


def serve_here(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve from this process until told to stop; `announce` is called once connections are accepted."""
    obey(settings)
    spare_the_garbage_collector()
    # Before anything is served: a port that is not free must end the process.
    shown = None if settings.metrics_port is None else listen(settings.metrics_host, settings.metrics_port)
    server = _Server(settings, announce, shown)
    # uvicorn has stopped in good order by then and raises the signal again; Ctrl-C is no failure.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def spare_the_garbage_collector() -> None:
    """
    Look for cyclic garbage rarely among what has lived long.

    The logs of matches in memory are many small objects without cycles. By default they would all be gone through again
    and again: a third of the processor's time under load, in pauses of 100 ms.
    """
    gc.set_threshold(10_000, 5, 1000)


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A listening socket; port 0 is any free one. `shared`: others may listen on it too, if they say so as well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=shared)
    # Connections inherit it. asyncio would set it only on sockets made with an explicit protocol; without it every
    # reply waits 40 ms for the client's delayed acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Whoever never reads would keep its connection for good: closing one waits until all of it was taken.
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
    return listening


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How we run uvicorn, wherever we do; connections are counted by each configuration for itself."""

    class Http(BoundedHttp):
        all_connections = Connections(settings)

    return uvicorn.Config(
        app,
        loop="asyncio",  # uvloop leaves some of many saturating connections unserved for seconds.
        http=Http,
        ws=DirectSockets,
        ws_per_message_deflate=False,  # Compressing small messages costs four times what it saves.
        ws_max_size=MAX_FRAME_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,  # `server.operations.log_lines` says what is printed.
        log_level="warning",  # At level info uvicorn logs query strings, and those may hold tickets.
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


class _Server(uvicorn.Server):
    def __init__(self, settings: Settings, announce: Callable[[], None], shown: socket.socket | None) -> None:
        """`shown`: where metrics are."""
        app = create_app(settings)
        config = uvicorn_config(app, settings)
        config.backlog = _ACCEPTED_AT_ONCE
        super().__init__(config)
        self._drain_seconds = settings.drain_seconds
        self._one_of_several = settings.workers > 1
        self._shown = shown
        self._beside = AsyncExitStack()
        self._app = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # asyncio has set it to as many as it accepts at once.
        if not self.should_exit:
            await self._beside.enter_async_context(showing(self._app, self._shown))
            if self._one_of_several:
                ending = asyncio.create_task(self._end_when_deaf())
                self._beside.callback(ending.cancel)
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order: be ready no more, end streams, answer what was asked, commit what waits."""
        server = cast("Server", self._app.state.server)
        server.readiness.stop()
        await self._drain()
        # Streams never end by themselves, and uvicorn would wait for them.
        server.streams.end()
        await super().shutdown(sockets)
        await self._beside.aclose()
        log.info("stopped")

    async def _end_when_deaf(self) -> None:
        """End, to be replaced, when others are not heard any more though there is somebody to replace this process."""
        await deaf(lambda: self._app.state.store.hears, _DEAF_SECONDS)
        log.error("no notices from other processes for %d s: this process exits", _DEAF_SECONDS)
        self.should_exit = True

    async def _drain(self) -> None:
        """Go on for a while, unless told once more to stop."""
        until = time.monotonic() + self._drain_seconds
        while True:
            if self.force_exit or time.monotonic() >= until:
                return
            await asyncio.sleep(_DRAIN_STEP_SECONDS)


async def deaf(hears: Callable[[], bool], seconds: float) -> None:
    """Wait until nothing was heard for so long, whenever it was looked."""
    in_vain = 0
    while in_vain < _DEAF_LOOKS:
        await asyncio.sleep(seconds / _DEAF_LOOKS)
        in_vain = 0 if hears() else in_vain + 1
