"""From settings to an application: its routes, and what is around every call. `server/api/server.py` has its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from server.api.account.routes import show_accounts
from server.api.calls.admission import Door
from server.api.calls.base_path import BasePath
from server.api.calls.body import BodyGuard
from server.api.calls.conditional import HeadAsGet
from server.api.calls.cross_origin import cross_origin
from server.api.calls.fast_routes import FastApp
from server.api.calls.problems import FailureGuard, install_problem_handlers
from server.api.calls.tracking import Calls
from server.api.calls.versions import VERSION
from server.api.documents.routes import show_documents
from server.api.oauth.routes import show_oauth
from server.api.pages.routes import show_documentation
from server.api.routes import (
    about,
    administration,
    bulk,
    calendars,
    channels,
    events,
    friends,
    games,
    health,
    invitations,
    matches,
    news,
    packs,
    players,
    playing,
    push,
    queue,
    ratings,
    series,
    sockets,
    tokens,
    tournaments,
    web,
    webhooks,
)
from server.api.server import Server
from server.logs.archive.archive import open_archive
from server.logs.archive.store import ArchivedStore
from server.logs.store.opening import open_store
from server.logs.store.readiness import Database
from server.logs.store.replica import open_replica
from server.logs.store.writer import GroupCommit
from server.matches.repository import MatchKind
from server.organising.series.kind import SERIES
from server.organising.tournaments.kind import TOURNAMENTS
from server.runtime.clock.clock import Clock, SystemClock
from server.runtime.database.connection import open_engine
from server.runtime.database.schema import check_schema
from server.runtime.database.times import warn_of_difference
from server.runtime.outside.calls import REAL, Outside
from server.runtime.settings import Settings
from server.runtime.time_slices import let_threads_in

_HEARING_SECONDS: Final = 10
"""How long a server waits for it. Without a database, it then begins all the same, and says what is wrong."""

_ROUTES: Final = (
    events,
    channels,
    matches,
    queue,
    players,
    friends,
    tokens,
    administration,
    news,
    tournaments,
    ratings,
    series,
    push,
    webhooks,
    calendars,
    games,
    packs,
    invitations,
    sockets,
    about,
    health,
)
"""Matched in this order."""

_LISTED: Final = (MatchKind.tables, TOURNAMENTS.tables, SERIES.tables)
"""Where it stands whether a log is over."""


async def open_server(settings: Settings, clock: Clock, outside: Outside, ending: AsyncExitStack) -> Server:
    """Open the databases of these settings, and return the parts of a server over them; `ending` closes them."""
    first, *others = settings.databases
    databases = [await _open(first, settings.replica, settings.archive, clock, ending)]
    databases += [await _open(url, None, settings.archive, clock, ending) for url in others]
    return Server(settings, clock, outside, databases)


async def _open(url: str, standby: str | None, archive: str | None, clock: Clock, ending: AsyncExitStack) -> Database:
    """Open a database, its replica and its archive; `ending` closes them."""
    engine = open_engine(url)
    ending.push_async_callback(engine.dispose)
    await check_schema(engine)
    await warn_of_difference(engine, SystemClock().now)
    replica = open_replica(url, engine, standby)
    ending.push_async_callback(replica.close)
    hot = open_store(url, replica, _LISTED)
    ending.push_async_callback(hot.close)
    archived = open_archive(hot, engine, archive, clock)
    store = ArchivedStore(hot, archived)
    log = GroupCommit(store)
    ending.push_async_callback(log.close)
    return Database(engine, store, log, archived, replica)


def create_app(settings: Settings, clock: Clock | None = None, outside: Outside = REAL) -> FastAPI:
    """
    Create the application for a migrated database; `outside` is what lies outside of it.

    While it runs, `app.state.server` holds its parts.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        let_threads_in()
        # Started parts are stopped even if a later one fails to start.
        async with AsyncExitStack() as ending:
            server = app.state.server = await open_server(settings, clock or SystemClock(), outside, ending)
            await server.begin(ending)
            await _until_it_hears(server)
            yield

    app = FastApp(
        title="Moirai",
        version=VERSION,
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # Calls contain secrets; and even checking for a collector costs some microseconds per call.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    _add_routes(app)
    webhooks.describe_messages(app)
    show_documentation(app)
    show_accounts(app)
    show_oauth(app)
    web.show_player(app, web.folder())
    _add_middleware(app, settings)
    app.base_path = BasePath(settings.base_path) if settings.base_path else None
    app.answer_first(app.routes, cross_origin=bool(settings.cors_origins))
    show_documents(app, settings.base_path)
    return app


async def _until_it_hears(server: Server) -> None:
    """
    Wait for the first connection by which notices of other processes come, unless the database does not respond.

    With it, all logs in memory are read on, and nobody can begin to follow one meanwhile.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(_HEARING_SECONDS):
            while not server.hears:  # noqa: ASYNC110  # Nobody tells.
                await asyncio.sleep(0.01)


def _add_routes(app: FastApp) -> None:
    # Routes are matched in order, so the most frequent ones come first. They are added directly, because an included
    # router matches them again with each call, and creates what they need a second time.
    leading = (playing.lean_write, playing.lean_read, playing.withdrawing)
    for router in (*leading, *(part.router for part in _ROUTES), bulk.in_pieces, bulk.router):
        app.router.routes += router.routes


def _add_middleware(app: FastApp, settings: Settings) -> None:
    install_problem_handlers(app)
    app.add_middleware(BodyGuard, max_bytes=settings.max_body_bytes)
    app.add_middleware(Door)
    app.add_middleware(FailureGuard)
    if settings.cors_origins:
        app.add_middleware(CORSMiddleware, **cross_origin(settings.cors_origins))
    app.add_middleware(Calls)
    app.add_middleware(HeadAsGet)
