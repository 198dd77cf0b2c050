"""The wiring: from settings to a running application, in one place."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi.routing import APIRoute

from server.aggregates.memory import Recent
from server.aggregates.schedule import Schedule
from server.api.calls.admission import Door
from server.api.calls.body import BodyGuard
from server.api.calls.conditional import HeadAsGet
from server.api.calls.cross_origin import cross_origin
from server.api.calls.dependencies import Server
from server.api.calls.parameters import refuse_unknown_parameters
from server.api.calls.problems import FailureGuard, install_problem_handlers
from server.api.calls.tracking import Calls
from server.api.calls.versions import VERSION
from server.api.documents.asyncapi import publish
from server.api.documents.openapi import describe
from server.api.pages.routes import show_documentation
from server.api.routes import (
    about,
    channels,
    events,
    games,
    health,
    invitations,
    matches,
    news,
    packs,
    players,
    playing,
    sockets,
    web,
)
from server.background import keep_running
from server.clock.arrivals import Arrivals
from server.clock.clock import Clock, SystemClock
from server.database.connection import open_engine, open_store
from server.database.readiness import Readiness
from server.database.schema import check_schema
from server.identity.admission import Admission
from server.identity.players import Players
from server.log.writer import GroupCommit
from server.loop_lag import measure_loop_lag
from server.matches.bot_pace import BotPace
from server.matches.directory import Directory
from server.matches.hosting import Hosting
from server.matches.housekeeping import Housekeeping
from server.matches.idempotency import Replies
from server.matches.invitations import Invitations
from server.matches.packs import Packs
from server.matches.referee import Referee
from server.matches.rematches import Rematches
from server.matches.reminders import near_deadline
from server.matches.repository import MatchKind, MatchRepository
from server.matches.service import Matches
from server.matches.talk import Talk
from server.news.handing_on import HandingOn
from server.news.inboxes import Inboxes
from server.news.marks import Marks
from server.settings import Settings
from server.stream.lobby import Lobby
from server.stream.streams import Streams
from server.time_slices import let_threads_in

_INBOX_BYTES_A_MEGABYTE: Final = 100_000
"""How much memory unused players' own streams may take for each megabyte of unused matches."""


def create_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """
    Create the application for a migrated database.

    While it runs, `app.state.server` holds the parts that routes use, `app.state.schedule` keeps matches moving,
    `app.state.handing_on` tells players what happens in them, and `app.state.log` is the log.
    """
    clock = clock or SystemClock()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        let_threads_in()
        # Started parts are stopped even if a later one fails to start.
        async with AsyncExitStack() as ending:
            await begin(app, ending)
            yield

    async def begin(app: FastAPI, ending: AsyncExitStack) -> None:
        database = open_engine(settings.database)
        ending.push_async_callback(database.dispose)
        revision = await check_schema(database)
        store = open_store(settings.database)
        ending.push_async_callback(store.close)
        log = GroupCommit(store)
        ending.push_async_callback(log.close)
        directory = Directory(database)
        organiser_key = settings.organiser_key.get_secret_value() if settings.organiser_key else None
        known = Players(database, clock, organiser_key)
        admission = Admission(known, clock, settings.rate_per_token, settings.rate_per_address)
        recent = Recent(settings.live_matches, settings.live_megabytes * 1_000_000)
        chance, arrivals, pace = random.SystemRandom(), Arrivals(clock), BotPace(settings.bot_entries_per_second)
        repository = MatchRepository(MatchKind(pace), log, clock, recent)
        inboxes = Inboxes(log, clock, Recent(settings.live_matches, settings.live_megabytes * _INBOX_BYTES_A_MEGABYTE))
        referee = Referee(repository, arrivals, pace, clock, chance)
        schedule = Schedule(repository, referee, directory.overdue, clock, chance, settings.sweep_seconds)
        marks = Marks(database)
        work = HandingOn(repository, marks, inboxes, near_deadline, clock)
        handing_on = Schedule(repository, work, marks.overdue, clock, chance, settings.sweep_seconds)
        replies = Replies(directory, clock)
        packs = Packs(database, clock)
        matches_service = Matches(repository, directory, known, settings.submissions_per_phase)
        lobby = Lobby(directory, clock)
        repository.watchers.append(lobby.note)
        app.state.server = Server(
            players=known,
            admission=admission,
            matches=matches_service,
            hosting=Hosting(repository, directory, replies, known, packs, clock, settings.matches_per_host),
            rematches=Rematches(repository, directory, clock, settings.matches_per_host),
            packs=packs,
            invitations=Invitations(database, repository, clock),
            talk=Talk(repository, replies),
            streams=Streams(
                repository,
                arrivals,
                matches_service,
                inboxes,
                admission,
                clock,
                settings.socket_queue,
                settings.heartbeat_seconds,
                settings.streams_per_player,
            ),
            lobby=lobby,
            readiness=Readiness(database, store, revision),
        )
        app.state.schedule = schedule
        app.state.handing_on = handing_on
        app.state.log = log
        app.state.store = store
        housekeeping = Housekeeping(directory, clock)
        app.state.housekeeping = housekeeping

        def hear(grown: Mapping[str, int] | None, *, own: bool = False) -> None:
            repository.hear(grown, own=own)
            inboxes.repository.hear(grown, own=own)
            lobby.hear(grown)

        beside = {
            "listening to other processes": lambda: store.listen(hear),
            "telling of public matches": lobby.run,
            "following what is not heard": repository.follow_unheard,
            "following own streams that are not heard": inboxes.repository.follow_unheard,
            "housekeeping": housekeeping.run,
            "measuring the event loop": measure_loop_lag,
        }
        for scheduled in (handing_on, schedule):
            ending.push_async_callback(scheduled.stop)
            await scheduled.start()
        ending.push_async_callback(_end, [asyncio.create_task(keep_running(name, run)) for name, run in beside.items()])

    app = FastAPI(
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
    # Routes are matched in order, so the most frequent ones come first. They are added directly, because an included
    # router matches them again with each call, and creates what they need a second time.
    routers = [
        part.router
        for part in (events, channels, matches, players, news, games, packs, invitations, sockets, about, health)
    ]
    for router in (playing.lean_write, playing.lean_read, playing.withdrawing, *routers):
        app.router.routes += router.routes
    for route in app.router.routes:
        if isinstance(route, APIRoute):
            refuse_unknown_parameters(route)
    show_documentation(app)
    web.show_player(app, web.folder())
    install_problem_handlers(app)
    app.add_middleware(BodyGuard, max_bytes=settings.max_body_bytes)
    app.add_middleware(Door)
    app.add_middleware(FailureGuard)
    if settings.cors_origins:
        app.add_middleware(CORSMiddleware, **cross_origin(settings.cors_origins))
    app.add_middleware(Calls)
    app.add_middleware(HeadAsGet)
    describe(app)
    publish(app)
    return app


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
