"""One process of the server: its listening socket, and uvicorn."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import cast

import uvicorn
from fastapi import FastAPI

from server.api.server import Server
from server.api.streams.frames import MAX_FRAME_BYTES
from server.app import create_app
from server.cli.log_lines import obey
from server.cli.serving.bounded_http import BoundedHttp
from server.cli.serving.connections import Connections
from server.cli.serving.direct_sockets import DirectSockets, Pings
from server.cli.serving.garbage import loading_for_good, spare_the_garbage_collector
from server.cli.serving.worker import RENEW
from server.runtime.settings import Settings

_BACKLOG = 2048
_ACCEPTED_AT_ONCE = 16
"""Number of connections accepted at once; each takes the loop about 0.1 ms, and calls run in between."""

PING_SECONDS = 20
"""How often the client of a WebSocket is pinged, and how long it may take to answer."""

_GRACE_SECONDS = 10
_DRAIN_STEP_SECONDS = 0.1

UNREAD_SECONDS = 40
"""How long sent data may stay unread; as long as a ping may stay unanswered."""

_DEAF_SECONDS = 30
"""How long a worker may run without notices from other processes: a load balancer cannot exclude a single worker."""

_DEAF_LOOKS = 30

log = logging.getLogger(__name__)


def serve_here(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve from this process until told to stop; `announce` is called once connections are accepted."""
    obey(settings)
    spare_the_garbage_collector()
    # Before anything is served: a port in use must end the process.
    several = settings.workers > 1  # One of them may still have the port of its metrics while another takes its place.
    port = settings.metrics_port
    shown = None if port is None else listen(settings.metrics_host, port, shared=several)
    server = _Server(settings, announce, shown)
    # uvicorn has shut down by then and raises the signal again; Ctrl-C is not a failure.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening socket; port 0 is any free one. `shared`: others may listen on it too, if also shared."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=shared)
    # Inherited by connections. asyncio sets it only on sockets with an explicit protocol; without it every reply waits
    # 40 ms for the client's delayed acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Without it, a client that never reads keeps its connection forever: closing waits until all was sent.
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
    return listening


def address(host: str, port: int) -> str:
    """Return the URL of what listens there."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return our configuration of uvicorn; each configuration counts its own connections."""

    class Http(BoundedHttp):
        all_connections = Connections(settings)
        pings = Pings(PING_SECONDS)

    return uvicorn.Config(
        app,
        loop="asyncio",  # uvloop does not serve some of many saturating connections for seconds.
        http=Http,
        ws=DirectSockets,
        ws_per_message_deflate=False,  # Compressing small messages costs four times what it saves.
        ws_max_size=MAX_FRAME_BYTES,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,  # `server.cli.log_lines` configures logging.
        log_level="warning",  # At level info uvicorn logs query strings, which may contain tickets.
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


class _Server(uvicorn.Server):
    def __init__(self, settings: Settings, announce: Callable[[], None], shown: socket.socket | None) -> None:
        """`shown`: the socket for metrics."""
        with loading_for_good():
            app = create_app(settings)
        config = uvicorn_config(app, settings)
        config.backlog = _ACCEPTED_AT_ONCE
        super().__init__(config)
        self._drain_seconds = settings.drain_seconds
        self._one_of_several = settings.workers > 1
        self._shown = shown
        self._metrics_host = settings.metrics_host
        self._beside = AsyncExitStack()
        self._app = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # asyncio has set it to the number of connections that it accepts at once.
        if not self.should_exit:
            if self._shown is not None:
                from server.cli.serving.prometheus import showing

                await self._beside.enter_async_context(showing(self._app, self._shown))
            if self._one_of_several:
                asyncio.get_running_loop().add_signal_handler(RENEW, self._leave)
                ending = asyncio.create_task(self._end_when_deaf())
                self._beside.callback(ending.cancel)
            self._announce()
            if self._shown is not None:
                shown_at = address(self._metrics_host, self._shown.getsockname()[1])
                # In one write: several processes share the output, and `print` may write the end of a line separately.
                sys.stdout.write(f"The metrics of process {os.getpid()} are at {shown_at}/metrics\n")
                sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down in order: report not ready, end streams, answer requests in progress, commit what waits."""
        server = cast("Server", self._app.state.server)
        server.readiness.stop()
        await self._drain()
        # Streams never end by themselves, and uvicorn would wait for them.
        server.streams.end()
        await super().shutdown(sockets)
        await self._beside.aclose()
        log.info("stopped")

    def _leave(self) -> None:
        """Stop at once: another process accepts on the same socket, and load balancers need not notice anything."""
        self._drain_seconds = 0
        self.should_exit = True

    async def _end_when_deaf(self) -> None:
        """Stop when notices from other processes no longer arrive, if this is one of several workers and replaced."""
        await deaf(lambda: self._app.state.server.hears, _DEAF_SECONDS)
        log.error("no notices from other processes for %d s: this process exits", _DEAF_SECONDS)
        self.should_exit = True

    async def _drain(self) -> None:
        """Keep serving for a while, unless told again to stop."""
        until = time.monotonic() + self._drain_seconds
        while True:
            if self.force_exit or time.monotonic() >= until:
                return
            await asyncio.sleep(_DRAIN_STEP_SECONDS)


async def deaf(hears: Callable[[], bool], seconds: float) -> None:
    """Return after no notices could be received for this long, at every check."""
    in_vain = 0
    while in_vain < _DEAF_LOOKS:
        await asyncio.sleep(seconds / _DEAF_LOOKS)
        in_vain = 0 if hears() else in_vain + 1
